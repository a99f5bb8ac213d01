// How a realised reward r comes from its mean h: always in [0, 1], always with mean h.
#pragma once

#include <string>
#include <vector>

#include "reference/environment.h"
#include "reference/rng.h"
#include "reference/settings.h"

namespace eenet {

class Noise {
 public:
  // `noise=none|bernoulli|bounded`, `amplitude=` of the bounded one.
  static std::vector<Key> keys();
  explicit Noise(const Settings& settings);

  // none: r = h. bernoulli: r is 1 with probability h, else 0. bounded: r = h + (2u - 1) b with
  // b = min(amplitude, h, 1 - h), so that r stays in [0, 1] without losing its mean.
  // Draws one uniform per arm unless there is no noise.
  void draw(Rng& rng, Round& round) const;

 private:
  std::string kind_;
  double amplitude_;
};

}  // namespace eenet
