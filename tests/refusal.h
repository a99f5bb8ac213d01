// What an action says when it refuses.
#pragma once

#include <functional>
#include <string>

namespace eenet {

// The message of the exception of this type that it throws; "accepted" if it throws none.
template <typename Error>
std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace eenet
