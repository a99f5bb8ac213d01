#include "experiments/processes/jobs.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <thread>

#include "experiments/formats/files.h"
#include "experiments/processes/signal_watch.h"
#include "reference/out_of_memory.h"

namespace eenet::experiments {

namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(5);

// The exit code with which a worker reports what it threw; 0 is success.
enum WorkerExit : int {
  kWorkerDone = 0,
  kWorkerBadArgument = 11,
  kWorkerError = 12,
  kWorkerBug = 13
};

// One counter per piece, in memory that workers share with their parent.
class SharedCounters {
 public:
  explicit SharedCounters(std::size_t pieces) : size_(pieces) {
    void* memory =
        ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    counters_ = static_cast<PieceCounter*>(memory);
    std::uninitialized_value_construct_n(counters_, size_);
  }
  ~SharedCounters() { ::munmap(counters_, bytes()); }
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;

  PieceCounter& operator[](std::size_t piece) { return counters_[piece]; }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < size_; ++i) all += counters_[i].load(std::memory_order_relaxed);
    return all;
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return (size_ + 1) * sizeof(PieceCounter); }

  std::size_t size_;
  PieceCounter* counters_;
};

std::filesystem::path result_path(const std::filesystem::path& folder, std::size_t piece) {
  return folder / fmt::format("piece-{:06}", piece);
}

std::filesystem::path failure_path(const std::filesystem::path& folder, std::size_t piece) {
  return folder / fmt::format("failure-{:06}", piece);
}

// From now on the worker dies with its parent, however that one ends: nobody would read its result,
// and a next run may write where it writes.
void die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kWorkerError);  // it died before the line above
}

// What a worker does. Never returns, never runs the parent's destructors or buffers.
[[noreturn]] void work_and_exit(const std::filesystem::path& folder, std::size_t piece,
                                const PieceWork& work, PieceCounter& done) {
  int code = kWorkerError;
  std::string failure;
  try {
    write_atomically(result_path(folder, piece), work(piece, done));
    ::_exit(kWorkerDone);
  } catch (const std::invalid_argument& error) {
    code = kWorkerBadArgument;
    failure = error.what();
  } catch (const OutOfMemory& error) {
    failure = error.what();
  } catch (const std::bad_alloc&) {
    failure = kOutOfMemory;
  } catch (const std::runtime_error& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    code = kWorkerBug;
    failure = error.what();
  }
  try {
    write_atomically(failure_path(folder, piece), failure);
  } catch (const std::exception&) {
    code = kWorkerError;  // the parent reports the exit code alone
  }
  ::_exit(code);
}

class Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { stop_all(); }

  [[nodiscard]] std::size_t running() const { return piece_of_.size(); }

  void start(std::size_t piece, const std::filesystem::path& folder, const PieceWork& work,
             PieceCounter& done, const SignalWatch& signals) {
    std::fflush(nullptr);  // or the child would hold a copy of unwritten output
    const pid_t parent = ::getpid();
    const pid_t child = signals.fork_unwatched();
    if (child < 0) {
      throw std::runtime_error(fmt::format("cannot start a worker: {}", std::strerror(errno)));
    }
    if (child == 0) {
      die_with(parent);
      // What it makes there goes with the folder, also when a signal ends it.
      ::setenv("TMPDIR", folder.c_str(), 1);
      work_and_exit(folder, piece, work, done);
    }
    piece_of_[child] = piece;
  }

  // Removes the workers that have ended, adds the status of those that failed to `failed`, and
  // returns the pieces that are done.
  std::vector<std::size_t> reap(std::map<std::size_t, int>& failed) {
    std::vector<std::size_t> done;
    int status = 0;
    for (auto i = piece_of_.begin(); i != piece_of_.end();) {
      if (::waitpid(i->first, &status, WNOHANG) != i->first) {
        ++i;
        continue;
      }
      if (status != 0) {
        failed[i->second] = status;
      } else {
        done.push_back(i->second);
      }
      i = piece_of_.erase(i);
    }
    return done;
  }

  void stop_all() {
    for (const auto& [child, piece] : piece_of_) ::kill(child, SIGTERM);
    for (const auto& [child, piece] : piece_of_) ::waitpid(child, nullptr, 0);
    piece_of_.clear();
  }

 private:
  std::map<pid_t, std::size_t> piece_of_;
};

[[noreturn]] void throw_failure(const std::filesystem::path& folder, std::size_t piece,
                                int status) {
  if (WIFSIGNALED(status)) {
    throw std::logic_error(
        fmt::format("the worker for piece {} was ended by signal {}", piece, WTERMSIG(status)));
  }
  const int code = WEXITSTATUS(status);
  if (code != kWorkerBadArgument && code != kWorkerError && code != kWorkerBug) {
    throw std::logic_error(fmt::format("the worker for piece {} exited with code {}", piece, code));
  }
  const std::filesystem::path report = failure_path(folder, piece);
  if (!std::filesystem::exists(report)) {
    throw std::runtime_error(fmt::format(
        "the worker for piece {} failed and could not say why in {} (is the disk full?)", piece,
        folder.string()));
  }
  const std::string message = read_file(report);
  std::filesystem::remove(report);
  if (code == kWorkerBadArgument) throw std::invalid_argument(message);
  if (code == kWorkerBug) throw std::logic_error(message);
  throw std::runtime_error(message);
}

// Reads the result of a piece whose worker has ended well.
std::string result_of(const std::filesystem::path& folder, std::size_t piece) {
  if (!std::filesystem::exists(result_path(folder, piece))) {
    throw std::logic_error(fmt::format("the worker for piece {} left no result", piece));
  }
  return read_file(result_path(folder, piece));
}

void do_watched_pieces(std::size_t pieces, unsigned jobs, const std::filesystem::path& folder,
                       const PieceWork& work, Progress& progress, const SignalWatch& signals,
                       const std::function<void(std::size_t piece)>& on_done) {
  SharedCounters counters(pieces);
  std::map<std::size_t, int> failed;  // piece -> how its worker ended
  std::size_t next = 0;
  {
    Workers workers;
    while (true) {
      while (failed.empty() && next < pieces && workers.running() < jobs) {
        if (!std::filesystem::exists(result_path(folder, next))) {
          workers.start(next, folder, work, counters[next], signals);
        }
        ++next;
      }
      for (const std::size_t piece : workers.reap(failed)) on_done(piece);
      if (signals.caught() != 0) throw Interrupted(signals.caught());
      if (workers.running() == 0 && (next == pieces || !failed.empty())) break;
      progress.update(counters.sum());
      std::this_thread::sleep_for(kPollInterval);
    }
  }
  if (!failed.empty()) throw_failure(folder, failed.begin()->first, failed.begin()->second);
}

std::vector<std::string> watched_results(std::size_t pieces, unsigned jobs,
                                         const std::filesystem::path& folder, const PieceWork& work,
                                         Progress& progress, const SignalWatch& signals) {
  do_watched_pieces(pieces, jobs, folder, work, progress, signals, [](std::size_t) {});
  std::vector<std::string> results;
  results.reserve(pieces);
  for (std::size_t piece = 0; piece < pieces; ++piece) results.push_back(result_of(folder, piece));
  return results;
}

}  // namespace

Interrupted::Interrupted(int signal)
    : std::runtime_error(fmt::format("interrupted by signal {}", signal)), signal_(signal) {}

std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs,
                                   const std::filesystem::path& folder, const PieceWork& work,
                                   Progress& progress) {
  const SignalWatch signals;
  return watched_results(pieces, jobs, folder, work, progress, signals);
}

std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs, const PieceWork& work,
                                   Progress& progress) {
  const SignalWatch signals;  // before the folder is there, and until it is gone
  const TemporaryFolder folder;
  return watched_results(pieces, jobs, folder.path(), work, progress, signals);
}

void do_each_piece(std::size_t pieces, unsigned jobs, const PieceWork& work,
                   const OnResult& on_result, Progress& progress) {
  const SignalWatch signals;
  const TemporaryFolder folder;
  do_watched_pieces(pieces, jobs, folder.path(), work, progress, signals, [&](std::size_t piece) {
    on_result(piece, result_of(folder.path(), piece));
    std::filesystem::remove(result_path(folder.path(), piece));
  });
}

unsigned default_jobs() {
  const unsigned processors = std::thread::hardware_concurrency();
  return processors == 0 ? 1 : processors;
}

}  // namespace eenet::experiments
