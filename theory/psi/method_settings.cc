#include "theory/psi/method_settings.h"

#include <algorithm>

#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::theory {

namespace {

auto kind_of(const Spec& method) {
  return std::ranges::find(policy_kinds(), method.name, &PolicyKind::name);
}

}  // namespace

bool is_known_method(const Spec& method) {
  return kind_of(method) != policy_kinds().end();
}

Settings settings_of(const Spec& method) {
  EENET_REQUIRE(is_known_method(method), "method ", method.name,
                " is unknown, expected one of eenet run --list");
  return {"method " + method.name, kind_of(method)->keys, method.given};
}

}  // namespace eenet::theory
