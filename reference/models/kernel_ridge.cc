#include "reference/models/kernel_ridge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

KernelRidge::KernelRidge(KernelFunction kernel, double lambda, Eigen::Index limit)
    : kernel_(std::move(kernel)), lambda_(lambda), limit_(limit) {
  EENET_REQUIRE(lambda > 0.0, "KernelRidge: lambda is ", lambda, ", expected above 0");
  EENET_REQUIRE(limit >= 1, "KernelRidge: the limit is ", limit, " samples, expected at least 1");
}

void KernelRidge::observe(const Eigen::MatrixXd& contexts) {
  arms_ = contexts;
  solved_.resize(samples(), contexts.cols());
  for (Eigen::Index arm = 0; arm < contexts.cols(); ++arm) {
    for (Eigen::Index s = 0; s < samples(); ++s)
      solved_(s, arm) = kernel_(inputs_.col(s), contexts.col(arm));
  }
  factor_.substitute(solved_);
}

Eigen::Ref<const Eigen::VectorXd> KernelRidge::solved(Eigen::Index arm) const {
  return solved_.col(arm);
}

double KernelRidge::estimate(Eigen::Index arm) const {
  return dot(solution_.head(solved_.rows()), solved(arm));
}

double KernelRidge::variance(Eigen::Index arm) const {
  return std::max(covariance(arm, arm), 0.0);
}

double KernelRidge::covariance(Eigen::Index i, Eigen::Index j) const {
  return kernel_(arms_.col(i), arms_.col(j)) - dot(solved(i), solved(j));
}

void KernelRidge::learn(Eigen::Index arm, double reward) {
  const Eigen::Index count = samples();
  if (count == limit_) return;
  EENET_REQUIRE(solved_.rows() == count && arm < solved_.cols(), "KernelRidge::learn: arm ", arm,
                " is none of the round observed last");
  if (inputs_.cols() == count) {
    const Eigen::Index room = std::min(std::max<Eigen::Index>(2 * count, 8), limit_);
    inputs_.conservativeResize(arms_.rows(), room);
    solution_.conservativeResize(room);
  }
  const double pivot_square = std::max(covariance(arm, arm) + lambda_, lambda_);
  const double rest = reward - dot(solution_.head(count), solved(arm));
  inputs_.col(count) = arms_.col(arm);
  solution_[count] = rest / std::sqrt(pivot_square);
  factor_.append(solved(arm), pivot_square);
}

}  // namespace eenet
