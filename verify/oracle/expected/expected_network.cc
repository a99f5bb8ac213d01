#include "verify/oracle/expected/expected_network.h"

#include <utility>

#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

using nlohmann::json;

ExpectedNetwork::ExpectedNetwork(const json& network, std::vector<double> theta,
                                 const Reading& reading)
    : reading_(reading),
      rounding_(reading.arithmetic),
      map_(std::make_shared<ParameterMap>(shape_in(network), reading.dialect,
                                          reading.slip == Slip::kTransposed)),
      theta_(std::move(theta)),
      embedded_(map_->embedded(theta_)) {}

ExpectedNetwork::At ExpectedNetwork::at(const Balls& x, Kinks kinks, bool with_gradient) const {
  BallNetwork network(*map_, embedded_, reading_.dialect, rounding_,
                      reading_.slip == Slip::kGatesMissing);
  network.forward(x);
  At at;
  at.value = network.value();
  if (with_gradient) at.gradient = network.gradient(kinks);
  at.at_kink = network.at_kink();
  at.largest = network.largest();
  if (with_gradient) at.largest = std::max(at.largest, at.gradient.largest());
  return at;
}

Stepped ExpectedNetwork::step(const At& at, const Ball& target, double eta) const {
  return sgd_step(theta_, at.value, at.gradient, target, eta, reading_.dialect.loss_factor,
                  rounding_);
}

std::function<std::string(std::size_t)> parameter_places(std::shared_ptr<const ParameterMap> map) {
  return [map = std::move(map)](std::size_t i) { return map->place(i); };
}

std::vector<Ball> as_list(const Balls& balls) {
  std::vector<Ball> list;
  list.reserve(balls.size());
  for (std::size_t i = 0; i < balls.size(); ++i) list.push_back(balls[i]);
  return list;
}

Expectations expected_forward(const json& question, const Reading& reading) {
  const ExpectedNetwork network(question.at("network"), list_in(question, "theta"), reading);
  const auto at = network.at(Balls::of(list_in(question, "x")), Kinks::kAsTwin, false);
  Expectations all;
  all.fields.push_back({.field = "value", .balls = {at.value}, .at_kinks = {}, .single = true});
  all.says_nothing = !(at.largest < network.rounding().largest());
  return all;
}

Expectations expected_gradient(const json& question, const Reading& reading) {
  const ExpectedNetwork network(question.at("network"), list_in(question, "theta"), reading);
  const Balls x = Balls::of(list_in(question, "x"));
  const auto at = network.at(x, Kinks::kAsTwin, true);
  Expected field{.field = "gradient", .balls = as_list(at.gradient), .at_kinks = {}};
  if (at.at_kink) field.at_kinks = as_list(network.at(x, Kinks::kHull, true).gradient);
  field.place = parameter_places(network.map());
  Expectations all;
  all.fields.push_back(std::move(field));
  all.says_nothing = !(at.largest < network.rounding().largest());
  return all;
}

Expectations expected_update(const json& question, const Reading& reading) {
  const ExpectedNetwork network(question.at("network"), list_in(question, "theta"), reading);
  const Balls x = Balls::of(list_in(question, "x"));
  const Ball target = {number_in(question, "target"), 0.0};
  const double eta = number_in(question, "eta");
  const bool adam = question.contains("adam");
  AdamState state;
  if (adam) {
    const json& given = question.at("adam");
    state = {number_in(given, "t"),     list_in(given, "m"),       list_in(given, "v"),
             number_in(given, "beta1"), number_in(given, "beta2"), number_in(given, "epsilon")};
  }
  const auto stepped = [&](const ExpectedNetwork::At& at) {
    if (!adam || reading.dialect.optimiser == Optimiser::kSgd) return network.step(at, target, eta);
    return adam_step(network.theta(), at.value, at.gradient, target, eta,
                     reading.dialect.loss_factor, state, network.rounding());
  };
  const auto at = network.at(x, Kinks::kAsTwin, true);
  Stepped after = stepped(at);
  Stepped at_kinks;
  if (at.at_kink) at_kinks = stepped(network.at(x, Kinks::kHull, true));
  Expectations all;
  const auto add = [&](const char* name, std::vector<Ball>& balls, std::vector<Ball>& wide) {
    if (balls.empty()) return;
    all.fields.push_back({.field = name, .balls = std::move(balls), .at_kinks = std::move(wide)});
    all.fields.back().place = parameter_places(network.map());
  };
  // In the order in which they are computed.
  add("m", after.m, at_kinks.m);
  add("v", after.v, at_kinks.v);
  add("theta", after.theta, at_kinks.theta);
  all.says_nothing = !(at.largest < network.rounding().largest());
  return all;
}

}  // namespace eenet::verify::oracle
