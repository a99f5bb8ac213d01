// Somebody's regret against the reference's on the same environment, for implementations that
// cannot be matched number by number: other initial parameters, another generator. Runs are the
// units; both sides have independent seeds.
//
// What decides. "Worse" and "better" come from the rank test (rank_test.h), because its error rate
// is the stated one for every distribution, also where runs fall into heaps and a mean over seeds
// is far from normal. Whether both agree is a question about means, and is read off Welch's
// interval: only an interval inside the margin says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/comparison/rank_test.h"
#include "theory/measured/measured.h"
#include "theory/regret/regret_curves.h"

namespace eenet::theory {

enum class CurveOutcome {
  kAgrees,    // not told apart, and the difference of means lies within the margin
  kWorse,     // more regret than the reference
  kBetter,    // less regret than the reference
  kUndecided  // not enough evidence
};

// "agrees", "worse", "better" or "not enough evidence".
std::string to_text(CurveOutcome outcome);

struct CurveComparisonSettings {
  double level = 0.99;         // of all decisions together
  double margin = 0.1;         // of "agrees", as a share of the reference's mean regret
  std::uint64_t trials = 400;  // experiments per factor of the estimate of power; 0: no estimate
  double power = 0.99;         // of the differences that are said to be noticed
  std::uint64_t seed = 1;      // of dealings that are drawn, and of the estimate of power
};

// Both sides at one round.
struct CurveLook {
  std::uint64_t round = 0;
  Measured judged;             // mean regret, with Student's interval at this look's level
  Measured reference;          // likewise
  Measured difference;         // judged minus reference: Welch's interval
  double margin = 0.0;         // in regret
  RankTest ranks;              // of the judged runs against the reference's
  double welch_p_value = 1.0;  // of "equal means"; an estimate, it decides nothing
  CurveOutcome outcome = CurveOutcome::kUndecided;
};

// The smallest change of every run's regret after T, as a share of it, that the rank test notices
// with the stated power, with so many runs and this spread. None: not even a factor of 16.
struct NoticedChange {
  std::optional<double> worse;
  std::optional<double> better;
};

struct CurveComparison {
  CurveOutcome outcome = CurveOutcome::kUndecided;
  double look_level = 0.0;       // error probability of one look, both directions together
  std::uint64_t decided_at = 0;  // the round that decided; 0 if none did
  bool too_few_runs = false;     // of one side: no test could reject at this level
  double unseen_share = 1.0;     // how frequent a kind of run may be that neither side shows
  std::vector<CurveLook> looks;  // by round
  NoticedChange noticed;
};

// Looks at T/8, T/4, T/2 and T, as far as both sides have them; T is the last round that both have.
// The level is split evenly over the looks. Differences that are seen decide, the latest of them
// first; "agrees" needs every look within its margin. Requires what require_regret requires of
// both, and that both are of the same kind (may_fall).
CurveComparison compare_curves(const RegretCurves& judged, const RegretCurves& reference,
                               const CurveComparisonSettings& settings = {});

}  // namespace eenet::theory
