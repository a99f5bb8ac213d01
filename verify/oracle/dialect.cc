#include "verify/oracle/dialect.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/names.h"
#include "verify/nearest_word.h"
#include "verify/oracle/judge.h"
#include "verify/oracle/respondent.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& where, const json& got, const std::string& expected) {
  constexpr std::size_t kLongest = 60;
  std::string shown = got.dump(-1, ' ', false, json::error_handler_t::replace);
  if (shown.size() > kLongest) shown = shown.substr(0, kLongest) + "...";
  throw Fault(FaultKind::kMissingField,
              text("hello: ", where, " is ", shown, ", expected ", expected));
}

std::string listed(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return all;
}

// The place of the word in the list.
std::size_t one_of(const std::string& where, const json& got,
                   const std::vector<std::string>& words) {
  if (got.is_string()) {
    const auto found = std::find(words.begin(), words.end(), got.get<std::string>());
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  }
  const std::string near = got.is_string() ? suggestion(got.get<std::string>(), words) : "";
  refuse(where, got, listed(words) + near);
}

double number(const std::string& where, const json& got) {
  if (!got.is_number() || !std::isfinite(got.get<double>())) refuse(where, got, "a finite number");
  return got.get<double>();
}

std::vector<std::string> words_of(const std::string& where, const json& got,
                                  const std::vector<std::string>& known) {
  if (!got.is_array() || got.empty()) refuse(where, got, "a list of " + listed(known));
  std::vector<std::string> all;
  for (const json& one : got) all.push_back(known[one_of(where, one, known)]);
  return all;
}

template <typename Value, std::size_t Size>
void choose(const std::string& key, const json& got, const std::vector<std::string>& words,
            const std::array<Value, Size>& values, Value& value) {
  value = values[one_of("dialect " + key, got, words)];
}

void read_key(const std::string& key, const json& got, Dialect& dialect) {
  const std::string where = "dialect " + key;
  if (key == "layout") {
    choose(key, got, {"row-major", "column-major"},
           std::array{Layout::kRowMajor, Layout::kColumnMajor}, dialect.layout);
  } else if (key == "order") {
    choose(key, got, {"forward", "backward"},
           std::array{LayerOrder::kForward, LayerOrder::kBackward}, dialect.order);
  } else if (key == "biases") {
    choose(key, got, {"none", "interleaved", "last"},
           std::array{Biases::kNone, Biases::kInterleaved, Biases::kLast}, dialect.biases);
  } else if (key == "scale") {
    choose(key, got, {"none", "sqrt-width"}, std::array{false, true}, dialect.sqrt_width);
  } else if (key == "relu_at_zero") {
    dialect.relu_at_zero.reset();
    if (got == "any") return;
    if (!got.is_number() || !(got.get<double>() >= 0.0 && got.get<double>() <= 1.0)) {
      refuse(where, got, "a number from 0 to 1, or any");
    }
    dialect.relu_at_zero = got.get<double>();
  } else if (key == "loss_factor") {
    dialect.loss_factor = number(where, got);
    if (!(dialect.loss_factor > 0.0)) refuse(where, got, "a number above 0");
  } else if (key == "optimiser") {
    choose(key, got, {"sgd", "adam"}, std::array{Optimiser::kSgd, Optimiser::kAdam},
           dialect.optimiser);
  } else if (key == "tie") {
    choose(key, got, {"lowest", "highest", "any"},
           std::array{TieRule::kLowest, TieRule::kHighest, TieRule::kAny}, dialect.tie);
  } else if (key == "score_weight") {
    dialect.score_weight = number(where, got);
  } else if (key == "score_offset") {
    dialect.score_offset = number(where, got);
  } else if (key == "label") {
    choose(key, got, {"difference", "absolute", "positive"},
           std::array{LabelKind::kDifference, LabelKind::kAbsolute, LabelKind::kPositive},
           dialect.label);
  } else if (key == "label_shift") {
    dialect.label_shift = number(where, got);
  } else {
    const std::vector<std::string> known = {
        "layout",    "order", "biases",       "scale",        "relu_at_zero", "loss_factor",
        "optimiser", "tie",   "score_weight", "score_offset", "label",        "label_shift"};
    throw Fault(FaultKind::kMissingField,
                text("hello: dialect has the unknown key '", key, "'", suggestion(key, known),
                     ", expected ", listed(known)));
  }
}

}  // namespace

Hello parse_hello(const json& answer) {
  if (!answer.is_object()) refuse("the answer", answer, "an object");
  Hello hello;
  const auto at = [&answer](const char* key) { return answer.value(key, json()); };
  if (!at("name").is_string()) refuse("name", at("name"), "a text");
  hello.name = at("name").get<std::string>();
  hello.levels = words_of("levels", at("levels"), judge_levels());
  if (answer.contains("scalar")) {
    const std::size_t which = one_of("scalar", at("scalar"), {"float64", "float32"});
    hello.arithmetic = which == 0 ? kDouble : kFloat;
  }
  if (answer.contains("features")) {
    hello.features =
        words_of("features", at("features"), {"gradient", "projection", "block-mean", "lle"});
  }
  if (answer.contains("methods")) {
    hello.methods = words_of("methods", at("methods"), {"eenet", "greedy"});
  }
  if (answer.contains("dialect")) {
    const json dialect = at("dialect");
    if (!dialect.is_object()) refuse("dialect", dialect, "an object");
    for (const auto& [key, value] : dialect.items()) read_key(key, value, hello.dialect);
  }
  return hello;
}

json to_json(const Hello& hello) {
  const Dialect& dialect = hello.dialect;
  json relu_at_zero = "any";
  if (dialect.relu_at_zero) relu_at_zero = *dialect.relu_at_zero;
  json all = {
      {"name", hello.name},
      {"levels", hello.levels},
      {"scalar", hello.arithmetic.unit_roundoff == kDouble.unit_roundoff ? "float64" : "float32"},
      {"features", hello.features},
      {"methods", hello.methods}};
  all["dialect"] = {{"layout", dialect.layout == Layout::kRowMajor ? "row-major" : "column-major"},
                    {"order", dialect.order == LayerOrder::kForward ? "forward" : "backward"},
                    {"biases", theory::name_in({{Biases::kNone, "none"},
                                                {Biases::kInterleaved, "interleaved"},
                                                {Biases::kLast, "last"}},
                                               dialect.biases)},
                    {"scale", dialect.sqrt_width ? "sqrt-width" : "none"},
                    {"relu_at_zero", relu_at_zero},
                    {"loss_factor", dialect.loss_factor},
                    {"optimiser", dialect.optimiser == Optimiser::kSgd ? "sgd" : "adam"},
                    {"tie", theory::name_in({{TieRule::kLowest, "lowest"},
                                             {TieRule::kHighest, "highest"},
                                             {TieRule::kAny, "any"}},
                                            dialect.tie)},
                    {"score_weight", dialect.score_weight},
                    {"score_offset", dialect.score_offset},
                    {"label", theory::name_in({{LabelKind::kDifference, "difference"},
                                               {LabelKind::kAbsolute, "absolute"},
                                               {LabelKind::kPositive, "positive"}},
                                              dialect.label)},
                    {"label_shift", dialect.label_shift}};
  return all;
}

}  // namespace eenet::verify::oracle
