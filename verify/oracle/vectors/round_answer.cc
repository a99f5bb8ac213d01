#include "verify/oracle/vectors/round_answer.h"

#include <cmath>
#include <limits>

#include "reference/registry.h"
#include "verify/oracle/vectors/round_bounds.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/plain/eenet.h"
#include "verify/shown.h"

namespace eenet::verify::oracle {

namespace {

constexpr const char* kReason =
    "any order of the additions (verify/rounding.h), with what the error of each number does to "
    "the "
    "next: f1 and its gradient, phi, f2, label, steps; of both sides, added";

Eigen::MatrixXd matrix_of(const std::vector<Numbers>& columns) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(columns[0].size()),
                         static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) {
    matrix.col(i) = plain::vector_of(columns[static_cast<std::size_t>(i)]);
  }
  return matrix;
}

// What one side says.
struct Said {
  Numbers f1;
  Numbers f2;
  std::vector<Numbers> phi;
  std::size_t arm = 0;
  double label = 0.0;
  Numbers theta1;
  Numbers theta2;
};

std::vector<Numbers> parameters_of(const RoundState& state) {
  if (state.theta2.empty()) return {state.theta1};
  return {state.theta1, state.theta2};
}

Said said_by_reference(const RoundSettings& settings, const RoundState& state) {
  const auto environment = make_environment(
      Spec::parse("linear:dim=" + std::to_string(settings.shape.input_dim)), {1, false, {}});
  PolicyInputs inputs;
  inputs.seed = settings.features.seed;
  for (const Numbers& theta : parameters_of(state)) {
    inputs.initial_parameters.push_back(plain::vector_of(theta));
  }
  const Spec method = Spec::parse(method_text(settings));
  Choice choice;
  make_policy(method, *environment, inputs)->choose(1, matrix_of(state.arms), choice);
  Said said;
  said.f1 = plain::numbers_of(choice.exploitation_scores);
  said.f2 = plain::numbers_of(choice.exploration_scores);
  said.phi = plain::columns_of(choice.gradient_features);
  said.arm = static_cast<std::size_t>(choice.arm);
  // A policy learns from the arm that it chose: it is shown the played one alone.
  const auto learner = make_policy(method, *environment, inputs);
  learner->choose(1, matrix_of({state.arms[state.play]}), choice);
  said.label = learner->learn(state.reward).value_or(0.0);
  said.theta1 = plain::numbers_of(learner->parameters()[0]);
  if (settings.has_exploration()) said.theta2 = plain::numbers_of(learner->parameters()[1]);
  return said;
}

Said said_by_the_twin(const RoundSettings& settings, const RoundState& state) {
  Said said;
  if (!settings.has_exploration()) {
    for (const Numbers& x : state.arms) {
      said.f1.push_back(plain::forward(settings.shape, state.theta1, x).value);
    }
    said.arm = plain::first_largest(said.f1);
    said.theta1 = state.theta1;
    plain::step(settings.shape,
                plain::forward(settings.shape, state.theta1, state.arms[state.play]), state.reward,
                settings.eta1, said.theta1);
    return said;
  }
  plain::EeNet twin(complete_policy_spec(Spec::parse(method_text(settings))),
                    settings.shape.input_dim, settings.features.seed, parameters_of(state));
  const plain::EeNet::Scores scores = twin.scores(state.arms);
  said.f1 = scores.exploitation;
  said.f2 = scores.exploration;
  said.arm = scores.arm;
  for (const Numbers& x : state.arms) {
    const plain::Pass pass = plain::forward(settings.shape, state.theta1, x);
    said.phi.push_back(features_of_the_twin(settings.features,
                                            plain::gradient(settings.shape, state.theta1, pass)));
  }
  said.label = twin.learn(1, state.play, state.reward);
  said.theta1 = twin.theta1();
  said.theta2 = twin.theta2();
  return said;
}

// The arms whose score may be the largest if each is off by its bound.
std::vector<std::size_t> candidates(const Numbers& scores, const Numbers& bounds) {
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    highest = std::max(highest, scores[i] - bounds[i]);
  }
  std::vector<std::size_t> arms;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] + bounds[i] >= highest) arms.push_back(i);
  }
  return arms;
}

Json lists(const std::vector<Numbers>& rows) {
  Json all = Json::array();
  for (const Numbers& row : rows) all.push_back(Json(row));
  return all;
}

Json tolerances(const std::vector<Numbers>& a, const std::vector<Numbers>& b) {
  Json all = Json::array();
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(tolerance(added(a[i], b[i])));
  return all;
}

}  // namespace

NaiveShape RoundSettings::exploration_shape() const {
  return {features.output_size(), shape.width, shape.depth};
}

std::string method_text(const RoundSettings& settings) {
  const std::string common = ":width=" + std::to_string(settings.shape.width) +
                             ",depth=" + std::to_string(settings.shape.depth);
  if (!settings.has_exploration()) return "greedy" + common + ",eta1=" + shown(settings.eta1);
  return settings.method + common + "," + settings.features.setting() +
         ",eta1=" + shown(settings.eta1) + ",eta2=" + shown(settings.eta2);
}

Json round_parameters(const RoundSettings& settings) {
  Json json = {{"op", "round"},
               {"method", settings.method},
               {"network1", shape_json(settings.shape)},
               {"eta1", settings.eta1}};
  if (settings.has_exploration()) {
    json["network2"] = shape_json(settings.exploration_shape());
    json["features"] = settings.features.question();
    json["eta2"] = settings.eta2;
  }
  return json;
}

Json round_question(const RoundState& state) {
  Json json = {{"theta1", state.theta1}};
  if (!state.theta2.empty()) json["theta2"] = state.theta2;
  json["arms"] = lists(state.arms);
  json["play"] = state.play;
  json["reward"] = state.reward;
  return json;
}

RoundAnswer round_answer(const RoundSettings& settings, const RoundState& state) {
  const Said said = said_by_reference(settings, state);
  const Said twin = said_by_the_twin(settings, state);
  const RoundBounds own = round_bounds(settings, state, kInDouble);
  const RoundBounds in_float = round_bounds(settings, state, {kFloat, state.rounds_inputs});
  RoundAnswer answer;
  answer.arm = said.arm;
  answer.theta1 = said.theta1;
  answer.theta2 = said.theta2;
  answer.certain = own.certain && in_float.certain;
  for (std::size_t i = 0; i < said.f1.size(); ++i) {
    answer.scores.push_back(said.f1[i] + (said.f2.empty() ? 0.0 : said.f2[i]));
  }
  answer.arms_in_double = candidates(answer.scores, added(own.scores, own.scores));
  answer.arms_in_float = candidates(answer.scores, added(in_float.scores, own.scores));

  const auto add = [&](const char* name, const Numbers& expected, const Numbers& by_twin,
                       const Numbers& bound, const Numbers& float_bound) {
    answer.fields.push_back({name, expected, by_twin, tolerance(added(bound, bound)),
                             tolerance(added(float_bound, bound)), kReason});
  };
  add("f1", said.f1, twin.f1, own.f1, in_float.f1);
  if (settings.has_exploration()) {
    answer.fields.push_back({"phi", lists(said.phi), lists(twin.phi), tolerances(own.phi, own.phi),
                             tolerances(in_float.phi, own.phi), kReason});
    add("f2", said.f2, twin.f2, own.f2, in_float.f2);
  }
  Field arm{"arm", said.arm, twin.arm, kExact, kExact, "an index"};
  if (answer.arms_in_float.size() > 1) {
    arm.acceptable = {{"float64", answer.arms_in_double}, {"float32", answer.arms_in_float}};
  }
  answer.fields.push_back(std::move(arm));
  if (settings.has_exploration()) {
    answer.fields.push_back({"label", said.label, twin.label, tolerance(2.0 * own.label),
                             tolerance(own.label + in_float.label), kReason});
  }
  add("theta1", said.theta1, twin.theta1, own.theta1, in_float.theta1);
  if (settings.has_exploration()) {
    add("theta2", said.theta2, twin.theta2, own.theta2, in_float.theta2);
  }
  return answer;
}

}  // namespace eenet::verify::oracle
