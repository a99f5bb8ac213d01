#include "verify/traces/method.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "reference/mlp.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::verify {

namespace {

template <typename Kind>
bool is_among(const std::vector<Kind>& kinds, const std::string& name) {
  return std::ranges::any_of(kinds, [&](const Kind& kind) { return kind.name == name; });
}

bool is_eenet(const Spec& method) {
  return method.name == "eenet" || method.name == "eenet-abs" || method.name == "eenet-relu";
}

// Play the largest sum of an estimate and a bonus, which they record as f1 and f2.
constexpr std::array kSumsWithoutF2 = {"eenet-released", "neural-ucb", "neural-ts", "linucb",
                                       "lints",          "kernelucb",  "kernelts",  "ntk-ucb"};

// The key that `complete` has and `given` lacks; empty if there is none.
std::string why_incomplete(const Spec& given, const Spec& complete, const char* what) {
  for (const auto& [key, value] : complete.given) {
    if (!given.given.contains(key)) {
      return text(what, ".settings has no ", key, ", expected every setting of ", given.name);
    }
  }
  return {};
}

}  // namespace

bool can_be_rerun(const Spec& method) {
  return is_eenet(method) || method.name == "greedy";
}

ScoreRule score_rule(const Spec& method) {
  if (is_eenet(method) || std::ranges::count(kSumsWithoutF2, method.name) > 0) {
    return ScoreRule::kSum;
  }
  if (method.name == "greedy") return ScoreRule::kExploitation;
  return is_among(policy_kinds(), method.name) ? ScoreRule::kUnknown : ScoreRule::kSum;
}

std::optional<LabelOfGain> label_rule(const Spec& method) {
  if (method.name == "eenet") return [](double gain) { return gain; };
  if (method.name == "eenet-abs") return [](double gain) { return std::abs(gain); };
  if (method.name == "eenet-relu") return [](double gain) { return relu(gain); };
  return std::nullopt;
}

std::string why_not_our_environment(const Spec& environment) {
  if (!is_among(environment_kinds(), environment.name)) {
    return text("environment ", environment.name, " is not one of this program");
  }
  try {
    return why_incomplete(environment, complete_environment_spec(environment), "environment");
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
}

std::string why_not_our_method(const Spec& method) {
  if (!is_among(policy_kinds(), method.name)) {
    return text("method ", method.name, " is not one of this program");
  }
  try {
    return why_incomplete(method, complete_policy_spec(method), "method");
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
}

}  // namespace eenet::verify
