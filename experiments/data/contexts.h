// The points that a kernel is asked about: from a file, or all arms of all rounds of an environment
// or a trace.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace eenet::experiments {

// d x N, column i is point i, from an .npy array whose last axis are the coordinates: (N, d), or
// (T, n, d) as `eenet run --env arrays` takes it, round by round. Throws std::runtime_error with
// the path unless there is at least one point and one coordinate, and all are finite.
Eigen::MatrixXd read_contexts(const std::filesystem::path& path);

// Points with the expected reward of each, where it is known: arm by arm, round by round.
struct ArmPoints {
  Eigen::MatrixXd contexts;  // d x (T n)
  std::optional<Eigen::VectorXd> expected_rewards;
};

// Rounds 1 ... T with all n arms, from `name` or `name:key=value,...`. Requires 1 <= rounds, and no
// more than the environment has.
ArmPoints environment_points(const std::string& environment, std::uint64_t rounds,
                             std::uint64_t seed);

// All arms of a trace's whole rounds.
struct TracePoints {
  ArmPoints points;
  bool recomputed = false;      // the trace holds no contexts: they are its environment's
  bool complete = false;        // it has its end
  std::uint64_t rounds = 0;     // whole ones
  std::uint64_t announced = 0;  // by its header
};

// As recorded; or where the first round records none, from the environment that the header names.
// Throws std::runtime_error with the path on what is no trace, has no whole round, or records
// contexts in some rounds only. Expected rewards that some round lacks are unknown.
TracePoints trace_points(const std::filesystem::path& path);

}  // namespace eenet::experiments
