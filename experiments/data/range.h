// The sizes of numbers that the theory's commands take. Bounds multiply squares of a kernel's
// entries, fourth powers of norms; within these sizes none of them overflows or vanishes.
#pragma once

#include <Eigen/Core>
#include <string>

namespace eenet::experiments {

inline constexpr double kLargestSize = 1e30;    // of a norm, a reward or a label
inline constexpr double kSmallestSize = 1e-30;  // of a norm that is not 0

// Column i of `points` is point i. Throws std::runtime_error with `from` and the point.
void require_norms_in_range(const std::string& from,
                            const Eigen::Ref<const Eigen::MatrixXd>& points);

// Of rewards or labels; `what` is the singular. Throws the same, with the number's index.
void require_sizes_in_range(const std::string& from, const std::string& what,
                            const Eigen::VectorXd& numbers);

// A kernel's diagonal: squares of norms.
void require_diagonal_in_range(const std::string& from,
                               const Eigen::Ref<const Eigen::MatrixXd>& matrix);

}  // namespace eenet::experiments
