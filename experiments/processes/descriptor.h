// Numbers of open files that are closed when they go out of scope, and pipes of two of them.
#pragma once

#include <utility>

namespace eenet::experiments {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  // -1 where nothing is open.
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close();
  // From now on reading and writing return at once.
  void never_wait() const;

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor reader;
  Descriptor writer;
};

// Programs that are started do not inherit it. Throws std::runtime_error.
Pipe make_pipe();

}  // namespace eenet::experiments
