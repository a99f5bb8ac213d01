// The points whose spectrum is asked for, and their kernel: of all of them, or of the first n.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>

#include "theory/kernel/ntk_recursion.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::experiments {

// Which infinite-width kernel.
struct KernelChoice {
  Eigen::Index depth = 2;
  theory::NtkConvention convention = theory::NtkConvention::kCorrected;
};

// Either contexts or a matrix; and the expected rewards, one a point, where there are any.
struct SpectrumPoints {
  Eigen::MatrixXd contexts;                      // one row a point
  std::unique_ptr<theory::StoredKernel> matrix;  // null with contexts
  std::optional<Eigen::VectorXd> rewards;

  [[nodiscard]] Eigen::Index count() const { return matrix ? matrix->size() : contexts.rows(); }
};

// Contexts with one column a point, none of them zero: a zero one would have a zero row in H.
// Throws std::runtime_error that begins with `from` and names the first zero one.
SpectrumPoints points_of_contexts(const Eigen::MatrixXd& contexts, const std::string& from);

// A kernel matrix from an .npy file. `entry_error` as theory::StoredKernel's; by default one
// rounding of the type in the file. Throws std::runtime_error with the path unless it is square,
// finite, symmetric and no entry is larger than its diagonal entries allow, and unless twice its
// size is available.
SpectrumPoints points_of_matrix(const std::string& path, std::optional<double> entry_error,
                                double available);

// N finite numbers in an array of any shape. Throws std::runtime_error with the path.
Eigen::VectorXd read_rewards(const std::string& path, Eigen::Index points);

// What theory::spectrum wants to know of the first n points. Requires 1 <= n <= count().
struct SpectrumProblem {
  std::unique_ptr<theory::Kernel> kernel;  // of the distinct ones; may use `points`
  theory::PointFacts facts;
  std::optional<Eigen::VectorXd> rewards;
};
SpectrumProblem first_points(const SpectrumPoints& points, Eigen::Index n,
                             const KernelChoice& choice);

// Of all points, repeated ones again and again.
std::unique_ptr<theory::StoredKernel> whole_matrix(const SpectrumPoints& points,
                                                   const KernelChoice& choice);

}  // namespace eenet::experiments
