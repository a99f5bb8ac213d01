#include "verify/oracle/questions.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "verify/generators/contexts.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/nearest_word.h"
#include "verify/oracle/expected/features.h"
#include "verify/oracle/expected/parameters.h"
#include "verify/oracle/expected/question_fields.h"
#include "verify/oracle/judge.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

// Numbers of so few binary digits are stored as they are by every arithmetic.
constexpr std::uint64_t kFewDigits = 8;
// f2 of the whole gradient, and landmarks, only where they are no burden.
constexpr std::uint64_t kMostExplorationWeights = 4000;
constexpr std::uint64_t kLongestLandmark = 300;

// The implementation's parameters from the weights of its network, with biases where it has them.
std::vector<double> with_biases(const Case& one, const NaiveShape& shape,
                                const std::vector<double>& weights, std::string_view purpose,
                                const Hello& hello) {
  const ParameterMap map(shape, hello.dialect);
  Rng rng = case_rng(one, std::string(purpose) + "/biases");
  std::vector<double> biases(map.bias_count());
  for (double& bias : biases)
    bias = rng.below(4) == 0 ? 0.0 : number_between(rng, -1, 1, one.digits);
  return stored(map.listed(weights, biases), hello.arithmetic);
}

Point stored_point(const Case& one, const Hello& hello) {
  Point point = random_point(one);
  point.x = stored(std::move(point.x), hello.arithmetic);
  point.theta = with_biases(one, point.shape, point.theta, "network", hello);
  return point;
}

json network_question(std::string_view op, const Case& one, const Hello& hello) {
  const Point point = stored_point(one, hello);
  return {
      {"op", op}, {"network", network_json(point.shape)}, {"theta", point.theta}, {"x", point.x}};
}

json update_question(const Case& one, const Hello& hello) {
  json question = network_question("update", one, hello);
  Rng rng = case_rng(one, "step");
  question["target"] = number_between(rng, -1.0, 2.0, kFewDigits);
  question["eta"] = number_between(rng, 0x1p-8, 1.0, kFewDigits);
  if (hello.dialect.optimiser != Optimiser::kAdam) return question;
  std::vector<double> m(question.at("theta").size());
  std::vector<double> v(m.size());
  for (double& entry : m) entry = number_between(rng, -1.0, 1.0, kFewDigits);
  for (double& entry : v) entry = number_between(rng, 0x1p-8, 1.0, kFewDigits);
  question["adam"] = {{"t", rng.below(6)}, {"m", m},           {"v", v},
                      {"beta1", 0.875},    {"beta2", 0.96875}, {"epsilon", 0x1p-12}};
  return question;
}

// One of the maps of docs/protocol.md that the implementation has.
json features_json(const Case& one, std::size_t size, const Hello& hello) {
  Rng rng = case_rng(one, "features");
  std::vector<std::string> kinds;
  for (const std::string& kind : hello.features) {
    if (kind == "gradient" && size * one.width > kMostExplorationWeights) continue;
    if (kind == "lle" && size > kLongestLandmark) continue;
    kinds.push_back(kind);
  }
  if (kinds.empty()) kinds = hello.features;
  const std::string kind = kinds[rng.below(kinds.size())];
  json features = {{"kind", kind}};
  if (kind == "block-mean") {
    // A last block that has fewer, where there is one.
    std::size_t block = 2 + size / 24 + rng.below(3);
    if (size % block == 0) ++block;
    features["block"] = std::min(block, std::max<std::size_t>(size, 2));
  } else if (kind == "projection") {
    const std::uint64_t k = 1 + rng.below(10);
    std::vector<std::uint64_t> rows;
    std::vector<int> signs;
    for (std::size_t i = 0; i < size; ++i) {
      rows.push_back(rng.below(k));
      signs.push_back(rng.below(2) == 0 ? 1 : -1);
    }
    features.update({{"k", k}, {"rows", rows}, {"signs", signs}});
  } else if (kind == "lle") {
    const std::uint64_t k = 1 + rng.below(3);
    const std::uint64_t count = 5 + rng.below(4);
    json landmarks = json::array();
    json places = json::array();
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<double> landmark(size);
      std::vector<double> place(k);
      for (double& entry : landmark) entry = number_between(rng, -1.0, 1.0, kFewDigits);
      for (double& entry : place) entry = number_between(rng, -1.0, 1.0, kFewDigits);
      landmarks.push_back(landmark);
      places.push_back(place);
    }
    features.update({{"k", k},
                     {"neighbours", 1 + rng.below(3)},
                     {"ridge", 0x1p-8},
                     {"landmarks", landmarks},
                     {"embedding", places}});
  }
  return features;
}

json features_question(const Case& one, const Hello& hello) {
  const std::size_t size = ParameterMap(shape_of(one), hello.dialect).size();
  Rng rng = case_rng(one, "gradient");
  std::vector<double> gradient(size);
  const int exponent = one.kind == Kind::kTiny ? -20 - static_cast<int>(rng.below(20)) : 0;
  for (double& entry : gradient) {
    if (one.kind == Kind::kDead) continue;
    const bool special = one.kind == Kind::kSpecial && rng.below(2) == 0;
    entry = special ? special_number(rng)
                    : std::ldexp(number_between(rng, -1.0, 1.0, one.digits), exponent);
  }
  return {{"op", "features"},
          {"features", features_json(one, size, hello)},
          {"gradient", stored(gradient, hello.arithmetic)}};
}

json arms_json(const Case& one, std::uint64_t t, const Hello& hello) {
  const Eigen::MatrixXd contexts = random_contexts(one, t);
  json arms = json::array();
  for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
    // Not all of norm 1: one that scales its contexts would look right.
    const double norm =
        std::ldexp(1.0, static_cast<int>((one.seed + static_cast<std::uint64_t>(i)) % 3) - 1);
    std::vector<double> arm(contexts.col(i).begin(), contexts.col(i).end());
    for (double& entry : arm) entry *= norm;
    arms.push_back(stored(arm, hello.arithmetic));
  }
  // The context at which units are at their kinks.
  const bool kinks = one.kind == Kind::kOnKink || one.kind == Kind::kNearKink;
  if (kinks && t == 1) arms[0] = stored(random_point(one).x, hello.arithmetic);
  return arms;
}

json ntk_question(const Case& one, const Hello& hello) {
  Rng rng = case_rng(one, "kernel");
  json contexts = arms_json(one, 0, hello);
  for (json& context : contexts) {
    const int exponent = static_cast<int>(rng.below(7)) - 3;
    for (json& entry : context) entry = std::ldexp(entry.get<double>(), exponent);
  }
  const char* convention = rng.below(2) == 0 ? "corrected" : "printed";
  // A context 0 has no angle to the others.
  if (rng.below(4) == 0) contexts.back() = std::vector<double>(one.dimension);
  return {{"op", "ntk"}, {"contexts", contexts}, {"depth", one.depth}, {"convention", convention}};
}

json round_question(const Case& one, const Hello& hello) {
  json question = start_of(one, hello);
  const RunRound round = run_round_of(one, hello, 1);
  question["op"] = "round";
  question["arms"] = round.arms;
  question["play"] = round.play;
  question["reward"] = round.reward;
  return question;
}

}  // namespace

json start_of(const Case& one, const Hello& hello) {
  Rng rng = case_rng(one, "round");
  const std::string method = hello.methods[rng.below(hello.methods.size())];
  const Point point = stored_point(one, hello);
  // With the factor sqrt(m) a step moves f by m times as much.
  const double slower = hello.dialect.sqrt_width
                            ? std::ldexp(1.0, -std::ilogb(static_cast<double>(one.width)) - 1)
                            : 1.0;
  const auto rate = [&] { return slower * number_between(rng, 0x1p-8, 0x1p-4, 10); };
  json question = {{"op", "start"},
                   {"method", method},
                   {"network1", network_json(point.shape)},
                   {"theta1", point.theta},
                   {"eta1", rate()}};
  if (method == "greedy") return question;
  const json features = features_json(one, point.theta.size(), hello);
  NaiveShape second = point.shape;
  second.input_dim = features_size(features, point.theta.size());
  question["network2"] = network_json(second);
  question["features"] = features;
  question["eta2"] = rate();
  question["theta2"] =
      with_biases(one, second, random_parameters(one, second, "network 2"), "network 2", hello);
  return question;
}

RunRound run_round_of(const Case& one, const Hello& hello, std::uint64_t t) {
  Rng rng = case_rng(one, "reward", t);
  RunRound round;
  round.arms = arms_json(one, t, hello);
  round.play = rng.below(one.arms);
  round.reward = number_between(rng, 0x1p-8, 1.0, kFewDigits);
  return round;
}

json question_of(std::string_view level, const Case& one, const Hello& hello) {
  if (level == "forward" || level == "gradient") return network_question(level, one, hello);
  if (level == "update") return update_question(one, hello);
  if (level == "features") return features_question(one, hello);
  if (level == "round") return round_question(one, hello);
  EENET_REQUIRE(level == "ntk", "question_of: level ", level, ", expected one that has questions");
  return ntk_question(one, hello);
}

const std::vector<Case>& first_cases() {
  static const std::vector<Case> cases = {
      {.depth = 2, .width = 3, .dimension = 4, .arms = 5, .rounds = 6, .digits = 52, .seed = 1},
      {.depth = 3, .width = 4, .dimension = 5, .arms = 2, .rounds = 7, .digits = 52, .seed = 2},
      {.depth = 4, .width = 5, .dimension = 3, .arms = 6, .rounds = 2, .digits = 52, .seed = 3},
      {.depth = 5, .width = 2, .dimension = 7, .arms = 4, .rounds = 3, .digits = 52, .seed = 4},
      {.depth = 3, .width = 5, .dimension = 2, .arms = 4, .rounds = 6, .digits = 3, .seed = 5},
      // What changes late in a run.
      {.depth = 2, .width = 6, .dimension = 3, .arms = 4, .rounds = 80, .digits = 52, .seed = 6}};
  return cases;
}

std::string id_of(std::string_view level, const Case& one) {
  return std::string(level) + "/" + to_text(one);
}

LevelCase parse_id(std::string_view id) {
  const std::size_t slash = id.find('/');
  const std::string level(id.substr(0, slash));
  const auto& levels = judge_levels();
  EENET_REQUIRE(slash != std::string_view::npos &&
                    std::find(levels.begin(), levels.end(), level) != levels.end(),
                "case ", id, ", expected a level, a slash and a case, such as ",
                "gradient/3.4.2.1.1.ordinary.5.77", suggestion(level, levels));
  return {level, parse_case(id.substr(slash + 1))};
}

}  // namespace eenet::verify::oracle
