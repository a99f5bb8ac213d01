#include "reference/operations/nonzero.h"

#include <algorithm>
#include <cstdint>

#include "reference/floating_point.h"
#include "reference/operations/instruction_sets.h"

namespace eenet {

namespace {

constexpr Eigen::Index kBlock = 8;

// Where most entries are zero, the first or the last of them is, and nobody looks further.
[[gnu::always_inline]] inline bool has_no_zero(const double* v, Eigen::Index n) {
  if (n == 0 || v[0] == 0.0 || v[n - 1] == 0.0) return false;
  std::uint64_t zeros = 0;
  for (Eigen::Index i = 1; i < n - 1; ++i) zeros |= v[i] == 0.0 ? 1U : 0U;
  return zeros == 0;
}

// How many of v_0 ... v_(n-1) are not zero, and their indices; writes up to kBlock - 1 places more.
[[gnu::always_inline]] inline std::size_t list_nonzero(const double* v, Eigen::Index n,
                                                       Eigen::Index* indices) {
  if (has_no_zero(v, n)) {
    for (Eigen::Index i = 0; i < n; ++i) indices[i] = i;
    return static_cast<std::size_t>(n);
  }
  std::size_t count = 0;
  for (Eigen::Index begin = 0; begin < n; begin += kBlock) {
    const Eigen::Index size = std::min(kBlock, n - begin);
    if (size == kBlock) {
      std::uint64_t bits = 0;
      for (Eigen::Index i = 0; i < kBlock; ++i) bits |= bits_of(v[begin + i]);
      if (bits == 0) continue;
    }
    // No branch per entry: which units are active is unpredictable.
    for (Eigen::Index i = 0; i < size; ++i) {
      indices[count] = begin + i;
      count += v[begin + i] != 0.0 ? 1U : 0U;
    }
  }
  return count;
}

}  // namespace

std::span<const Eigen::Index> find_nonzero(const ConstVector& v,
                                           std::vector<Eigen::Index>& memory) {
  const auto size = static_cast<std::size_t>(v.size() + kBlock);
  if (memory.size() < size) memory.resize(size);
  return {memory.data(), dispatch<list_nonzero>(v.data(), v.size(), memory.data())};
}

}  // namespace eenet
