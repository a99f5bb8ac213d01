#include "experiments/processes/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/experiments/forked.h"

namespace eenet::experiments {
namespace {

using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

// Longer than the interval of a bar (200 ms) and of a line (5 s).
constexpr auto kBarTime = std::chrono::milliseconds(250);
constexpr auto kLineTime = std::chrono::milliseconds(5100);

// What `body` does with a progress of `total` rounds, as it appears on stderr.
std::string shown_by(Stderr kind, std::uint64_t total, bool quiet,
                     const std::function<void(Progress&)>& body) {
  const Forked forked = run_forked(kind, [&] {
    Progress progress("rounds", total, quiet);
    body(progress);
    return 0;
  });
  EXPECT_EQ(forked.code, 0);
  return forked.err;
}

// What is shown if `done` of 8 rounds are reported after the time.
std::string shown(Stderr kind, std::chrono::milliseconds time, std::uint64_t done,
                  std::uint64_t total = 8, bool quiet = false) {
  return shown_by(kind, total, quiet, [=](Progress& progress) {
    progress.update(0);
    std::this_thread::sleep_for(time);
    progress.update(done);
  });
}

TEST(Progress, IsABarWithTheTimeLeftOnATerminalAndCleansUp) {
  const std::string text = shown(Stderr::kTerminal, kBarTime, 2);
  EXPECT_THAT(text, HasSubstr("[#######.......................]  25% of 8 rounds, "));
  EXPECT_THAT(text, ContainsRegex("rounds, [1-9][0-9]* s left"));
  EXPECT_THAT(text, EndsWith("\r\x1b[K")) << "the line is left as it was";
  EXPECT_THAT(text, Not(HasSubstr("\n")));
}

TEST(Progress, ShowsARemarkBesideTheRest) {
  const auto remarked = [](Progress& progress) {
    progress.show_with([] { return std::string("best so far: 3"); });
    progress.update(0);
    std::this_thread::sleep_for(kBarTime);
    progress.update(2);
  };
  EXPECT_THAT(shown_by(Stderr::kTerminal, 8, false, remarked),
              ContainsRegex("25% of 8 rounds, .*left; best so far: 3"));
}

TEST(Progress, IsLinesOnATerminalThatObeysNothing) {
  const Forked forked = run_forked(Stderr::kTerminal, [] {
    ::setenv("TERM", "dumb", 1);
    Progress progress("rounds", 8, false);
    std::this_thread::sleep_for(kLineTime);
    progress.update(2);
    return 0;
  });
  EXPECT_THAT(forked.err, HasSubstr("2 of 8 rounds (25%, "));
  EXPECT_THAT(forked.err, Not(HasSubstr("\x1b")));
}

TEST(Progress, SaysNothingOfTheTimeLeftBeforeAnythingIsDone) {
  EXPECT_THAT(shown(Stderr::kTerminal, kBarTime, 0), Not(HasSubstr("left")));
}

TEST(Progress, NeverShowsMoreThanAll) {
  EXPECT_THAT(shown(Stderr::kTerminal, kBarTime, 9), HasSubstr("[##############################] "
                                                               "100% of 8 rounds, 0 s left"));
}

TEST(Progress, IsALineEveryFewSecondsElsewhere) {
  const auto start = std::chrono::steady_clock::now();
  const std::string text = shown(Stderr::kFile, kLineTime, 2);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  ASSERT_THAT(text, MatchesRegex("2 of 8 rounds \\(25%, [0-9]+ s left\\)\n"));
  // A quarter is done: three times as long is left, rounded up.
  const double left = std::stod(text.substr(text.find(", ") + 2));
  EXPECT_GE(left, 3 * std::chrono::duration<double>(kLineTime).count());
  EXPECT_LE(left, std::ceil(3 * took.count()));
}

TEST(Progress, IsSilentWhenItEndsAtOnce) {
  EXPECT_EQ(shown(Stderr::kTerminal, std::chrono::milliseconds(0), 2), "");
  EXPECT_EQ(shown(Stderr::kFile, kBarTime, 2), "");
}

TEST(Progress, IsSilentWhenAskedToBe) {
  EXPECT_EQ(shown(Stderr::kTerminal, kBarTime, 2, 8, true), "");
  EXPECT_EQ(shown(Stderr::kTerminal, kBarTime, 0, 0), "") << "nothing to do";
}

TEST(Progress, NeverGoesBack) {
  EXPECT_THAT(shown_by(Stderr::kTerminal, 8, false,
                       [](Progress& progress) {
                         progress.update(4);
                         std::this_thread::sleep_for(kBarTime);
                         progress.counter()(2);
                       }),
              HasSubstr("50% of 8 rounds"));
}

TEST(Progress, AStageIsItsShareOfTheWhole) {
  const auto of_second_half = [](double part) {
    return shown_by(Stderr::kTerminal, 8, false, [part](Progress& progress) {
      const auto stage = progress.stage(0.5, 1.0);
      std::this_thread::sleep_for(kBarTime);
      stage(part);
    });
  };
  EXPECT_THAT(of_second_half(0.0), HasSubstr("50% of 8 rounds"));
  EXPECT_THAT(of_second_half(0.5), HasSubstr("75% of 8 rounds"));
  EXPECT_THAT(of_second_half(1.5), HasSubstr("100% of 8 rounds"));
}

TEST(Progress, MayBeUpdatedByAnyThread) {
  constexpr std::uint64_t kThreads = 4;
  constexpr std::uint64_t kEach = 1000;
  EXPECT_THAT(shown_by(Stderr::kTerminal, kThreads * kEach, false,
                       [](Progress& progress) {
                         std::atomic<std::uint64_t> done = 0;
                         std::vector<std::thread> threads;
                         for (std::uint64_t i = 0; i < kThreads; ++i) {
                           threads.emplace_back([&] {
                             for (std::uint64_t k = 0; k < kEach; ++k) progress.update(++done);
                           });
                         }
                         for (std::thread& thread : threads) thread.join();
                         std::this_thread::sleep_for(kBarTime);
                         progress.update(done);
                       }),
              HasSubstr("100% of 4000 rounds"));
}

TEST(Progress, DoesNotMindThatNobodyListens) {
  const Forked forked = run_forked(Stderr::kTerminal, [] {
    Progress progress("rounds", 8, false);  // sees a terminal
    ::close(STDERR_FILENO);                 // that then goes away
    std::this_thread::sleep_for(kBarTime);
    progress.update(2);
    return 0;
  });
  EXPECT_EQ(forked.code, 0);
}

}  // namespace
}  // namespace eenet::experiments
