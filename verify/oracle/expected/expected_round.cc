// A round of Algorithm 1: f1, phi and f2 of every arm, the choice, the label and both steps, each
// with what the errors of those before do to it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/require.h"
#include "verify/oracle/expected/expected_network.h"
#include "verify/oracle/expected/features.h"
#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;
using At = ExpectedNetwork::At;

struct Arm {
  At f1;
  Balls phi;
  At f2;
};

// All of a round that is made of numbers, for one treatment of kinks.
struct Round {
  std::vector<Arm> arms;
  Ball label;
  std::vector<Ball> theta1;
  std::vector<Ball> theta2;
  bool at_kink = false;
  bool too_large = false;
};

struct Networks {
  ExpectedNetwork f1;
  std::optional<ExpectedNetwork> f2;  // none: greedy
};

Ball label_of(const Ball& reward, const Ball& value, const Dialect& dialect,
              const Rounding& rounding) {
  Ball label = difference(reward, value, rounding);
  if (dialect.label == LabelKind::kAbsolute) {
    label.value = std::abs(label.value);
  } else if (dialect.label == LabelKind::kPositive) {
    const bool certain = label.value + label.error <= 0.0;
    label = {std::max(label.value, 0.0), certain ? 0.0 : label.error};
  }
  if (dialect.label_shift == 0.0) return label;
  return sum(label, {dialect.label_shift, 0.0}, rounding);
}

// f1 at the parameters after a step. An explanation is a hint, not a verdict: what the errors of
// those parameters do is taken for no more than so many roundings of every number.
constexpr double kAfterStep = 0x1p16;

At after_step(const json& network, const std::vector<Ball>& theta, const Balls& x, Kinks kinks,
              const Reading& reading) {
  std::vector<double> numbers;
  for (const Ball& entry : theta) numbers.push_back(stored(entry.value, reading.arithmetic));
  const ExpectedNetwork stepped(network, std::move(numbers), reading);
  At at = stepped.at(x, kinks, true);
  const double relative = stepped.rounding().relative(kAfterStep);
  at.value.error += relative * at.largest;
  for (std::size_t i = 0; i < at.gradient.size(); ++i) {
    at.gradient.error[i] += relative * at.gradient.magnitude[i];
  }
  return at;
}

Balls features_at(const json& question, const Balls& gradient, const ExpectedNetwork& f1) {
  return features_of(question.at("features"), gradient, f1.rounding(),
                     f1.reading().slip != Slip::kNotNormalised);
}

void look_at_arms(const json& question, const Networks& networks, Kinks kinks, Round& round) {
  const auto play = question.at("play").get<std::size_t>();
  for (const std::vector<double>& x : lists_in(question, "arms")) {
    Arm arm;
    const bool played = round.arms.size() == play;
    arm.f1 = networks.f1.at(Balls::of(x), kinks, networks.f2.has_value() || played);
    round.at_kink = round.at_kink || arm.f1.at_kink;
    double largest = arm.f1.largest;
    if (networks.f2) {
      arm.phi = features_at(question, arm.f1.gradient, networks.f1);
      arm.f2 = networks.f2->at(arm.phi, kinks, played);
      round.at_kink = round.at_kink || (played && arm.f2.at_kink);
      largest = std::max(largest, arm.f2.largest);
    }
    round.too_large = round.too_large || !(largest < networks.f1.rounding().largest());
    round.arms.push_back(std::move(arm));
  }
}

void learn(const json& question, const Networks& networks, Kinks kinks, Round& round) {
  const auto play = question.at("play").get<std::size_t>();
  const Ball reward = {number_in(question, "reward"), 0.0};
  const Reading& reading = networks.f1.reading();
  const Rounding& rounding = networks.f1.rounding();
  const Arm& arm = round.arms[play];
  Ball target = reward;
  if (reading.slip == Slip::kStepFromScore) {
    target = label_of(reward, arm.f1.value, reading.dialect, rounding);
  }
  round.theta1 = networks.f1.step(arm.f1, target, number_in(question, "eta1")).theta;
  if (!networks.f2) return;
  round.label = label_of(reward, arm.f1.value, reading.dialect, rounding);
  const double eta2 = number_in(question, "eta2");
  const bool label_after = reading.slip == Slip::kLabelAfterStep;
  const bool features_after = reading.slip == Slip::kFeaturesAfterStep;
  if (!label_after && !features_after) {
    round.theta2 = networks.f2->step(arm.f2, round.label, eta2).theta;
    return;
  }
  const Balls x = Balls::of(lists_in(question, "arms")[play]);
  const At f1 = after_step(question.at("network1"), round.theta1, x, kinks, reading);
  if (label_after) round.label = label_of(reward, f1.value, reading.dialect, rounding);
  const Balls phi = features_after ? features_at(question, f1.gradient, networks.f1) : arm.phi;
  round.theta2 = networks.f2->step(networks.f2->at(phi, kinks, true), round.label, eta2).theta;
}

Round round_of(const json& question, const Networks& networks, Kinks kinks) {
  Round round;
  look_at_arms(question, networks, kinks, round);
  learn(question, networks, kinks, round);
  return round;
}

std::vector<Ball> values(const Round& round, At Arm::*network) {
  std::vector<Ball> all;
  for (const Arm& arm : round.arms) all.push_back((arm.*network).value);
  return all;
}

std::vector<Ball> features(const Round& round) {
  std::vector<Ball> all;
  for (const Arm& arm : round.arms) {
    for (std::size_t i = 0; i < arm.phi.size(); ++i) all.push_back(arm.phi[i]);
  }
  return all;
}

std::vector<Ball> scores(const Round& round, const Networks& networks) {
  const Rounding& rounding = networks.f1.rounding();
  const Dialect& dialect = networks.f1.reading().dialect;
  std::vector<Ball> all;
  for (const Arm& arm : round.arms) {
    Ball score = arm.f1.value;
    if (networks.f2) {
      const Ball offset = {dialect.score_offset, 0.0};
      const Ball weight = {dialect.score_weight, 0.0};
      Ball extra = arm.f2.value;
      if (dialect.score_offset != 0.0) extra = difference(extra, offset, rounding);
      if (dialect.score_weight != 1.0) extra = product(extra, weight, rounding);
      // w f2 - w c is right too.
      extra.error += rounding.relative(2.0) * std::abs(dialect.score_weight * dialect.score_offset);
      score = sum(score, extra, rounding);
    }
    all.push_back(score);
  }
  return all;
}

std::string arm_place(std::size_t i) {
  return text("arm ", i);
}

}  // namespace

Expectations expected_round(const json& question, const Reading& reading) {
  const bool greedy = question.at("method") == "greedy";
  Networks networks{{question.at("network1"), list_in(question, "theta1"), reading}, std::nullopt};
  if (!greedy) {
    networks.f2.emplace(question.at("network2"), list_in(question, "theta2"), reading);
  }
  const Round round = round_of(question, networks, Kinks::kAsTwin);
  Round wide;
  const bool at_kink = round.at_kink;
  if (at_kink) wide = round_of(question, networks, Kinks::kHull);

  Expectations all;
  all.says_nothing = round.too_large;
  const auto add = [&](const char* name, std::vector<Ball> balls, std::vector<Ball> at_kinks) {
    all.fields.push_back({.field = name, .balls = std::move(balls), .at_kinks = {}});
    if (at_kink) all.fields.back().at_kinks = std::move(at_kinks);
    all.fields.back().place = arm_place;
  };
  add("f1", values(round, &Arm::f1), values(wide, &Arm::f1));
  if (!greedy) {
    add("phi", features(round), features(wide));
    const std::size_t size = round.arms.front().phi.size();
    all.fields.back().columns = size;
    all.fields.back().optional = true;
    all.fields.back().place = [size](std::size_t i) {
      return text("arm ", i / size, " [", i % size, "]");
    };
    add("f2", values(round, &Arm::f2), values(wide, &Arm::f2));
  }
  add("arm", scores(round, networks), at_kink ? scores(wide, networks) : std::vector<Ball>{});
  all.fields.back().is_arm = true;
  if (!greedy) {
    add("label", {round.label}, {wide.label});
    all.fields.back().single = true;
    all.fields.back().place = {};
  }
  if (reading.dialect.optimiser == Optimiser::kAdam) return all;
  add("theta1", round.theta1, wide.theta1);
  all.fields.back().place = parameter_places(networks.f1.map());
  if (greedy) return all;
  add("theta2", round.theta2, wide.theta2);
  all.fields.back().place = parameter_places(networks.f2->map());
  return all;
}

}  // namespace eenet::verify::oracle
