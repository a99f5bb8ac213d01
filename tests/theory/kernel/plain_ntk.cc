#include "tests/theory/kernel/plain_ntk.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "reference/rng.h"

namespace eenet::theory {

Eigen::MatrixXd random_contexts(Eigen::Index size, Eigen::Index dimension, std::uint64_t index) {
  Rng rng(20220425, "contexts", index);
  Eigen::MatrixXd contexts(dimension, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index k = 0; k < dimension; ++k) contexts(k, i) = rng.normal();
    contexts.col(i) /= contexts.col(i).norm();
  }
  return contexts;
}

PlainNtk::PlainNtk(Eigen::MatrixXd contexts) : contexts_(std::move(contexts)) {}

void PlainNtk::block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const {
  for (Eigen::Index j = 0; j < out.cols(); ++j) {
    for (Eigen::Index i = 0; i < out.rows(); ++i) {
      // u kappa0(u) / 2 + kappa1(u): 3/2 on the diagonal. The lower index first: one order of the
      // sum for both sides of the diagonal.
      const Eigen::Index a = std::min(row + i, column + j);
      const Eigen::Index b = std::max(row + i, column + j);
      const double u = a == b ? 1.0 : std::clamp(contexts_.col(a).dot(contexts_.col(b)), -1.0, 1.0);
      const double rest = 1.0 - std::acos(u) / std::numbers::pi;
      out(i, j) = 1.5 * u * rest + std::sqrt((1.0 - u) * (1.0 + u)) / std::numbers::pi;
    }
  }
}

}  // namespace eenet::theory
