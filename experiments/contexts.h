// The points that a kernel is asked about: from a file, or all arms of an environment's rounds.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <string>

namespace eenet::experiments {

// d x N, column i is point i, from an .npy array whose last axis are the coordinates: (N, d), or
// (T, n, d) as `eenet run --env arrays` takes it, round by round. Throws std::runtime_error with
// the path unless there is at least one point and one coordinate, and all are finite.
Eigen::MatrixXd read_contexts(const std::filesystem::path& path);

// d x (T n): the contexts of rounds 1 ... T with all n arms, from `name` or `name:key=value,...`.
// Requires 1 <= rounds, and no more than the environment has.
Eigen::MatrixXd environment_contexts(const std::string& environment, std::uint64_t rounds,
                                     std::uint64_t seed);

}  // namespace eenet::experiments
