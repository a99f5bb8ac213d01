#include "theory/regret/run_facts.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "reference/gradient_features/gradient_features.h"
#include "reference/operations/operations.h"
#include "theory/measured/enclosure.h"
#include "theory/psi/method_settings.h"

namespace eenet::theory {

namespace {

// eta, or R^2/sqrt(m) if R is given. [EENET, Regret Analysis, theo1]
double rate_of(const Settings& settings, const std::string& key, double width) {
  if (!settings.has("R")) return settings.positive_real(key);
  const double R = settings.positive_real("R");
  return R * R / std::sqrt(width);
}

// Encloses a sum of squares that was added as reference/operations/operations.h says.
Interval sum_of_squares(double computed, Eigen::Index terms) {
  const double relative = gamma(static_cast<double>(terms) + 2.0);
  return exactly(computed) * Interval{1.0 - relative, 1.0 + relative};
}

// The largest of numbers that are known between ends.
void keep_largest(std::optional<Measured>& largest, const Interval& ends) {
  // A run that diverges ends with numbers that are not finite.
  const double middle = ends.lower + (ends.upper - ends.lower) / 2.0;
  Measured now = certified_within(std::isfinite(middle) ? middle : ends.upper, ends);
  if (largest) {
    now = Measured::certified_between(std::max(largest->value, now.value),
                                      std::max(largest->lower, now.lower),
                                      std::max(largest->upper, now.upper));
  }
  largest = now;
}

}  // namespace

FactsMeter::FactsMeter(const TraceHeader& header, const Policy& policy)
    : start_(policy.parameters()), before_(start_) {
  const Settings settings = settings_of(header.method);
  facts_.width = static_cast<std::uint64_t>(settings.integer("width", 1, kLargestDimension));
  facts_.depth = static_cast<std::uint64_t>(settings.integer("depth", 2, kLargestDepth));
  const auto m = static_cast<double>(facts_.width);
  online_ = settings.text("schedule") == "online";
  facts_.exploitation_rate = rate_of(settings, "eta1", m);
  const MlpShape shape = {header.dim, static_cast<Eigen::Index>(facts_.width),
                          static_cast<Eigen::Index>(facts_.depth)};
  exploitation_network_ = std::make_unique<Mlp>(shape);
  if (start_.size() < 2) {
    facts_.exploration_rate = facts_.exploitation_rate;
    return;
  }
  facts_.exploration_rate = rate_of(settings, "eta2", m);
  facts_.is_algorithm_1 = header.method.name == "eenet" && online_;
  const auto features = make_gradient_features(settings, shape.parameter_count(), header.seed);
  facts_.has_fixed_features = !features->wants_played_gradients();
  exploration_network_ =
      std::make_unique<Mlp>(MlpShape{features->output_dim(), shape.width, shape.depth});
}

void FactsMeter::see_network(std::size_t index, const Eigen::VectorXd& now) {
  const Interval square = sum_of_squares(squared_distance(now, start_[index]), now.size());
  keep_largest(index == 0 ? facts_.exploitation_distance : facts_.exploration_distance,
               square_root(square));
}

Interval FactsMeter::step_size(double rate, const ForwardPass& pass, const BackwardPass& back) {
  flatten_gradient(pass, back, gradient_);
  return exactly(rate) * sum_of_squares(dot(gradient_, gradient_), gradient_.size());
}

void FactsMeter::see(const PlayedRound& played, const Policy& policy) {
  if (online_) {
    exploitation_network_->set_parameters(before_[0]);
    exploitation_network_->forward(played.round.contexts.col(played.choice.arm), pass_);
    backward(*exploitation_network_, pass_, back_);
    keep_largest(facts_.exploitation_step, step_size(facts_.exploitation_rate, pass_, back_));
    if (exploration_network_) {
      exploration_network_->set_parameters(before_[1]);
      exploration_network_->forward(played.choice.gradient_features.col(played.choice.arm), pass_);
      backward(*exploration_network_, pass_, back_);
      keep_largest(facts_.exploration_step, step_size(facts_.exploration_rate, pass_, back_));
    }
  }
  before_ = policy.parameters();
  for (std::size_t i = 0; i < before_.size(); ++i) see_network(i, before_[i]);
}

RunFacts FactsMeter::facts(std::uint64_t rounds) const {
  RunFacts facts = facts_;
  facts.rounds = rounds;
  return facts;
}

}  // namespace eenet::theory
