// How a reward is distributed around its mean, and what the proof assumes of it.
#pragma once

#include "reference/settings.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

enum class RewardNoise { kNone, kBernoulli, kBounded };

// The laws of reference/environments/noise.h.
struct RewardLaw {
  RewardNoise noise = RewardNoise::kNone;
  double amplitude = 0.0;  // of the bounded one

  // Of an environment's complete spec; one without `noise=` has none.
  static RewardLaw of(const Spec& environment);

  // E |prediction - r| for a reward of mean h in [0, 1] and every prediction between the ends.
  [[nodiscard]] Interval expected_error(const Interval& prediction, double h) const;
};

}  // namespace eenet::theory
