#include "experiments/processes/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace eenet::experiments {

void Remarks::add(std::string_view text) {
  const std::size_t fits = std::min(text.size(), most_ - beginning_.size());
  beginning_ += text.substr(0, fits);
  end_ += text.substr(fits);
  if (end_.size() <= most_) return;
  left_out_ += end_.size() - most_;
  end_.erase(0, end_.size() - most_);
}

std::string Remarks::take() {
  std::string all = std::exchange(beginning_, {});
  if (left_out_ > 0) all += fmt::format("\n[{} bytes left out]\n", left_out_);
  left_out_ = 0;
  return all + std::exchange(end_, {});
}

}  // namespace eenet::experiments
