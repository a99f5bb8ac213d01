#include "theory/psi/trust_region.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>

namespace eenet::theory {

namespace {

double norm_square(const Eigen::VectorXd& eigenvalues, const Eigen::VectorXd& numerators,
                   double lambda) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < eigenvalues.size(); ++i) {
    const double shifted = std::max(eigenvalues[i], 0.0) + lambda;
    if (numerators[i] > 0.0) sum += numerators[i] / (shifted * shifted);
  }
  return sum;
}

// (A + lambda)^(-1) v for the lambda at which the length given by `numerator` is r.
Eigen::VectorXd solved(const Eigen::VectorXd& eigenvalues, const Eigen::MatrixXd& vectors,
                       const Eigen::VectorXd& v, bool numerator_has_eigenvalue, double r) {
  const Eigen::VectorXd coordinates = vectors.transpose() * v;
  Eigen::VectorXd numerators = coordinates.cwiseAbs2();
  if (numerator_has_eigenvalue) numerators = numerators.cwiseProduct(eigenvalues.cwiseMax(0.0));
  const double lambda = secular_root(eigenvalues, numerators, r);
  const Eigen::VectorXd shifted = (eigenvalues.cwiseMax(0.0).array() + lambda).matrix();
  return vectors * coordinates.cwiseQuotient(shifted);
}

// A symmetric operator on one of the two spaces.
using Product = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

// Lanczos from v with full reorthogonalisation, then the same in the small space.
Eigen::VectorXd krylov_solved(const Product& times, const Eigen::VectorXd& v,
                              bool numerator_has_eigenvalue, double r) {
  const double length = v.norm();
  if (length == 0.0) return v;
  const Eigen::Index most = std::min(kKrylov, v.size());
  Eigen::MatrixXd basis(v.size(), most);
  Eigen::VectorXd diagonal(most);
  Eigen::VectorXd beside(most);
  basis.col(0) = v / length;
  Eigen::Index size = 0;
  while (true) {
    Eigen::VectorXd next = times(basis.col(size));
    diagonal[size] = basis.col(size).dot(next);
    const double before = next.norm();
    for (int pass = 0; pass < 2; ++pass) {
      next -= basis.leftCols(size + 1) * (basis.leftCols(size + 1).transpose() * next);
    }
    beside[size] = next.norm();
    ++size;
    // An invariant space, as far as rounding can tell.
    if (size == most || !(beside[size - 1] > 0x1p-40 * before)) break;
    basis.col(size) = next / beside[size - 1];
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen;
  eigen.computeFromTridiagonal(diagonal.head(size), beside.head(size - 1));
  Eigen::VectorXd start = Eigen::VectorXd::Zero(size);
  start[0] = length;
  return basis.leftCols(size) *
         solved(eigen.eigenvalues(), eigen.eigenvectors(), start, numerator_has_eigenvalue, r);
}

Eigen::VectorXd dense_solved(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& v,
                             bool numerator_has_eigenvalue, double r) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  return solved(eigen.eigenvalues(), eigen.eigenvectors(), v, numerator_has_eigenvalue, r);
}

}  // namespace

double secular_root(const Eigen::VectorXd& eigenvalues, const Eigen::VectorXd& numerators,
                    double r) {
  const double largest = std::max(eigenvalues.maxCoeff(), 0.0);
  const double total = numerators.sum();
  if (!(total > 0.0)) return 1.0;
  // sum <= total / lambda^2.
  double high = std::sqrt(total) / r;
  double low =
      std::max(largest * static_cast<double>(eigenvalues.size()) * 0x1p-52, high * 0x1p-200);
  const double target = r * r;
  if (low >= high || norm_square(eigenvalues, numerators, low) <= target) return low;
  while (high > low * (1.0 + 0x1p-50)) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    if (!(middle > low && middle < high)) break;
    (norm_square(eigenvalues, numerators, middle) > target ? low : high) = middle;
  }
  return high;
}

Mlp least_squares_in_ball(const Linearisation& linearisation, const Eigen::VectorXd& c,
                          const Eigen::VectorXd& s, double r) {
  const MlpShape shape = linearisation.shape();
  const Eigen::VectorXd scaled = s.cwiseProduct(c);
  if (c.size() <= shape.parameter_count()) {
    const Eigen::VectorXd solution =
        c.size() <= kDense ? dense_solved(linearisation.gram(s), scaled, true, r)
                           : krylov_solved(
                                 [&](const Eigen::VectorXd& u) -> Eigen::VectorXd {
                                   return s.cwiseProduct(linearisation.times(
                                       linearisation.transposed_times(s.cwiseProduct(u))));
                                 },
                                 scaled, true, r);
    return linearisation.transposed_times(s.cwiseProduct(solution));
  }
  const Eigen::VectorXd weighted = s.cwiseProduct(scaled);
  const Eigen::VectorXd pulled = linearisation.transposed_times(weighted).parameters();
  Mlp direction(shape);
  if (shape.parameter_count() <= kDense) {
    direction.set_parameters(dense_solved(linearisation.parameter_gram(s), pulled, false, r));
    return direction;
  }
  Mlp moved(shape);
  direction.set_parameters(krylov_solved(
      [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
        moved.set_parameters(v);
        const Eigen::VectorXd image = linearisation.times(moved);
        return linearisation.transposed_times(s.cwiseAbs2().cwiseProduct(image)).parameters();
      },
      pulled, false, r));
  return direction;
}

}  // namespace eenet::theory
