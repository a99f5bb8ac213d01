// The beginning and the end of a text whose length has no limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eenet::experiments {

class Remarks {
 public:
  // So many bytes are kept of the beginning, and as many of the end.
  explicit Remarks(std::size_t most = 4096) : most_(most) {}

  void add(std::string_view text);

  // What was added since the last call; where it was too long, a line says how much is left out.
  std::string take();

 private:
  std::size_t most_;
  std::string beginning_;
  std::string end_;
  std::size_t left_out_ = 0;
};

}  // namespace eenet::experiments
