#include "theory/machine/tile_copies.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "reference/require.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kLine = 64;  // bytes of a cache line
constexpr std::size_t kLineEntries = kLine / sizeof(double);
constexpr Index kRows = 8;  // rows of `from` that are read together
constexpr Index kColumns = 256;

#ifdef __SSE2__

// Whole lines are streamed. One that is shared with other entries is stored through the caches:
// streamed in parts it would go to memory part by part.
void stream(const double* from, std::size_t count, double* to) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % kLine / sizeof(double);
  const std::size_t head = std::min(count, (kLineEntries - past) % kLineEntries);
  std::copy_n(from, head, to);
  std::size_t i = head;
  for (; i + kLineEntries <= count; i += kLineEntries) {
    for (std::size_t k = i; k < i + kLineEntries; k += 2) {
      _mm_stream_pd(to + k, _mm_loadu_pd(from + k));
    }
  }
  std::copy_n(from + i, count - i, to + i);
}

// Streamed stores are not ordered with others, such as those that say that a piece is done.
void wait_for_streams() {
  _mm_sfence();
}

#else

void stream(const double* from, std::size_t count, double* to) {
  std::copy_n(from, count, to);
}

void wait_for_streams() {}

#endif

void store(const double* from, Index count, double* to, Stores stores) {
  const auto entries = static_cast<std::size_t>(count);
  if (stores == Stores::kStreamed) {
    stream(from, entries, to);
  } else {
    std::copy_n(from, entries, to);
  }
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): a Ref is a view, `to` is written to.
void copy_tile(const Eigen::Ref<const MatrixXd>& from, Eigen::Ref<MatrixXd> to, Stores stores) {
  EENET_REQUIRE(from.rows() == to.rows() && from.cols() == to.cols(), "copy_tile: ", from.rows(),
                " x ", from.cols(), " entries to ", to.rows(), " x ", to.cols());
  for (Index j = 0; j < from.cols(); ++j) {
    store(from.col(j).data(), from.rows(), to.col(j).data(), stores);
  }
  if (stores == Stores::kStreamed) wait_for_streams();
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): likewise.
void copy_transposed(const Eigen::Ref<const MatrixXd>& from, Eigen::Ref<MatrixXd> to,
                     Stores stores) {
  EENET_REQUIRE(from.rows() == to.cols() && from.cols() == to.rows(),
                "copy_transposed: ", from.rows(), " x ", from.cols(), " entries to ", to.rows(),
                " x ", to.cols());
  // Row r of `from` in column r. Stores to `to` itself would jump from column to column.
  alignas(kLine) std::array<std::array<double, kColumns>, kRows> rows;
  for (Index column = 0; column < from.cols(); column += kColumns) {
    const Index columns = std::min(kColumns, from.cols() - column);
    for (Index row = 0; row < from.rows(); row += kRows) {
      const Index count = std::min(kRows, from.rows() - row);
      for (Index j = 0; j < columns; ++j) {
        const double* const entries = from.col(column + j).data() + row;
        if (count == kRows) {  // a loop of fixed length is unrolled
          for (std::size_t r = 0; r < kRows; ++r) rows[r][static_cast<std::size_t>(j)] = entries[r];
        } else {
          for (std::size_t r = 0; r < static_cast<std::size_t>(count); ++r) {
            rows[r][static_cast<std::size_t>(j)] = entries[r];
          }
        }
      }
      for (Index r = 0; r < count; ++r) {
        store(rows[static_cast<std::size_t>(r)].data(), columns, to.col(row + r).data() + column,
              stores);
      }
    }
  }
  if (stores == Stores::kStreamed) wait_for_streams();
}

}  // namespace eenet::theory
