#include "reference/operations/nonzero.h"

#include <algorithm>
#include <cstdint>

#include "reference/floating_point.h"

namespace eenet {

void find_nonzero(const ConstVector& v, std::vector<Eigen::Index>& indices) {
  constexpr Eigen::Index kBlock = 8;
  indices.reserve(static_cast<std::size_t>(v.size() + kBlock));
  std::size_t count = 0;
  for (Eigen::Index begin = 0; begin < v.size(); begin += kBlock) {
    const Eigen::Index size = std::min(kBlock, v.size() - begin);
    if (size == kBlock) {
      std::uint64_t bits = 0;
      for (Eigen::Index i = 0; i < kBlock; ++i) bits |= bits_of(v[begin + i]);
      if (bits == 0) continue;
    }
    if (indices.size() < count + kBlock) indices.resize(count + kBlock);
    // No branch per entry: which units are active is unpredictable.
    for (Eigen::Index i = 0; i < size; ++i) {
      indices[count] = begin + i;
      count += v[begin + i] != 0.0 ? 1U : 0U;
    }
  }
  indices.resize(count);
}

}  // namespace eenet
