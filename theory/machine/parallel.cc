#include "theory/machine/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "reference/require.h"

namespace eenet::theory {

namespace {

class Pieces {
 public:
  Pieces(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  // The loop of every thread.
  void take() {
    for (std::size_t piece = next_++; piece < count_; piece = next_++) {
      try {
        work_(piece);
      } catch (...) {
        remember(piece);
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void remember(std::size_t piece) {
    const std::lock_guard lock(mutex_);
    next_ = count_;
    if (piece >= failed_piece_) return;
    failed_piece_ = piece;
    failure_ = std::current_exception();
  }

  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t failed_piece_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

// Starts all threads but this one; fewer where the system has no more: those that there are do the
// work.
void start_others(std::size_t threads, Pieces& shared, std::vector<std::jthread>& others) {
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&shared] { shared.take(); });
  } catch (const std::system_error&) {
    return;  // a limit of threads, or no memory for a stack
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

void do_in_parallel(std::size_t pieces, unsigned threads,
                    const std::function<void(std::size_t piece)>& work) {
  EENET_REQUIRE(threads >= 1, "do_in_parallel: threads is 0, expected at least 1");
  Pieces shared(pieces, work);
  {
    std::vector<std::jthread> others;  // joined at the end of this block
    start_others(std::min<std::size_t>(threads, pieces), shared, others);
    shared.take();
  }
  shared.rethrow();
}

}  // namespace eenet::theory
