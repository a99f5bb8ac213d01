// Does expected regret grow linearly? Seeds are the units: the rounds of one run are not
// independent, and a line fitted through them in log-log coordinates excludes the true exponent far
// more often than it says (docs/theory.md).
//
// Of every run only two numbers count: its loss in rounds T/4 < t <= T/2 and in T/2 < t <= T,
// as rates per round. If expected regret is c t^alpha, the second expected rate is q = 2^(alpha -
// 1) times the first: 1 for a line, 0.71 for a square root, 1/2 for a logarithm. Losses before T/4,
// while the policy is still learning, do not count, so that a policy that learns first and then
// loses at a constant rate is a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/measured/measured.h"

namespace eenet::theory {

enum class Growth {
  kLinear,     // the exponent's interval holds 1 or more, and nothing down to the threshold
  kSublinear,  // the exponent's interval is below the threshold
  kUndecided   // not enough evidence
};

// "linear", "sublinear" or "not enough evidence".
std::string to_text(Growth growth);

// Regret of one run at rounds T/4, T/2 and T.
struct RegretAtDoublings {
  double quarter = 0.0;
  double half = 0.0;
  double full = 0.0;
};

// From a curve with the regret after rounds 1, 2, ...: T is the largest multiple of 4 in it.
// Requires at least 4 rounds.
RegretAtDoublings at_doublings(const std::vector<double>& regret_after_round);

struct GrowthSettings {
  double threshold = 0.75;  // exponent half-way between the theorem's 1/2 and a line
  double level = 0.99;      // of the exponent's interval; each wrong decision has half of the rest
  bool may_fall = false;    // regret of realised rewards: the same expectation, but it can fall
};

// The probability of deciding with so many seeds and the spread over seeds that was seen, if regret
// after T/4 had the same mean and grew like a line, or like a square root. An estimate: it takes
// the spread as known and the mean over seeds as normal.
struct GrowthPower {
  double line = 0.0;
  double square_root = 0.0;
};

struct GrowthReport {
  Growth growth = Growth::kUndecided;
  std::uint64_t seeds = 0;
  Measured exponent;            // alpha, with Fieller's interval; -inf if nothing is lost after T/2
  double linear_p_value = 1.0;  // of "exponent at most the threshold"
  double sublinear_p_value = 1.0;  // of "exponent at least the threshold"
  // A kind of run that no seed showed: its share of all seeds is at most this, at the level.
  double unseen_share = 1.0;
  std::optional<GrowthPower> power;  // none if nothing is lost after T/4: nothing to compare with
};

// Student's test, over seeds, of second rate - q first rate with q from the threshold. It takes the
// mean over seeds as normal; runs that all agree would make it surer than so few of them can be,
// therefore no p-value is below 2^-seeds, that of as many fair coins. If no run loses anything
// after T/4, that is the p-value. With fewer seeds than a decision takes (8 at the level 0.99)
// nothing is said. Requires at least 2 seeds, and regret that is finite and, unless it may fall,
// does not.
GrowthReport judge_growth(const std::vector<RegretAtDoublings>& seeds,
                          const GrowthSettings& settings = {});

}  // namespace eenet::theory
