#include "reference/environments/recorded_rounds.h"

#include <algorithm>

#include "reference/registry.h"
#include "reference/require.h"

namespace eenet {

namespace {

template <typename Value>
const Value& recorded(const std::optional<Value>& field, const char* name, std::uint64_t t,
                      const Spec& environment) {
  EENET_REQUIRE(field.has_value(), "round ", t, " has no ", name, ", and environment ",
                environment.name, " is not known here, expected a trace that has them");
  return *field;
}

}  // namespace

void RecordedRounds::observe(std::uint64_t t, Round& round) const {
  EENET_REQUIRE(t >= 1 && t <= trace_.rounds.size(), "round ", t, " was asked for, the trace has ",
                trace_.rounds.size(), ", expected one of them");
  const TraceRound& kept = trace_.rounds[t - 1];
  const Spec& environment = trace_.header.environment;
  round.contexts = recorded(kept.contexts, "contexts", t, environment);
  round.rewards = recorded(kept.rewards, "rewards", t, environment);
  round.expected_rewards = recorded(kept.expected_rewards, "expected_rewards", t, environment);
}

bool is_known_environment(const Spec& environment) {
  return std::ranges::any_of(environment_kinds(), [&](const EnvironmentKind& kind) {
    return kind.name == environment.name;
  });
}

bool is_from_this_program(const TraceHeader& header) {
  return header.producer.starts_with("eenet ");
}

std::unique_ptr<Environment> environment_of(const Trace& trace, const ArrayReader& read_array) {
  if (is_known_environment(trace.header.environment)) {
    return make_environment(trace.header, read_array);
  }
  return std::make_unique<RecordedRounds>(trace);
}

}  // namespace eenet
