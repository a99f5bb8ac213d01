#include "theory/kernel_product.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/require.h"
#include "theory/compensated.h"
#include "theory/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kTile = 256;
constexpr Index kColumns = 32;  // whole columns at a time for the dot products

// The bound of compensated_dot, from sum |x_i y_i| and the computed result. With the exact result
// below |computed| + error in u |exact|, it grows by 1 / (1 - u); its own roundings are five.
double dot_error(double size, double absolute_sum, double computed) {
  const double quadratic = gamma(size);
  return (1.0 + 8 * kUnitRoundoff) *
         (kUnitRoundoff * std::abs(computed) + quadratic * quadratic * absolute_sum +
          size * std::numeric_limits<double>::min());
}

}  // namespace

VectorXd diagonal(const Kernel& kernel) {
  VectorXd entries(kernel.size());
  MatrixXd entry(1, 1);
  for (Index i = 0; i < kernel.size(); ++i) {
    kernel.block(i, i, entry);
    entries[i] = entry(0, 0);
  }
  return entries;
}

Interval exact_trace(const Eigen::Ref<const VectorXd>& diagonal, double entry_error) {
  // Each term takes part in fewer than N roundings, and H_ii is in h_ii / (1 -+ e).
  const Interval sum =
      exactly(diagonal.sum()) * around(1.0, gamma(static_cast<double>(diagonal.size())));
  return {(sum / (exactly(1.0) + exactly(entry_error))).lower,
          (sum / (exactly(1.0) - exactly(entry_error))).upper};
}

MatrixXd product(const Kernel& kernel, const Eigen::Ref<const MatrixXd>& x) {
  const Index n = kernel.size();
  EENET_REQUIRE(x.rows() == n, "product: got ", x.rows(), " rows, expected ", n);
  MatrixXd y = MatrixXd::Zero(n, x.cols());
  MatrixXd tile(kTile, kTile);
  for (Index column = 0; column < n; column += kTile) {
    const Index columns = std::min(kTile, n - column);
    for (Index row = 0; row <= column; row += kTile) {
      const Index rows = std::min(kTile, n - row);
      auto entries = tile.topLeftCorner(rows, columns);
      kernel.block(row, column, entries);
      y.middleRows(row, rows).noalias() += entries * x.middleRows(column, columns);
      if (row == column) continue;
      y.middleRows(column, columns).noalias() += entries.transpose() * x.middleRows(row, rows);
    }
  }
  return y;
}

EnclosedVector enclosed_product(const Kernel& kernel, const Eigen::Ref<const VectorXd>& x) {
  const Index n = kernel.size();
  EENET_REQUIRE(x.size() == n, "enclosed_product: got ", x.size(), " entries, expected ", n);
  EENET_REQUIRE(x.allFinite(), "enclosed_product: the vector is not finite");
  const auto size = static_cast<double>(n);
  const double entry_error = kernel.entry_error();
  // H_ii <= h_ii / (1 - e), a few roundings a root, and n in the sum.
  const VectorXd roots =
      (diagonal(kernel) / (1.0 - entry_error)).cwiseSqrt() * (1.0 + 8 * kUnitRoundoff);
  const double reach = x.cwiseAbs().dot(roots) * (1.0 + 2 * gamma(size + 2));

  EnclosedVector result{VectorXd(n), VectorXd(n)};
  MatrixXd columns(n, kColumns);
  for (Index first = 0; first < n; first += kColumns) {
    const Index count = std::min(kColumns, n - first);
    kernel.block(0, first, columns.leftCols(count));
    for (Index j = 0; j < count; ++j) {
      const Index i = first + j;
      const double value = compensated_dot(columns.col(j), x).value();
      // A computed entry is at most (1 + e) sqrt(H_ii H_jj) in size.
      const double absolute_sum = (1.0 + entry_error) * roots[i] * reach;
      const double error = dot_error(size, absolute_sum, value) + entry_error * roots[i] * reach;
      result.value[i] = value;
      result.error[i] = error * (1.0 + 16 * kUnitRoundoff);
    }
  }
  return result;
}

Interval dot(const Eigen::Ref<const VectorXd>& x, const EnclosedVector& y) {
  const auto size = static_cast<double>(x.size());
  const double value = compensated_dot(x, y.value).value();
  const double slack = 1.0 + 2 * gamma(size + 2);
  const double absolute_sum = x.cwiseAbs().dot(y.value.cwiseAbs()) * slack;
  const double carried = x.cwiseAbs().dot(y.error) * slack;
  return around(value, above(dot_error(size, absolute_sum, value) + carried));
}

Interval rayleigh_quotient(const Kernel& kernel, const Eigen::Ref<const VectorXd>& x) {
  const Interval square = dot(x, {x, VectorXd::Zero(x.size())});
  EENET_REQUIRE(square.lower > 0.0, "rayleigh_quotient: the vector is zero");
  return dot(x, enclosed_product(kernel, x)) / square;
}

}  // namespace eenet::theory
