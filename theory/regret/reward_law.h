// How a reward is distributed around its mean, and what the proof assumes of it.
#pragma once

#include "reference/settings.h"
#include "reference/trace.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

enum class RewardNoise { kNone, kBernoulli, kBounded };

// The laws of reference/environments/noise.h.
struct RewardLaw {
  RewardNoise noise = RewardNoise::kNone;
  double amplitude = 0.0;  // of the bounded one

  // Of an environment's complete spec; one without `noise=` has none.
  static RewardLaw of(const Spec& environment);

  // Of the environment that a trace names. Of one that is not known here, and whose settings do not
  // name its noise, the recorded rewards tell: equal to h in every round, or 0 and 1 alone, which
  // with mean h leaves one law. Throws std::invalid_argument if they tell nothing, or are missing.
  static RewardLaw of(const Trace& trace);

  // E |prediction - r| for a reward of mean h in [0, 1] and every prediction between the ends.
  [[nodiscard]] Interval expected_error(const Interval& prediction, double h) const;
};

}  // namespace eenet::theory
