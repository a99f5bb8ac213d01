// Reads and checks the points of `eenet theory spectrum`: contexts or a kernel matrix, and rewards.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "theory/spectrum/spectrum_of.h"

namespace eenet::experiments {

// Contexts with one point per column, none of them zero: a zero context has a zero row in H. Throws
// std::runtime_error that begins with `from` and names the first zero context.
theory::SpectrumPoints points_of_contexts(Eigen::MatrixXd contexts, const std::string& from);

// A kernel matrix from an .npy file. `entry_error` as theory::StoredKernel's; by default one
// rounding of the type in the file. Throws std::runtime_error with the path unless the matrix is
// square, finite and symmetric, no entry is larger than its diagonal entries allow, and twice its
// size fits into `available` bytes.
theory::SpectrumPoints points_of_matrix(const std::string& path, std::optional<double> entry_error,
                                        double available);

// One finite reward per point, from an array of any shape. Throws std::runtime_error with the path.
Eigen::VectorXd read_rewards(const std::string& path, Eigen::Index points);

}  // namespace eenet::experiments
