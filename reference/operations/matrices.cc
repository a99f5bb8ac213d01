#include <algorithm>
#include <array>
#include <vector>

#include "reference/operations/nonzero.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

using Indices = std::vector<Eigen::Index>;

// The list of find_nonzero in memory that a thread keeps, so that a round allocates nothing. There
// is one per number: an operation may need two at the same time.
template <int kNumber>
const Indices& nonzero_entries(const Eigen::VectorXd& v) {
  thread_local Indices indices;
  find_nonzero(v, indices);
  return indices;
}

void prefetch_column(const Eigen::MatrixXd& w, Eigen::Index column) {
  constexpr Eigen::Index kNumbersPerCacheLine = 8;
  const double* entries = w.col(column).data();
  for (Eigen::Index j = 0; j < w.rows(); j += kNumbersPerCacheLine) __builtin_prefetch(entries + j);
}

// The sign of an entry by the lowest bit of its draw, times a common factor.
using Signs = std::array<double, 2>;

void add_entry(std::uint32_t w, const Signs& signs, double g, double* phi) {
  phi[w / 2] += signs[w % 2] * g;
}

}  // namespace

// Four columns at a time, so that z is loaded and stored less often; each z_j still adds one product
// after the other. The hardware prefetcher does not follow four streams: a W that does not fit into
// a near cache is prefetched explicitly.
void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z) {
  EENET_REQUIRE(w.cols() == x.size(), "multiply: matrix has ", w.cols(), " columns, vector has ",
                x.size(), " entries, expected equal");
  constexpr Eigen::Index kNumbersInNearCache = 1 << 15;
  const Indices& nonzero = nonzero_entries<0>(x);
  z.setZero(w.rows());
  const std::size_t fetched = w.size() > kNumbersInNearCache ? nonzero.size() : 0;
  std::size_t i = 0;
  for (; i + 4 <= nonzero.size(); i += 4) {
    for (std::size_t soon = i + 8; soon < std::min(i + 12, fetched); ++soon) {
      prefetch_column(w, nonzero[soon]);
    }
    const double* w0 = w.col(nonzero[i]).data();
    const double* w1 = w.col(nonzero[i + 1]).data();
    const double* w2 = w.col(nonzero[i + 2]).data();
    const double* w3 = w.col(nonzero[i + 3]).data();
    const double x0 = x[nonzero[i]];
    const double x1 = x[nonzero[i + 1]];
    const double x2 = x[nonzero[i + 2]];
    const double x3 = x[nonzero[i + 3]];
    double* sum = z.data();
    for (Eigen::Index j = 0; j < w.rows(); ++j) {
      sum[j] = (((sum[j] + x0 * w0[j]) + x1 * w1[j]) + x2 * w2[j]) + x3 * w3[j];
    }
  }
  for (; i < nonzero.size(); ++i) add_scaled(x[nonzero[i]], w.col(nonzero[i]), z);
}

void multiply_transposed(const Eigen::MatrixXd& w, const Eigen::VectorXd& v, Eigen::VectorXd& z) {
  z.resize(w.cols());
  for (Eigen::Index k = 0; k < w.cols(); ++k) z[k] = dot(w.col(k), v);
}

void subtract_outer_product(double scale, const Eigen::VectorXd& u, const Eigen::VectorXd& x,
                            Eigen::MatrixXd& w) {
  EENET_REQUIRE(w.rows() == u.size() && w.cols() == x.size(), "subtract_outer_product: matrix is ",
                w.rows(), " x ", w.cols(), ", vectors have ", u.size(), " and ", x.size(),
                " entries, expected equal");
  const double* left = u.data();
  for (const Eigen::Index k : nonzero_entries<0>(x)) {
    const double right = x[k];
    double* column = w.col(k).data();
    for (Eigen::Index j = 0; j < w.rows(); ++j) column[j] -= scale * (left[j] * right);
  }
}

void add_signed_outer_product(const std::uint32_t* draws, const Eigen::VectorXd& u,
                              const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> phi) {
  const Indices& columns = nonzero_entries<0>(x);
  if (columns.empty()) return;
  const Eigen::Index first = columns.front();
  const Eigen::Index end = columns.back() + 1;
  const bool side_by_side = end - first == static_cast<Eigen::Index>(columns.size());
  double* sums = phi.data();
  for (const Eigen::Index j : nonzero_entries<1>(u)) {
    const Signs signs = {-u[j], u[j]};
    const std::uint32_t* row = draws + j * x.size();
    if (side_by_side) {  // no list to read
      for (Eigen::Index k = first; k < end; ++k) add_entry(row[k], signs, x[k], sums);
    } else {
      for (const Eigen::Index k : columns) add_entry(row[k], signs, x[k], sums);
    }
  }
}

// A few columns at a time, so that what was loaded of a column for one row is still in the cache for
// the next row.
void write_rows(const Eigen::MatrixXd& w, double* places) {
  constexpr Eigen::Index kTogether = 64;
  for (Eigen::Index first = 0; first < w.cols(); first += kTogether) {
    const Eigen::Index end = std::min(first + kTogether, w.cols());
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
      double* to = places + row * w.cols();
      for (Eigen::Index column = first; column < end; ++column) to[column] = w(row, column);
    }
  }
}

}  // namespace eenet
