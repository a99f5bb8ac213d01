#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "reference/operations/instruction_sets.h"
#include "reference/operations/nonzero.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

constexpr std::size_t kNumbersInNearCache = 1 << 15;

using Indices = std::span<const Eigen::Index>;

// The list of find_nonzero in memory that a thread keeps. There is one per number: an operation may
// need two at the same time.
template <int kNumber>
Indices nonzero_entries(const Eigen::VectorXd& v) {
  thread_local std::vector<Eigen::Index> memory;
  return find_nonzero(v, memory);
}

// A matrix by columns, some of which are asked for: where the vector x is not zero.
template <typename Number>  // const or not
struct Columns {
  Number* numbers;
  Eigen::Index rows;
  Indices listed;
  const double* x;

  // Column number i of the list, and its entry of x.
  [[nodiscard, gnu::always_inline]] Number* column(std::size_t i) const {
    return numbers + listed[i] * rows;
  }
  [[nodiscard, gnu::always_inline]] double factor(std::size_t i) const { return x[listed[i]]; }

  // What is too large for a near cache, and not in one stream, has to be asked for early.
  [[gnu::always_inline]] void prefetch(std::size_t i, std::size_t row, std::size_t count) const {
    constexpr std::size_t kNumbersPerCacheLine = 8;
    if (static_cast<std::size_t>(rows) * listed.size() <= kNumbersInNearCache) return;
    if (i >= listed.size()) return;
    const double* entries = column(i) + row;
    for (std::size_t j = 0; j < count; j += kNumbersPerCacheLine) __builtin_prefetch(entries + j);
  }
};

// ---- Column by column, for the baseline ---------------------------------------------------------

// Four columns at a time, so that z is loaded and stored less often; each z_j still adds one
// product after the other.
[[gnu::always_inline]] inline void multiply_by_columns(const double* numbers, Eigen::Index rows,
                                                       Indices listed, const double* x, double* z) {
  const Columns<const double> w = {numbers, rows, listed, x};
  for (Eigen::Index j = 0; j < rows; ++j) z[j] = 0.0;
  std::size_t i = 0;
  for (; i + 4 <= listed.size(); i += 4) {
    for (std::size_t soon = i + 8; soon < i + 12; ++soon) {
      w.prefetch(soon, 0, static_cast<std::size_t>(rows));
    }
    const double* w0 = w.column(i);
    const double* w1 = w.column(i + 1);
    const double* w2 = w.column(i + 2);
    const double* w3 = w.column(i + 3);
    const double x0 = w.factor(i);
    const double x1 = w.factor(i + 1);
    const double x2 = w.factor(i + 2);
    const double x3 = w.factor(i + 3);
    for (Eigen::Index j = 0; j < rows; ++j) {
      z[j] = (((z[j] + x0 * w0[j]) + x1 * w1[j]) + x2 * w2[j]) + x3 * w3[j];
    }
  }
  for (; i < listed.size(); ++i) {
    const double* w0 = w.column(i);
    const double x0 = w.factor(i);
    for (Eigen::Index j = 0; j < rows; ++j) z[j] += x0 * w0[j];
  }
}

[[gnu::always_inline]] inline void step_by_columns(double* numbers, Eigen::Index rows,
                                                   Indices listed, const double* x, const double* u,
                                                   double scale) {
  const Columns<double> w = {numbers, rows, listed, x};
  for (std::size_t i = 0; i < listed.size(); ++i) {
    double* column = w.column(i);
    const double right = w.factor(i);
    for (Eigen::Index j = 0; j < rows; ++j) column[j] -= scale * (u[j] * right);
  }
}

// ---- By blocks of rows, for wide vectors --------------------------------------------------------

// kWidth doubles that the processor treats as one.
template <std::size_t kWidth>
struct Wide {
  using Type [[gnu::vector_size(8 * kWidth)]] = double;
};
template <>
struct Wide<1> {
  using Type = double;
};

// From and to any address. By reference: how wide values are passed depends on the flags.
template <typename Vector>
[[gnu::always_inline]] inline void load(const double* from, Vector& to) {
  std::memcpy(&to, from, sizeof(Vector));
}
template <typename Vector>
[[gnu::always_inline]] inline void store(const Vector& from, double* to) {
  std::memcpy(to, &from, sizeof(Vector));
}

constexpr std::size_t kAhead = 8;  // columns

// Some z_j, which stay in registers until all columns are added, one after the other.
struct Multiplication {
  Columns<const double> w;
  double* z;

  template <std::size_t kWidth, std::size_t kVectors>
  [[gnu::always_inline]] void at(std::size_t row) const {
    using Vector = typename Wide<kWidth>::Type;
    std::array<Vector, kVectors> sums{};
    for (std::size_t i = 0; i < w.listed.size(); ++i) {
      w.prefetch(i + kAhead, row, kVectors * kWidth);
      const double* column = w.column(i) + row;
      const double factor = w.factor(i);
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) {
        Vector entries;
        load(column + v * kWidth, entries);
        sums[v] += factor * entries;
      }
    }
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v) store(sums[v], z + row + v * kWidth);
  }
};

// Some rows of W, with their u_j in registers.
struct Step {
  Columns<double> w;
  const double* u;
  double scale;

  template <std::size_t kWidth, std::size_t kVectors>
  [[gnu::always_inline]] void at(std::size_t row) const {
    using Vector = typename Wide<kWidth>::Type;
    std::array<Vector, kVectors> left;
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v) load(u + row + v * kWidth, left[v]);
    for (std::size_t i = 0; i < w.listed.size(); ++i) {
      w.prefetch(i + kAhead, row, kVectors * kWidth);
      double* column = w.column(i) + row;
      const double factor = w.factor(i);
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) {
        Vector entries;
        load(column + v * kWidth, entries);
        entries -= scale * (left[v] * factor);
        store(entries, column + v * kWidth);
      }
    }
  }
};

// Single rows, and pairs, until the numbers lie at a multiple of a vector's size: a vector that
// lies in two cache lines takes twice as long.
template <typename Operation>
[[gnu::always_inline]] inline void for_all_rows(const Operation& operation) {
  constexpr std::size_t kWidth = 4;
  constexpr std::size_t kVectors = 12;
  const auto rows = static_cast<std::size_t>(operation.w.rows);
  std::size_t row = 0;
  const auto is_aligned = [&operation, &row](std::size_t width) {
    return reinterpret_cast<std::uintptr_t>(operation.w.numbers + row) % (8 * width) == 0;
  };
  if (row < rows && !is_aligned(2)) operation.template at<1, 1>(row++);
  for (; row + 2 <= rows && !is_aligned(kWidth); row += 2) operation.template at<2, 1>(row);
  for (; row + kVectors * kWidth <= rows; row += kVectors * kWidth) {
    operation.template at<kWidth, kVectors>(row);
  }
  for (; row + kWidth <= rows; row += kWidth) operation.template at<kWidth, 1>(row);
  for (; row + 2 <= rows; row += 2) operation.template at<2, 1>(row);
  if (row < rows) operation.template at<1, 1>(row);
}

[[gnu::always_inline]] inline void multiply_by_rows(const double* numbers, Eigen::Index rows,
                                                    Indices listed, const double* x, double* z) {
  for_all_rows(Multiplication{{numbers, rows, listed, x}, z});
}

[[gnu::always_inline]] inline void step_by_rows(double* numbers, Eigen::Index rows, Indices listed,
                                                const double* x, const double* u, double scale) {
  for_all_rows(Step{{numbers, rows, listed, x}, u, scale});
}

// The sign of an entry by the lowest bit of its draw, times a common factor.
using Signs = std::array<double, 2>;

void add_entry(std::uint32_t w, const Signs& signs, double g, double* phi) {
  phi[w / 2] += signs[w % 2] * g;
}

}  // namespace

void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z) {
  EENET_REQUIRE(w.cols() == x.size(), "multiply: matrix has ", w.cols(), " columns, vector has ",
                x.size(), " entries, expected equal");
  z.resize(w.rows());
  dispatch<multiply_by_columns, multiply_by_rows>(w.data(), w.rows(), nonzero_entries<0>(x),
                                                  x.data(), z.data());
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
  dispatch<step_by_columns, step_by_rows>(w.data(), w.rows(), nonzero_entries<0>(x), x.data(),
                                          u.data(), scale);
}

void add_signed_outer_product(const std::uint32_t* draws, const Eigen::VectorXd& u,
                              const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> phi) {
  const Indices columns = nonzero_entries<0>(x);
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

// A few columns at a time, so that what was loaded of a column for one row is still in the cache
// for the next row.
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
