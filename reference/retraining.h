// Retraining on all past samples, as in the paper's experiments [EENET, Experiments] and, where the
// paper is silent, as the authors' public code does it (docs/deviations.md D11).
//
// Training happens after round t if t - 1 is a multiple of `every` (of `late_every` once
// t - 1 >= late_from). It takes the samples so far in a fresh random order, over and over, one SGD
// step each, until `steps` steps are made or a whole pass had a mean loss (f - y)^2 of at most
// `loss`.
//
// The order is drawn from the stream `training` at index 2t (f1) or 2t + 1 (f2), by Fisher and
// Yates: for i = n-1 ... 1, sample i changes places with sample below(i + 1).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/mlp.h"
#include "reference/models/anchor.h"

namespace eenet {

struct ReplaySettings {
  double eta = 0.01;
  std::uint64_t every = 10;
  std::uint64_t late_every = 100;
  std::uint64_t late_from = 1000;
  std::uint64_t steps = 2000;
  double loss = 1e-3;
};

class Retraining {
 public:
  // `network` is 0 for f1 and 1 for f2.
  Retraining(const ReplaySettings& settings, std::uint64_t network, std::uint64_t seed);

  // Before each step, after its gradient was taken, the parameters are pulled toward the anchor.
  void set_anchor(const Anchor& anchor) { anchor_ = anchor; }

  // Adds the sample of round t, and trains `net` if this is a round with training.
  void learn(std::uint64_t t, const Eigen::VectorXd& input, double target, Mlp& net);

 private:
  [[nodiscard]] bool is_training_round(std::uint64_t t) const;
  void shuffle(std::uint64_t t);
  void train(Mlp& net);

  ReplaySettings settings_;
  std::uint64_t network_;
  std::uint64_t seed_;
  std::optional<Anchor> anchor_;
  std::vector<Eigen::VectorXd> inputs_;
  std::vector<double> targets_;
  std::vector<std::size_t> order_;
  ForwardPass pass_;
  BackwardPass back_;
};

}  // namespace eenet
