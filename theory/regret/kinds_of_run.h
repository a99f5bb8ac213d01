// Runs that fall into heaps: kinds of run that lose at different rates in the end. A mean over all
// of them describes none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "theory/measured/measured.h"
#include "theory/regret/regret_curves.h"

namespace eenet::theory {

struct KindOfRun {
  std::vector<std::uint64_t> members;  // runs, counting from 0
  double lowest_rate = 0.0;            // lost per round in (T/2, T], over the kind's runs
  double highest_rate = 0.0;
  double mean_final_regret = 0.0;
  Measured exponent;  // an estimate: the kinds were found in the same runs
  // Every run of the kind loses its own rate in every single round after this one, as far as the
  // recorded rounds show, and it is in the first half; none where rates go on changing. After which
  // round a kind that loses nothing any more has stopped losing.
  std::optional<std::uint64_t> steady_after;
};

// Cuts the runs, ordered by their rate in (T/2, T], at their widest gaps: at most three of them,
// and as many as possible such that the narrowest cut gap
// - is wider than every kind (highest minus lowest rate), and
// - is wider, as a share x of all the rates' range, than n rates drawn uniformly between their ends
//   would leave in 1 of 100 cases: (n - 1) (1 - x)^(n - 2) <= 0.01.
// Rates that the rounding of sums cannot tell apart are equal. Kinds are ordered by rate; one kind
// if there is no such cut. Where growth has its rounds q, 2q, 4q, (T/2, T] is (2q, 4q].
std::vector<KindOfRun> kinds_of_run(const RegretCurves& curves,
                                    const GrowthSettings& settings = {});

// Growth and kinds together. Student's test takes the mean over seeds as normal, and with a rare
// kind of run it is not: where runs are of several kinds, and the regret of one of them has an
// exponent above the threshold, the mean over all runs ends up growing as fast, and "sublinear" is
// withdrawn. The exponent's upper end is then at least that of the kind.
struct GrowthAndKinds {
  GrowthReport growth;
  std::vector<KindOfRun> kinds;
};
GrowthAndKinds judge_growth_and_kinds(const RegretCurves& curves,
                                      const GrowthSettings& settings = {});

// The x of the rule for cuts; 1 if there are too few numbers for any gap to count.
double unusual_gap(std::uint64_t numbers);

}  // namespace eenet::theory
