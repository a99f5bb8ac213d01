// The round loop allocates nothing once its buffers have their size: `online` runs stay as small
// after a million rounds as after ten. Counted through malloc itself, because Eigen does not use
// `new`.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "reference/interaction.h"
#include "reference/registry.h"

// A sanitizer replaces malloc itself.
#if defined(__SANITIZE_ADDRESS__)
#define EENET_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#define EENET_COUNTS_ALLOCATIONS (!__has_feature(address_sanitizer))
#else
#define EENET_COUNTS_ALLOCATIONS 1
#endif

#if EENET_COUNTS_ALLOCATIONS && defined(__GLIBC__)

namespace {
std::atomic<std::uint64_t> allocations{0};
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t size);  // NOLINT: glibc's own name for the malloc below
void* malloc(std::size_t size) {        // NOLINT
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
}

namespace eenet {
namespace {

// Allocations from the first round to the last that is neither a checkpoint nor followed by one.
std::uint64_t allocations_in_the_loop(const std::string& method) {
  const auto environment =
      make_environment(Spec::parse("cosine:dim=6,arms=4,noise=bernoulli"), {1, false, {}});
  const auto policy = make_policy(Spec::parse(method), *environment, {1, {}});
  std::uint64_t at_start = 0;
  std::uint64_t at_end = 0;
  play(*environment, *policy, 200, [&](const PlayedRound& played) {
    if (played.t == 65) at_start = allocations.load();
    if (played.t == 127) at_end = allocations.load();
    return true;
  });
  return at_end - at_start;
}

TEST(RoundLoop, AllocatesNothing) {
  for (const char* method :
       {"eenet:width=8", "eenet:width=8,depth=3,features=gradient",
        "eenet:width=8,features=block-mean", "greedy:width=8", "neural-epsilon:width=8",
        "neural-ucb:width=8", "neural-ts:width=8,covariance=full", "linucb", "lints", "random"}) {
    EXPECT_EQ(allocations_in_the_loop(method), 0U) << method;
  }
}

TEST(RoundLoop, IsSeenToAllocateWhereItDoes) {
  // Retraining keeps every sample.
  EXPECT_GT(allocations_in_the_loop("eenet:width=8,schedule=replay,steps=5"), 0U);
}

}  // namespace
}  // namespace eenet

#endif
