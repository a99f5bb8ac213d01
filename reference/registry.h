// The one table of policies and environments. A new one is a line here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/kind.h"

namespace eenet {

const std::vector<EnvironmentKind>& environment_kinds();
const std::vector<PolicyKind>& policy_kinds();

// "linear, quadratic, ...": all names, in the table's order.
std::string environment_names();
std::string policy_names();

// A spec with every default filled in: what a trace header records.
Spec complete_environment_spec(const Spec& spec);
Spec complete_policy_spec(const Spec& spec);

// The settings of such a spec, complete.
Settings environment_settings(const Spec& spec);

// Throw std::invalid_argument on an unknown name, an unknown key or a value out of range.
std::unique_ptr<Environment> make_environment(const Spec& spec, const EnvironmentInputs& inputs);

// The environment must outlive the policy.
std::unique_ptr<Policy> make_policy(const Spec& spec, const Environment& environment,
                                    const PolicyInputs& inputs);

}  // namespace eenet
