// Runs to read traces of.
#pragma once

#include <string>

#include "reference/registry.h"
#include "reference/trace.h"

namespace eenet::theory {

inline Trace traced(const std::string& environment, const std::string& method, std::uint64_t rounds,
                    std::uint64_t seed = 1, TraceDetail detail = TraceDetail::kFull) {
  TraceHeader header;
  header.environment = complete_environment_spec(Spec::parse(environment));
  header.method = complete_policy_spec(Spec::parse(method));
  header.rounds = rounds;
  header.seed = seed;
  header.detail = detail;
  return recorded_run(header);
}

}  // namespace eenet::theory
