#include "experiments/processes/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <thread>

#include "experiments/formats/files.h"
#include "reference/out_of_memory.h"
#include "tests/experiments/forked.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kGotInterrupted = 42;

class Jobs : public testing::Test {
 protected:
  std::vector<std::string> done(std::size_t pieces, unsigned jobs, const PieceWork& work) {
    Progress progress("pieces", pieces, true);
    return do_pieces(pieces, jobs, folder(), work, progress);
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder()),
                                                  std::filesystem::directory_iterator()));
  }
  // A mark that a piece leaves behind, whatever becomes of it.
  void mark(const std::string& name, const std::string& content = "") const {
    write_atomically(marks_.path() / name, content);
  }
  [[nodiscard]] bool marked(const std::string& name) const {
    return std::filesystem::exists(marks_.path() / name);
  }
  [[nodiscard]] std::string mark_content(const std::string& name) const {
    return read_file(marks_.path() / name);
  }

 private:
  TemporaryFolder folder_;
  TemporaryFolder marks_;
};

// Until a signal ends the process; should the test go wrong, an alarm after a minute.
[[noreturn]] void sleep_for_ever() {
  ::alarm(60);
  while (true) ::pause();
}

TEST_F(Jobs, ResultsAreTheSameForAnyNumberOfWorkers) {
  const PieceWork work = [](std::size_t piece, PieceCounter&) {
    // Later pieces end sooner, so that order is not a gift.
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * (7 - piece)));
    return "result " + std::to_string(piece * piece);
  };
  for (const unsigned jobs : {1U, 2U, 5U}) {
    const TemporaryFolder own;
    Progress progress("pieces", 7, true);
    EXPECT_THAT(do_pieces(7, jobs, own.path(), work, progress),
                ElementsAre("result 0", "result 1", "result 4", "result 9", "result 16",
                            "result 25", "result 36"))
        << jobs;
  }
}

TEST_F(Jobs, EachResultIsHandedOverOnceAndForgotten) {
  Progress progress("pieces", 9, true);
  std::vector<std::string> results(9);
  const PieceWork work = [](std::size_t piece, PieceCounter&) { return std::to_string(piece); };
  do_each_piece(
      9, 3, work,
      [&results](std::size_t piece, const std::string& result) { results.at(piece) += result; },
      progress);
  EXPECT_THAT(results, ElementsAre("0", "1", "2", "3", "4", "5", "6", "7", "8"));
}

TEST_F(Jobs, ResultsBeforeAFailureAreHandedOver) {
  Progress progress("pieces", 3, true);
  std::vector<std::size_t> handed_over;
  const PieceWork work = [](std::size_t piece, PieceCounter&) -> std::string {
    if (piece == 1) throw std::invalid_argument("one is wrong");
    return "fine";
  };
  EXPECT_THROW(
      do_each_piece(
          3, 1, work, [&](std::size_t piece, const std::string&) { handed_over.push_back(piece); },
          progress),
      std::invalid_argument);
  EXPECT_THAT(handed_over, ElementsAre(0));
}

TEST_F(Jobs, NoPiecesGiveNoResults) {
  EXPECT_TRUE(done(0, 3, [](std::size_t, PieceCounter&) { return ""; }).empty());
}

TEST_F(Jobs, ResultsMayBeEmptyOrHoldAnyByte) {
  const std::string bytes("\0\n\xff", 3);
  EXPECT_THAT(done(2, 2, [&](std::size_t piece, PieceCounter&) { return piece == 0 ? "" : bytes; }),
              ElementsAre("", bytes));
}

TEST_F(Jobs, EveryPieceHasAProcessOfItsOwn) {
  const std::vector<std::string> processes =
      done(3, 2, [](std::size_t, PieceCounter&) { return std::to_string(::getpid()); });
  EXPECT_NE(processes[0], processes[1]);
  EXPECT_NE(processes[1], processes[2]);
  EXPECT_THAT(processes, testing::Each(testing::Ne(std::to_string(::getpid()))));
}

TEST_F(Jobs, RunsAsManyPiecesAtATimeAsItMay) {
  // Each of three pieces waits for the other two: with fewer workers nobody would end.
  const PieceWork work = [this](std::size_t piece, PieceCounter&) {
    mark(std::to_string(piece));
    const bool all = becomes_true([this] { return marked("0") && marked("1") && marked("2"); });
    return std::string(all ? "met" : "alone");
  };
  EXPECT_THAT(done(3, 3, work), ElementsAre("met", "met", "met"));
}

TEST_F(Jobs, NeverRunsMorePiecesAtATimeThanItMay) {
  const PieceWork work = [this](std::size_t piece, PieceCounter&) {
    // With one worker, the piece before this one has ended.
    const bool alone = piece == 0 || marked(std::to_string(piece - 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    mark(std::to_string(piece));
    return std::string(alone ? "alone" : "crowded");
  };
  EXPECT_THAT(done(4, 1, work), testing::Each("alone"));
}

TEST_F(Jobs, TheLowestPieceThatThrowsIsHeardWithItsType) {
  // Piece 3 fails at once, piece 1 later; both run at the same time.
  const PieceWork work = [](std::size_t piece, PieceCounter&) -> std::string {
    if (piece == 3) throw std::runtime_error("three");
    if (piece == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      throw std::invalid_argument("one");
    }
    return "fine";
  };
  for (const unsigned jobs : {1U, 4U}) {
    try {
      done(4, jobs, work);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), "one") << jobs;
    }
  }
}

TEST_F(Jobs, OtherExceptionsKeepWhoseFaultTheyAre) {
  const auto thrown_by = [this](const std::function<void()>& body) -> std::string {
    try {
      done(1, 1, [&](std::size_t, PieceCounter&) {
        body();
        return "";
      });
    } catch (const std::runtime_error& error) {
      return std::string("runtime_error: ") + error.what();
    } catch (const std::logic_error& error) {
      return std::string("logic_error: ") + error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(thrown_by([] { throw std::runtime_error("disk"); }), "runtime_error: disk");
  EXPECT_THAT(thrown_by([] { throw std::bad_alloc(); }), HasSubstr("runtime_error: out of memory"));
  EXPECT_THAT(thrown_by([] { throw OutOfMemory("that matrix"); }),
              HasSubstr("runtime_error: that matrix: out of memory"));
  EXPECT_EQ(thrown_by([] { throw std::out_of_range("bug"); }), "logic_error: bug");
  EXPECT_THAT(thrown_by([] { std::abort(); }), HasSubstr("logic_error: the worker for piece 0"));
  EXPECT_THAT(thrown_by([] { ::_exit(3); }), HasSubstr("logic_error: the worker for piece 0"));
  EXPECT_THAT(thrown_by([] { ::_exit(0); }), HasSubstr("logic_error: the worker for piece 0"));
}

TEST_F(Jobs, StartsNothingNewAfterAFailure) {
  const PieceWork work = [this](std::size_t piece, PieceCounter&) -> std::string {
    mark(std::to_string(piece));
    if (piece == 1) throw std::runtime_error("stop");
    return "";
  };
  EXPECT_THROW(done(5, 1, work), std::runtime_error);
  EXPECT_TRUE(marked("1"));
  EXPECT_FALSE(marked("2"));
}

TEST_F(Jobs, AnotherAttemptGoesOnWhereTheFirstStopped) {
  const PieceWork failing = [](std::size_t piece, PieceCounter&) -> std::string {
    if (piece == 2) throw std::runtime_error("stop");
    return "first attempt";
  };
  EXPECT_THROW(done(4, 1, failing), std::runtime_error);
  EXPECT_THAT(done(4, 1, [](std::size_t, PieceCounter&) { return "second attempt"; }),
              ElementsAre("first attempt", "first attempt", "second attempt", "second attempt"));
  EXPECT_EQ(files(), 4U) << "only the results stay";
}

TEST_F(Jobs, SignalsEndTheWorkersAndInterrupt) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t parent = start_forked([&] {
      try {
        done(3, 2, [this, signal](std::size_t piece, PieceCounter&) -> std::string {
          mark(std::to_string(signal) + "-" + std::to_string(piece), std::to_string(::getpid()));
          sleep_for_ever();
        });
      } catch (const Interrupted& stop) {
        return stop.signal() == signal ? kGotInterrupted : 1;
      }
      return 0;
    });
    const std::string name = std::to_string(signal);
    ASSERT_TRUE(becomes_true([&] { return marked(name + "-0") && marked(name + "-1"); }));
    ::kill(parent, signal);
    EXPECT_EQ(wait_for(parent), kGotInterrupted);
    for (const char* piece : {"-0", "-1"}) {
      EXPECT_EQ(::kill(std::stoi(mark_content(name + piece)), 0), -1) << "a worker lives on";
    }
    EXPECT_FALSE(marked(name + "-2")) << "a piece was started after the signal";
    EXPECT_EQ(files(), 0U);
  }
}

TEST_F(Jobs, ASignalThatComesWithAForkEndsTheWorkerToo) {
  // The signal comes while workers are being started; those that have hardly begun must end too.
  constexpr unsigned kMany = 20;
  for (unsigned i = 0; i < kMany; ++i) {
    const std::string begun = std::to_string(i);
    const auto start = std::chrono::steady_clock::now();
    const pid_t parent = start_forked([&] {
      try {
        done(kMany, kMany, [&](std::size_t piece, PieceCounter&) -> std::string {
          if (piece == 0) mark(begun);
          sleep_for_ever();
        });
      } catch (const Interrupted&) {
        return kGotInterrupted;
      }
      return 0;
    });
    ASSERT_TRUE(becomes_true([&] { return marked(begun); }));
    ::kill(parent, SIGINT);
    EXPECT_EQ(wait_for(parent), kGotInterrupted);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60))
        << "a worker had to be ended by its alarm";
  }
}

// Whether the process still does something; one that has ended may wait for its parent to ask.
bool lives(const std::string& process) {
  const std::filesystem::path path = "/proc/" + process + "/stat";
  if (!std::filesystem::exists(path)) return false;
  try {
    const std::string stat = read_file(path);
    return stat.find(") Z ") == std::string::npos && stat.find(") X ") == std::string::npos;
  } catch (const std::runtime_error&) {
    return false;  // it was gone before it could be read
  }
}

TEST_F(Jobs, WorkersDieWithAParentThatIsKilled) {
  const pid_t parent = start_forked([&] {
    done(2, 2, [this](std::size_t piece, PieceCounter&) -> std::string {
      std::signal(SIGTERM, SIG_IGN);
      mark(std::to_string(piece), std::to_string(::getpid()));
      sleep_for_ever();
    });
    return 0;
  });
  ASSERT_TRUE(becomes_true([this] { return marked("0") && marked("1"); }));
  ::kill(parent, SIGKILL);
  EXPECT_EQ(wait_for(parent), -1);
  const auto all_gone = [this] { return !lives(mark_content("0")) && !lives(mark_content("1")); };
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(becomes_true(all_gone));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30))
      << "a worker had to be ended by its alarm";
}

TEST_F(Jobs, CountersOfAllPiecesReachTheProgressBar) {
  const Forked shown = run_forked(Stderr::kTerminal, [this] {
    Progress progress("rounds", 8, false);
    do_pieces(
        2, 2, folder(),
        [](std::size_t piece, PieceCounter& count) {
          count.fetch_add(piece + 1);
          std::this_thread::sleep_for(std::chrono::milliseconds(500));
          count.fetch_add(1);
          return "";
        },
        progress);
    return 0;
  });
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.err, HasSubstr("38% of 8 rounds"));  // (1 + 2) / 8
}

TEST_F(Jobs, ThereIsAlwaysAJobToUse) {
  EXPECT_GE(default_jobs(), 1U);
}

}  // namespace
}  // namespace eenet::experiments
