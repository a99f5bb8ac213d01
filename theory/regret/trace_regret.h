// Regret of a trace, round by round, with plain sums: the numbers that `eenet run` reports.
// Somebody else's trace may leave out the expected rewards; they then come from the environment
// that its header names.
#pragma once

#include <memory>
#include <vector>

#include "reference/environment.h"
#include "reference/kind.h"
#include "reference/trace.h"

namespace eenet::theory {

class TraceRegretMeter {
 public:
  // `realised`: of the rewards that were drawn, not of their expectations.
  TraceRegretMeter(TraceHeader header, bool realised, ArrayReader read_array);

  // Throws std::invalid_argument, naming the round, if the round lacks a reward that is needed and
  // its environment is not known, or if that environment gives another reward for the arm played.
  void add(const TraceRound& round);

  // After every round added.
  [[nodiscard]] const std::vector<double>& regret() const { return regret_; }

 private:
  // The round as the environment of the header shows it.
  const Round& observe(const TraceRound& recorded);

  TraceHeader header_;
  bool realised_ = false;
  ArrayReader read_array_;
  std::unique_ptr<Environment> environment_;  // made when it is first needed
  Round round_;
  double sum_ = 0.0;
  std::vector<double> regret_;
};

}  // namespace eenet::theory
