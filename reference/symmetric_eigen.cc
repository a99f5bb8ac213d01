#include "reference/symmetric_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "reference/require.h"

namespace eenet {

namespace {

constexpr int kMostSweeps = 40;  // Jacobi needs six to ten; more would be a fault

double size_of(double x) {
  return x < 0.0 ? -x : x;
}

// (a, b) <- (c a - s b, s a + c b), entry by entry.
void rotate(double* a, double* b, Eigen::Index count, double c, double s) {
  for (Eigen::Index i = 0; i < count; ++i) {
    const double old_a = a[i];
    const double old_b = b[i];
    a[i] = c * old_a - s * old_b;
    b[i] = s * old_a + c * old_b;
  }
}

// Rotates entry (p, q) of m to zero; answers whether there was something to do.
bool annihilate(Eigen::MatrixXd& m, Eigen::MatrixXd& vectors, Eigen::Index p, Eigen::Index q) {
  const double off = m(p, q);
  const double scale = size_of(m(p, p)) + size_of(m(q, q));
  if (size_of(off) <= scale * 0x1p-55) return false;
  // tan of the angle: the smaller root of t^2 + 2 theta t - 1 = 0.
  const double theta = (m(q, q) - m(p, p)) / (2.0 * off);
  const double root = size_of(theta) + std::sqrt(theta * theta + 1.0);
  const double t = theta < 0.0 ? -1.0 / root : 1.0 / root;
  const double c = 1.0 / std::sqrt(t * t + 1.0);
  const double s = t * c;
  const double new_p = m(p, p) - t * off;
  const double new_q = m(q, q) + t * off;
  rotate(m.col(p).data(), m.col(q).data(), m.rows(), c, s);
  for (Eigen::Index i = 0; i < m.rows(); ++i) {  // the rows mirror the columns
    m(p, i) = m(i, p);
    m(q, i) = m(i, q);
  }
  m(p, p) = new_p;
  m(q, q) = new_q;
  m(p, q) = m(q, p) = 0.0;
  rotate(vectors.col(p).data(), vectors.col(q).data(), vectors.rows(), c, s);
  return true;
}

void fix_sign(Eigen::Ref<Eigen::VectorXd> v) {
  Eigen::Index largest = 0;
  for (Eigen::Index i = 1; i < v.size(); ++i) {
    if (size_of(v[i]) > size_of(v[largest])) largest = i;
  }
  if (v[largest] >= 0.0) return;
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = -v[i];
}

}  // namespace

SymmetricEigen symmetric_eigen(Eigen::MatrixXd matrix) {
  const Eigen::Index n = matrix.rows();
  EENET_REQUIRE(n == matrix.cols(), "symmetric_eigen: matrix is ", n, " x ", matrix.cols(),
                ", expected square");
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      EENET_REQUIRE(matrix(i, j) == matrix(j, i), "symmetric_eigen: entries (", i, ", ", j,
                    ") and its mirror differ, expected a symmetric matrix");
    }
  }
  SymmetricEigen result;
  Eigen::MatrixXd vectors = Eigen::MatrixXd::Identity(n, n);
  for (int sweep = 0; sweep < kMostSweeps && !result.converged; ++sweep) {
    bool rotated = false;
    for (Eigen::Index p = 0; p + 1 < n; ++p) {
      for (Eigen::Index q = p + 1; q < n; ++q) {
        if (annihilate(matrix, vectors, p, q)) rotated = true;
      }
    }
    result.converged = !rotated;
  }
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&matrix](Eigen::Index a, Eigen::Index b) {
    return matrix(a, a) < matrix(b, b);
  });
  result.values.resize(n);
  result.vectors.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index from = order[static_cast<std::size_t>(i)];
    result.values[i] = matrix(from, from);
    result.vectors.col(i) = vectors.col(from);
    fix_sign(result.vectors.col(i));
  }
  return result;
}

}  // namespace eenet
