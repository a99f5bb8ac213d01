// A lack of memory, with what did not fit. A reader that takes every failure for a fault of its file
// would report something untrue.
#pragma once

#include <memory>
#include <new>
#include <string>

namespace eenet {

// The words for a lack of memory.
inline constexpr const char* kOutOfMemory =
    "out of memory, expected a smaller problem or a larger machine";

class OutOfMemory : public std::bad_alloc {
 public:
  // `what` did not fit: a file, a buffer for something.
  explicit OutOfMemory(const std::string& what)
      : sentence_(std::make_shared<const std::string>(what + ": " + kOutOfMemory)) {}
  [[nodiscard]] const char* what() const noexcept override { return sentence_->c_str(); }

 private:
  std::shared_ptr<const std::string> sentence_;  // can be copied where there is no memory
};

// Runs `make`; a lack of memory in it is thrown as OutOfMemory.
template <typename Make>
auto fitting(const std::string& what, const Make& make) {
  try {
    return make();
  } catch (const OutOfMemory&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(what);
  }
}

}  // namespace eenet
