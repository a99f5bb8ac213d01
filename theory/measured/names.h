// The words that stand for the values of an enum in files and messages.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include "reference/require.h"

namespace eenet::theory {

// The name of a value, which must be in the list.
template <typename Value>
std::string name_in(
    std::initializer_list<std::pair<std::type_identity_t<Value>, const char*>> names, Value value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  EENET_REQUIRE(false, "name_in: value ", static_cast<int>(value), " has no name");
  return {};
}

}  // namespace eenet::theory
