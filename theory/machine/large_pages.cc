#include "theory/machine/large_pages.h"

#ifdef __linux__
#include <sys/mman.h>

#include <cstddef>
#include <memory>
#endif

namespace eenet::theory {

void ask_for_large_pages([[maybe_unused]] Eigen::MatrixXd& matrix) {
#ifdef __linux__
  // madvise takes whole pages; only a part of the first and the last is ours. 2 MB is the large
  // page of x86-64 and of AArch64 with pages of 4 kB, and a multiple of every small page.
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  void* start = matrix.data();
  std::size_t bytes = static_cast<std::size_t>(matrix.size()) * sizeof(double);
  if (std::align(kLargePage, kLargePage, start, bytes) == nullptr) return;
  // Fails if the system has none; the matrix works without.
  static_cast<void>(madvise(start, bytes / kLargePage * kLargePage, MADV_HUGEPAGE));
#endif
}

}  // namespace eenet::theory
