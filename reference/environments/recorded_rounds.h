// The rounds that a trace recorded, as an environment: for a trace of somebody else, whose own
// environment this program does not have.
#pragma once

#include <memory>

#include "reference/kind.h"
#include "reference/trace.h"

namespace eenet {

class RecordedRounds final : public Environment {
 public:
  // `trace` must outlive this.
  explicit RecordedRounds(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] Eigen::Index dim() const override { return trace_.header.dim; }
  [[nodiscard]] Eigen::Index arms() const override { return trace_.header.arms; }
  // Those that the header announces: the last of them may be missing.
  [[nodiscard]] std::uint64_t rounds_available() const override { return trace_.header.rounds; }
  // Contexts of others may have been stored as floats.
  [[nodiscard]] double unit_roundoff() const override { return 0x1p-24; }

  // Throws std::invalid_argument, naming the round and the field, if the trace lacks contexts,
  // rewards or expected_rewards.
  void observe(std::uint64_t t, Round& round) const override;

 private:
  const Trace& trace_;
};

// Whether this program has an environment of that name.
bool is_known_environment(const Spec& environment);

// Whether the trace says that `eenet` wrote it. A trace of ours has our bits.
bool is_from_this_program(const TraceHeader& header);

// The environment that the header names; if this program has none of that name, the rounds that
// were recorded.
std::unique_ptr<Environment> environment_of(const Trace& trace, const ArrayReader& read_array);

}  // namespace eenet
