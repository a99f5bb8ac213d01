// Training a second time, from docs/numerics.md: one step per round, or retraining on all samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/retraining.h"
#include "verify/plain/numerics.h"

namespace eenet::verify::plain {

struct Sample {
  Numbers x;
  double target = 0.0;
};

class Training {
 public:
  explicit Training(double eta) : eta_(eta) {}  // online
  // Retraining of network number `network` (0: f1, 1: f2).
  Training(const ReplaySettings& settings, std::uint64_t network, std::uint64_t seed)
      : eta_(settings.eta), replay_(settings), network_(network), seed_(seed) {}

  // What round t does to theta, given its new sample.
  void learn(std::uint64_t t, const NaiveShape& shape, const Sample& sample, Numbers& theta);

  // Of the last retraining; 0 if the last round had none.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  [[nodiscard]] bool retrains_after(std::uint64_t t) const;
  [[nodiscard]] std::vector<std::size_t> order(std::uint64_t t) const;

  double eta_;
  std::optional<ReplaySettings> replay_;
  std::uint64_t network_ = 0;
  std::uint64_t seed_ = 0;
  std::vector<Sample> samples_;
  std::uint64_t steps_ = 0;
};

}  // namespace eenet::verify::plain
