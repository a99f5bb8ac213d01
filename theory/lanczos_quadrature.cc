#include "theory/lanczos_quadrature.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Nodes are the eigenvalues, weights the squares of the vectors' first entries.
double rule(const VectorXd& diagonal, const VectorXd& off_diagonal, double smallest) {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, off_diagonal);
  double sum = 0.0;
  for (Index i = 0; i < diagonal.size(); ++i) {
    const double weight = solver.eigenvectors()(0, i);
    // No node is below the smallest eigenvalue but by rounding.
    sum += weight * weight * std::log(std::max(solver.eigenvalues()[i], smallest));
  }
  return sum;
}

}  // namespace

Interval log_quadrature(const Tridiagonal& tridiagonal, double smallest) {
  const auto m = static_cast<Index>(tridiagonal.diagonal.size());
  EENET_REQUIRE(m >= 1 && tridiagonal.off_diagonal.size() == tridiagonal.diagonal.size(),
                "log_quadrature: got ", m, " and ", tridiagonal.off_diagonal.size(),
                " entries, expected as many and at least one");
  EENET_REQUIRE(smallest > 0.0, "log_quadrature: smallest is ", smallest, ", expected above 0");
  VectorXd diagonal = Eigen::Map<const VectorXd>(tridiagonal.diagonal.data(), m);
  VectorXd off_diagonal = Eigen::Map<const VectorXd>(tridiagonal.off_diagonal.data(), m);
  const double gauss = rule(diagonal, off_diagonal.head(m - 1), smallest);
  if (tridiagonal.finished) return {gauss, gauss};

  // The last pivot of T - smallest I, from the top: it puts the new node where it is wanted,
  // alpha_{m+1} = smallest + beta_m^2 / pivot_m.
  double pivot = diagonal[0] - smallest;
  for (Index i = 1; i < m; ++i) {
    pivot = diagonal[i] - smallest - off_diagonal[i - 1] * off_diagonal[i - 1] / pivot;
  }
  const double coupling = off_diagonal[m - 1];
  // A pivot that is not positive means that a node has reached `smallest` already: the rules agree.
  if (!(pivot > 0.0)) return {gauss, gauss};
  diagonal.conservativeResize(m + 1);
  diagonal[m] = smallest + coupling * coupling / pivot;
  const double radau = rule(diagonal, off_diagonal, smallest);
  return {std::min(radau, gauss), gauss};
}

}  // namespace eenet::theory
