#include "verify/methods/wide_kernel_ridge.h"

#include <cmath>

#include "verify/rounding.h"

namespace eenet::verify {

using plain::WideMatrix;
using plain::WideVector;

Wide relative_error(std::size_t samples, std::size_t rows) {
  const auto steps = static_cast<double>(samples + 2) * static_cast<double>(rows + 4);
  return gamma(8.0 * steps + 64.0, kDouble);
}

void WideKernelRidge::observe(const Eigen::MatrixXd& contexts) {
  arms_.clear();
  for (Eigen::Index i = 0; i < contexts.cols(); ++i) arms_.emplace_back(contexts.col(i));
  const std::size_t n = samples_.size();
  matrix_ = WideMatrix(n, WideVector(n, 0.0L));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      matrix_[i][j] = method_.kernel.value(samples_[i], samples_[j]);
    matrix_[i][i] += method_.lambda;
  }
  weights_ = plain::solve(matrix_, rewards_);
  relative_ = relative_error(n, n);
  const Wide root = std::sqrt(static_cast<Wide>(n));
  column_error_ = root * method_.kernel.error;
  matrix_error_ = relative_ * plain::trace(matrix_) + root * column_error_;
}

// Whether first order says enough.
bool WideKernelRidge::is_well_posed() const {
  return matrix_error_ < method_.lambda / 64.0L;
}

Wide WideKernelRidge::estimate(std::size_t arm) const {
  return plain::dot(column(arm), weights_);
}

Wide WideKernelRidge::estimate_bound(std::size_t arm) const {
  const WideVector k = column(arm);
  const Wide left = plain::norm(plain::solve(matrix_, k));
  const Wide right = plain::norm(weights_);
  const Wide own = plain::norm(k) * plain::norm(rewards_) / method_.lambda;
  return kRoom * (column_error_ * right + left * matrix_error_ * right + relative_ * own);
}

Wide WideKernelRidge::covariance(std::size_t i, std::size_t j) const {
  return method_.kernel.value(arms_[i], arms_[j]) -
         plain::dot(column(i), plain::solve(matrix_, column(j)));
}

Wide WideKernelRidge::covariance_bound(std::size_t i, std::size_t j) const {
  const Wide left = plain::norm(plain::solve(matrix_, column(i)));
  const Wide right = plain::norm(plain::solve(matrix_, column(j)));
  const Wide own = std::sqrt(method_.kernel.value(arms_[i], arms_[i]) *
                             method_.kernel.value(arms_[j], arms_[j]));
  return kRoom * (method_.kernel.error + column_error_ * (left + right) +
                  left * matrix_error_ * right + relative_ * own);
}

void WideKernelRidge::learn(std::size_t arm, double reward) {
  if (samples_.size() == method_.limit) return;
  samples_.push_back(arms_[arm]);
  rewards_.push_back(reward);
}

WideVector WideKernelRidge::column(std::size_t arm) const {
  WideVector k;
  for (const Eigen::VectorXd& sample : samples_)
    k.push_back(method_.kernel.value(sample, arms_[arm]));
  return k;
}

}  // namespace eenet::verify
