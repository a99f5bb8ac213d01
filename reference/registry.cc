#include "reference/registry.h"

#include "reference/environments/arrays.h"
#include "reference/environments/data_sets.h"
#include "reference/environments/hard_cases.h"
#include "reference/environments/synthetic.h"
#include "reference/policies/controls.h"
#include "reference/policies/eenet_released.h"
#include "reference/policies/eenet_variations.h"
#include "reference/policies/greedy.h"
#include "reference/policies/kernel.h"
#include "reference/policies/linear.h"
#include "reference/policies/neural_epsilon.h"
#include "reference/policies/neural_ucb.h"
#include "reference/require.h"

namespace eenet {

namespace {

template <typename Kind>
std::string names_of(const std::vector<Kind>& kinds) {
  std::string names;
  for (const Kind& kind : kinds) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

template <typename Kind>
const Kind& find_kind(const std::vector<Kind>& kinds, const std::string& name, const char* what) {
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind;
  }
  throw std::invalid_argument(
      text("unknown ", what, " '", name, "', expected one of ", names_of(kinds)));
}

template <typename Kind>
Settings settings_for(const Kind& kind, const char* what, const Spec& spec) {
  return {text(what, " ", kind.name), kind.keys, spec.given};
}

}  // namespace

const std::vector<EnvironmentKind>& environment_kinds() {
  static const std::vector<EnvironmentKind> kKinds = {
      linear_kind(),          quadratic_kind(),      cosine_kind(),
      teacher_kind(),         two_arms_kind(),       duplicates_kind(),
      near_duplicates_kind(), antipodal_kind(),      arrays_kind(),
      mnist_kind(),           yelp_kind(),           movielens_kind(),
      disin_kind(),           classification_kind(),
  };
  return kKinds;
}

const std::vector<PolicyKind>& policy_kinds() {
  static const std::vector<PolicyKind> kKinds = {
      eenet_kind(),
      eenet_abs_kind(),
      eenet_relu_kind(),
      eenet_released_kind(),
      greedy_kind(),
      neural_epsilon_kind(),
      neural_epsilon_decay_kind(),
      neural_ucb_kind(),
      neural_ts_kind(),
      linucb_kind(),
      lints_kind(),
      kernelucb_kind(),
      kernelts_kind(),
      ntk_ucb_kind(),
      random_kind(),
      optimal_kind(),
  };
  return kKinds;
}

std::string environment_names() {
  return names_of(environment_kinds());
}

std::string policy_names() {
  return names_of(policy_kinds());
}

Settings environment_settings(const Spec& spec) {
  return settings_for(find_kind(environment_kinds(), spec.name, "environment"), "environment",
                      spec);
}

Spec complete_environment_spec(const Spec& spec) {
  return {spec.name, environment_settings(spec).values()};
}

Spec complete_policy_spec(const Spec& spec) {
  const PolicyKind& kind = find_kind(policy_kinds(), spec.name, "method");
  return {spec.name, settings_for(kind, "method", spec).values()};
}

std::unique_ptr<Environment> make_environment(const Spec& spec, const EnvironmentInputs& inputs) {
  const EnvironmentKind& kind = find_kind(environment_kinds(), spec.name, "environment");
  return kind.make(settings_for(kind, "environment", spec), inputs);
}

std::unique_ptr<Policy> make_policy(const Spec& spec, const Environment& environment,
                                    const PolicyInputs& inputs) {
  const PolicyKind& kind = find_kind(policy_kinds(), spec.name, "method");
  auto policy = kind.make(settings_for(kind, "method", spec), environment, inputs);
  const std::size_t networks = policy->parameters().size();
  EENET_REQUIRE(inputs.initial_parameters.empty() || inputs.initial_parameters.size() == networks,
                "initial parameters: got ", inputs.initial_parameters.size(), " vectors, method ",
                kind.name, " has ", networks, " networks");
  return policy;
}

}  // namespace eenet
