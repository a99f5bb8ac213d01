// How the libraries answer a caller's mistake: an exception whose text names the function, what it
// got and what it wanted. Always on, in every build.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace eenet {

// The arguments written one after the other, as text. Not for numbers that must round-trip.
template <typename... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace eenet

// EENET_REQUIRE(x.size() == d, "Mlp::forward: context has ", x.size(), " entries, expected ", d);
#define EENET_REQUIRE(condition, ...)                                          \
  do {                                                                         \
    if (!(condition)) throw std::invalid_argument(::eenet::text(__VA_ARGS__)); \
  } while (false)
