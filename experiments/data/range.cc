#include "experiments/data/range.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace eenet::experiments {

namespace {

constexpr double kLargestSquare = 1e60;
constexpr double kSmallestSquare = 1e-60;

// A NaN is in no range.
bool is_within(double size, double smallest, double largest) {
  return size == 0.0 || (size >= smallest && size <= largest);
}

}  // namespace

void require_norms_in_range(const std::string& from,
                            const Eigen::Ref<const Eigen::MatrixXd>& points) {
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const double norm = points.col(i).stableNorm();
    if (is_within(norm, kSmallestSize, kLargestSize)) continue;
    throw std::runtime_error(
        fmt::format("{}: the norm of point {} (counting from 0) is {}, expected 0 or {} to {}",
                    from, i, norm, kSmallestSize, kLargestSize));
  }
}

void require_sizes_in_range(const std::string& from, const std::string& what,
                            const Eigen::VectorXd& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i) {
    if (is_within(std::abs(numbers[i]), 0.0, kLargestSize)) continue;
    throw std::runtime_error(fmt::format("{}: {} {} (counting from 0) is {}, expected {} to {}",
                                         from, what, i, numbers[i], -kLargestSize, kLargestSize));
  }
}

void require_diagonal_in_range(const std::string& from,
                               const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    if (is_within(std::abs(matrix(i, i)), kSmallestSquare, kLargestSquare)) continue;
    throw std::runtime_error(
        fmt::format("{}: entry ({}, {}) is {}, expected 0 or {} to {} on the diagonal", from, i, i,
                    matrix(i, i), kSmallestSquare, kLargestSquare));
  }
}

}  // namespace eenet::experiments
