#include "verify/plain/training.h"

#include <utility>

namespace eenet::verify::plain {

void Training::learn(std::uint64_t t, const NaiveShape& shape, const Sample& sample,
                     Numbers& theta) {
  steps_ = 0;
  if (!replay_) {
    step(shape, forward(shape, theta, sample.x), sample.target, eta_, theta);
    return;
  }
  samples_.push_back(sample);
  if (!retrains_after(t)) return;
  const std::vector<std::size_t> visits = order(t);
  double squares = 0.0;
  while (steps_ < replay_->steps) {
    const Sample& next = samples_[visits[steps_ % visits.size()]];
    const Pass pass = forward(shape, theta, next.x);
    step(shape, pass, next.target, eta_, theta);
    squares += (pass.value - next.target) * (pass.value - next.target);
    if (++steps_ % visits.size() == 0) {
      if (squares / static_cast<double>(visits.size()) <= replay_->loss) return;
      squares = 0.0;
    }
  }
}

bool Training::retrains_after(std::uint64_t t) const {
  if (t - 1 >= replay_->late_from) return (t - 1) % replay_->late_every == 0;
  return (t - 1) % replay_->every == 0;
}

std::vector<std::size_t> Training::order(std::uint64_t t) const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < samples_.size(); ++i) places.push_back(i);
  Rng rng(seed_, "training", 2 * t + network_);
  for (std::size_t i = places.size() - 1; i > 0; --i)
    std::swap(places[i], places[rng.below(i + 1)]);
  return places;
}

}  // namespace eenet::verify::plain
