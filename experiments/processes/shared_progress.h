// Progress of work that several threads tell about, in parts of the whole.
#pragma once

#include <mutex>

#include "experiments/processes/progress.h"

namespace eenet::experiments {

class SharedProgress {
 public:
  explicit SharedProgress(bool quiet);

  // The part that is done, 0 to 1; from any thread. What is told to be less than before is kept.
  void update(double part);

 private:
  std::mutex mutex_;
  Progress progress_;
  double furthest_ = 0.0;
};

}  // namespace eenet::experiments
