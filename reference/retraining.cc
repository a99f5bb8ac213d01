#include "reference/retraining.h"

#include <numeric>
#include <utility>

#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

Retraining::Retraining(const ReplaySettings& settings, std::uint64_t network, std::uint64_t seed)
    : settings_(settings), network_(network), seed_(seed) {
  EENET_REQUIRE(settings.every >= 1 && settings.late_every >= 1 && settings.steps >= 1,
                "Retraining: every ", settings.every, ", later every ", settings.late_every,
                " rounds, ", settings.steps, " steps, expected at least 1 each");
}

void Retraining::learn(std::uint64_t t, const Eigen::VectorXd& input, double target, Mlp& net) {
  inputs_.push_back(input);
  targets_.push_back(target);
  if (!is_training_round(t)) return;
  shuffle(t);
  train(net);
}

bool Retraining::is_training_round(std::uint64_t t) const {
  const std::uint64_t before = t - 1;
  return before % (before < settings_.late_from ? settings_.every : settings_.late_every) == 0;
}

void Retraining::shuffle(std::uint64_t t) {
  order_.resize(inputs_.size());
  std::iota(order_.begin(), order_.end(), 0);
  Rng rng(seed_, stream::kTraining, 2 * t + network_);
  for (std::size_t i = order_.size() - 1; i >= 1; --i)
    std::swap(order_[i], order_[rng.below(i + 1)]);
}

void Retraining::train(Mlp& net) {
  pass_.outputs.resize(static_cast<std::size_t>(net.shape().depth));
  std::uint64_t steps = 0;
  while (true) {
    double loss = 0.0;
    for (const std::size_t sample : order_) {
      pass_.outputs[0].swap(inputs_[sample]);  // lent, not copied: contexts may be long
      net.forward(pass_);
      backward(net, pass_, back_);
      if (anchor_) anchor_->pull(net, settings_.eta);
      sgd_step(net, pass_, back_, targets_[sample], settings_.eta);
      pass_.outputs[0].swap(inputs_[sample]);
      const double error = pass_.value - targets_[sample];
      loss += error * error;
      if (++steps == settings_.steps) return;
    }
    // A NaN loss does not stop the training here: the scores will show it.
    if (loss / static_cast<double>(order_.size()) <= settings_.loss) return;
  }
}

}  // namespace eenet
