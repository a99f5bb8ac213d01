#include "verify/oracle/expected/expectations.h"

#include <algorithm>

#include "reference/require.h"
#include "verify/oracle/expected/expected_network.h"
#include "verify/oracle/expected/features.h"
#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

// A bound of phi at which an entry, which is at most 1, could be almost anything.
constexpr double kVague = 0.5;

Expectations expected_features(const json& question, const Reading& reading) {
  const Rounding rounding(reading.arithmetic);
  const Balls gradient = Balls::of(list_in(question, "gradient"));
  const Balls phi = features_of(question.at("features"), gradient, rounding,
                                reading.slip != Slip::kNotNormalised);
  Expectations all;
  all.fields.push_back({.field = "features", .balls = as_list(phi), .at_kinks = {}});
  all.fields.back().place = [](std::size_t i) { return text("[", i, "]"); };
  for (const double error : phi.error) {
    if (!(error < kVague)) all.says_nothing = true;
  }
  return all;
}

Expectations part(const Expectations& round, bool before_learning) {
  Expectations some;
  some.says_nothing = round.says_nothing;
  bool before = true;
  for (const Expected& field : round.fields) {
    if (before == before_learning) some.fields.push_back(field);
    if (field.is_arm) before = false;
  }
  return some;
}

Expectations expected_by_op(const json& question, const Reading& reading) {
  const auto op = question.at("op").get<std::string>();
  if (op == "forward") return expected_forward(question, reading);
  if (op == "gradient") return expected_gradient(question, reading);
  if (op == "update") return expected_update(question, reading);
  if (op == "features") return expected_features(question, reading);
  if (op == "round") return expected_round(question, reading);
  EENET_REQUIRE(op == "ntk", "expectations: op ", op,
                ", expected forward, gradient, update, features, round or ntk");
  return expected_ntk(question, reading);
}

// Whether a result is so large that what it is made of may have overflowed.
bool beyond(const Expectations& expected, double largest) {
  for (const Expected& field : expected.fields) {
    for (const auto* balls : {&field.balls, &field.at_kinks}) {
      const auto fits = [largest](const Ball& ball) { return magnitude(ball) < largest; };
      if (!std::all_of(balls->begin(), balls->end(), fits)) return true;
    }
  }
  return false;
}

}  // namespace

Reading reading_of(const Hello& hello) {
  return {hello.arithmetic, hello.dialect, Slip::kNone};
}

std::size_t Expectations::count() const {
  std::size_t numbers = 0;
  for (const Expected& field : fields) numbers += field.is_arm ? 1 : field.balls.size();
  return numbers;
}

Expectations expectations(const json& question, const Reading& reading) {
  Expectations all = expected_by_op(question, reading);
  all.says_nothing = all.says_nothing || beyond(all, Rounding(reading.arithmetic).largest());
  return all;
}

Expectations of_choice(const Expectations& round) {
  return part(round, true);
}

Expectations of_learning(const Expectations& round) {
  return part(round, false);
}

json to_json(const Expectations& expected) {
  json all = json::object();
  for (const Expected& field : expected.fields) {
    json numbers = json::array();
    for (std::size_t i = 0; i < field.balls.size(); ++i) {
      json number = {{"value", field.balls[i].value}, {"bound", field.balls[i].error * kInflate}};
      if (!field.at_kinks.empty() && field.at_kinks[i].error > field.balls[i].error) {
        number["kink"] = {{"value", field.at_kinks[i].value},
                          {"bound", field.at_kinks[i].error * kInflate}};
      }
      numbers.push_back(std::move(number));
    }
    all[field.is_arm ? "scores" : field.field] = std::move(numbers);
  }
  return all;
}

}  // namespace eenet::verify::oracle
