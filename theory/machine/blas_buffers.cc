#include "theory/machine/blas_buffers.h"

#include <cblas.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <semaphore>
#include <thread>
#include <vector>

#include "reference/out_of_memory.h"

// Of OpenBLAS, though of none of its headers.
extern "C" {
void* blas_memory_alloc(int where);
void blas_memory_free(void* buffer);
}

namespace eenet::theory {

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;
constexpr std::size_t kBuffer = 128 * kMebi;  // its BUFFER_SIZE, on x86-64 and on AArch64
// What other threads may take between the question and the answer.
constexpr std::size_t kSpare = 32 * kMebi;

// Whether the process may have so much more memory. Nothing of it is touched.
bool fits(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  ::munmap(memory, bytes);
  return true;
}

std::size_t processors() {
  return std::max(1U, std::thread::hardware_concurrency());
}

// Has OpenBLAS take its buffers, all at once and before any call could take one unasked.
std::ptrdiff_t take_buffers() {
  openblas_set_num_threads(1);
  std::size_t most = processors();
  while (most > 1 && !fits(2 * most * kBuffer)) --most;
  std::vector<void*> taken;
  taken.reserve(most);
  while (taken.size() < most && fits(kBuffer + kSpare)) taken.push_back(blas_memory_alloc(0));
  for (void* buffer : taken) blas_memory_free(buffer);
  if (taken.empty()) throw OutOfMemory("a buffer of 128 MiB for products of matrices");
  return static_cast<std::ptrdiff_t>(taken.size());
}

std::counting_semaphore<>& free_buffers() {
  static std::counting_semaphore<> count(take_buffers());
  return count;
}

}  // namespace

BlasCall::BlasCall() {
  free_buffers().acquire();
}

BlasCall::~BlasCall() {
  free_buffers().release();
}

}  // namespace eenet::theory
