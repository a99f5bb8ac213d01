#include "verify/oracle/vectors/round_bounds.h"

#include <cmath>
#include <limits>

namespace eenet::verify::oracle {

namespace {

// f and its gradient as the twin has them.
struct Computed {
  double value = 0.0;
  Numbers gradient;
};

Computed computed(const Point& point) {
  const plain::Pass pass = plain::forward(point.shape, point.theta, point.x);
  return {pass.value, plain::gradient(point.shape, point.theta, pass)};
}

struct Training {
  const Point& point;
  const NetworkBounds& bounds;
  const Computed& computed;
  double target = 0.0;
  double target_error = 0.0;
  double eta = 0.0;
};

Numbers step_bounds(const Training& training, const Judged& judged) {
  Numbers all(training.computed.gradient.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = step_bound(
        {training.point.theta[i], training.eta, training.computed.value - training.target,
         training.bounds.value() + training.target_error, training.computed.gradient[i],
         training.bounds.gradient(i)},
        judged);
  }
  return all;
}

}  // namespace

RoundBounds round_bounds(const RoundSettings& settings, const RoundState& state,
                         const Judged& judged) {
  RoundBounds bounds;
  const double u = judged.arithmetic.unit_roundoff;
  const NaiveShape exploration = settings.exploration_shape();
  for (std::size_t i = 0; i < state.arms.size(); ++i) {
    const Point point{settings.shape, state.theta1, state.arms[i]};
    const NetworkBounds first(point, Numbers(point.x.size(), 0.0), judged);
    const Computed f1 = computed(point);
    bounds.f1.push_back(first.value());
    bounds.certain = bounds.certain && first.certain();
    const bool played = i == state.play;
    const double reward_error = judged.rounds_inputs ? u * std::abs(state.reward) : 0.0;
    if (played) {
      bounds.theta1 =
          step_bounds({point, first, f1, state.reward, reward_error, settings.eta1}, judged);
    }
    if (!settings.has_exploration()) {
      bounds.scores.push_back(bounds.f1.back());
      continue;
    }
    const Numbers phi = features_of_the_twin(settings.features, f1.gradient);
    const auto turned = feature_bounds(settings.features, f1.gradient, first.gradient(), judged);
    bounds.certain = bounds.certain && turned.has_value();
    bounds.phi.push_back(
        turned.value_or(Numbers(phi.size(), std::numeric_limits<double>::infinity())));
    const Point at_phi{exploration, state.theta2, phi};
    const Numbers phi_error = turned.value_or(Numbers(phi.size(), 2.0));  // both have norm 1
    const NetworkBounds second(at_phi, phi_error, judged);
    const Computed f2 = computed(at_phi);
    bounds.certain = bounds.certain && second.certain();
    bounds.f2.push_back(second.value());
    bounds.scores.push_back(bounds.f1.back() + bounds.f2.back() +
                            2.0 * u * (std::abs(f1.value + f2.value)));
    if (played) {
      const double label = state.reward - f1.value;
      bounds.label = first.value() + reward_error + 2.0 * u * (std::abs(label) + first.value());
      bounds.theta2 = step_bounds({at_phi, second, f2, label, bounds.label, settings.eta2}, judged);
    }
  }
  return bounds;
}

}  // namespace eenet::verify::oracle
