// Contexts, one point per column: from a file, or all arms of the rounds of an environment or a
// trace.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <string>

#include "reference/kind.h"
#include "theory/kernel/arm_points.h"

namespace eenet::experiments {

// d x N, column i is point i, from an .npy array whose last axis holds the coordinates: (N, d), or
// (T, n, d) as `eenet run --env arrays` takes it, round by round. Throws std::runtime_error with
// the path unless there is at least one point and one coordinate, and all are finite.
Eigen::MatrixXd read_contexts(const std::filesystem::path& path);

// Rounds 1 ... T with all n arms, from `name` or `name:key=value,...`. Requires 1 <= rounds, and no
// more than the environment has.
theory::ArmPoints environment_points(const std::string& environment, std::uint64_t rounds,
                                     std::uint64_t seed);

// All arms of a trace's whole rounds.
struct TracePoints {
  theory::ArmPoints points;
  bool recomputed = false;      // the trace has no contexts: these are its environment's
  bool complete = false;        // the trace has its end
  std::uint64_t rounds = 0;     // whole rounds in the trace
  std::uint64_t announced = 0;  // rounds in its header
};

// As recorded; if the first round has no contexts, from the environment that the header names.
// Throws std::runtime_error with the path if the file is not a trace, has no whole round, or has
// contexts in some rounds only.
TracePoints trace_points(const std::filesystem::path& path, const ArrayReader& read_array);

}  // namespace eenet::experiments
