#include "theory/spectrum/lanczos_quadrature.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kFirstShare = -48;  // a power of two

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

// The last pivot of T - node I, from the top, or 0 if one of them is not positive. It puts the new
// node where it is wanted: alpha_{m+1} = node + beta_m^2 / pivot_m.
double last_pivot(const VectorXd& diagonal, const VectorXd& off_diagonal, double node) {
  double pivot = diagonal[0] - node;
  for (Index i = 1; i < diagonal.size() && pivot > 0.0; ++i) {
    pivot = diagonal[i] - node - off_diagonal[i - 1] * off_diagonal[i - 1] / pivot;
  }
  return pivot > 0.0 ? pivot : 0.0;
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

  // Any node below the spectrum makes the rule a lower one. Where a node of Gauss's has reached
  // `smallest` already, pivots of T - smallest I are lost to rounding: then one a little below.
  double node = smallest;
  double pivot = last_pivot(diagonal, off_diagonal, node);
  for (int exponent = kFirstShare; !(pivot > 0.0); ++exponent) {
    if (exponent >= 0) return {std::log(smallest), gauss};  // no spectrum is below that
    node = smallest * (1.0 - std::ldexp(1.0, exponent));
    pivot = last_pivot(diagonal, off_diagonal, node);
  }
  const double coupling = off_diagonal[m - 1];
  diagonal.conservativeResize(m + 1);
  diagonal[m] = node + coupling * coupling / pivot;
  const double radau = rule(diagonal, off_diagonal, node);
  return {std::min(radau, gauss), gauss};
}

}  // namespace eenet::theory
