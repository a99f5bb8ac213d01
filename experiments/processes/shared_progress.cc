#include "experiments/processes/shared_progress.h"

#include <algorithm>
#include <cstdint>

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kParts = 1000;

}  // namespace

SharedProgress::SharedProgress(bool quiet) : progress_("parts", kParts, quiet) {}

void SharedProgress::update(double part) {
  const std::lock_guard lock(mutex_);
  furthest_ = std::clamp(part, furthest_, 1.0);
  progress_.update(static_cast<std::uint64_t>(furthest_ * static_cast<double>(kParts)));
}

}  // namespace eenet::experiments
