// Programs that misbehave in every way we could think of: each is a fault with its own sentence,
// within the limits, and leaves nothing behind.
#include "experiments/processes/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>

#include "experiments/processes/stopwatch.h"
#include "tests/experiments/forked.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;
using verify::oracle::Fault;
using verify::oracle::FaultKind;

constexpr Seconds kShort(0.3);
constexpr Seconds kLong(60);
constexpr std::size_t kMuch = 4'000'000;  // more than any pipe holds
constexpr double kMostSeconds = 20.0;     // a machine may be busy, but not for ever

class ConversationTest : public testing::Test {
 protected:
  void start(const std::string& script) { start({"/bin/sh", "-c", script}); }
  void start(const std::vector<std::string>& command) { conversation_.emplace(command, signals_); }

  [[nodiscard]] std::string ask(const std::string& text, Seconds limit = kLong) {
    return std::string(conversation_->ask(text, 1000, limit));
  }

  // Expects that the question has no answer, and returns the sentence.
  std::string expect_fault(FaultKind kind, const std::string& text, Seconds limit = kLong) {
    const Stopwatch watch;
    std::string sentence;
    try {
      ADD_FAILURE() << "it answered: " << ask(text, limit);
    } catch (const Fault& fault) {
      sentence = fault.what();
      EXPECT_EQ(static_cast<int>(fault.kind()), static_cast<int>(kind)) << sentence;
    }
    EXPECT_FALSE(conversation_->alive());
    EXPECT_LT(watch.seconds(), kMostSeconds);
    return sentence;
  }

  std::string fault_of(const std::string& script, FaultKind kind, const std::string& text = "x\n",
                       Seconds limit = kLong) {
    start(script);
    return expect_fault(kind, text, limit);
  }

  const SignalWatch signals_;
  std::optional<Conversation> conversation_;
};

// Gone, or dead and not yet collected by the process that inherited it.
bool is_gone(const std::string& process) {
  std::ifstream stat("/proc/" + process + "/stat");
  const std::string text{std::istreambuf_iterator<char>(stat), std::istreambuf_iterator<char>()};
  return text.empty() || text.find(") Z") != std::string::npos;
}

TEST_F(ConversationTest, EveryLineIsAnswered) {
  start("exec cat");
  for (int i = 0; i < 1000; ++i) {
    const std::string text = std::to_string(i);
    ASSERT_EQ(ask(text + "\n"), text);
  }
  EXPECT_EQ(conversation_->finish(kLong), std::nullopt);
  EXPECT_FALSE(conversation_->alive());
}

TEST_F(ConversationTest, QuestionAndAnswerMayBothBeLongerThanAPipe) {
  start("exec cat");
  const std::string text(kMuch, 'x');
  EXPECT_EQ(conversation_->ask(text + "\n", kMuch, kLong), text);
  EXPECT_EQ(ask("next\n"), "next");
}

TEST_F(ConversationTest, LinesThatCameTogetherAreReadOneByOne) {
  start("printf 'one\\ntwo\\n\\nfour\\n'; exec cat");
  EXPECT_EQ(ask(""), "one");
  EXPECT_EQ(ask(""), "two");
  EXPECT_EQ(ask(""), "");
  EXPECT_EQ(ask("five\n"), "four");
  EXPECT_EQ(ask(""), "five");
}

TEST_F(ConversationTest, NoAnswerIsATimeLimit) {
  const std::string sentence =
      fault_of("read x; exec sleep 1000", FaultKind::kTimeLimit, "x\n", kShort);
  EXPECT_THAT(sentence, HasSubstr("no answer in 0.3 s"));
  EXPECT_THAT(sentence, Not(HasSubstr("not read")));
}

TEST_F(ConversationTest, AQuestionThatIsNotReadIsToldApart) {
  EXPECT_THAT(fault_of("exec sleep 1000", FaultKind::kTimeLimit, std::string(kMuch, 'x'), kShort),
              HasSubstr("the question was not read"));
}

TEST_F(ConversationTest, AFloodWithoutALinesEndIsCutOff) {
  EXPECT_THAT(fault_of("exec cat /dev/zero", FaultKind::kTooLong),
              HasSubstr("a line of more than 1000 bytes"));
  EXPECT_THAT(fault_of("read x; exec head -c 1000000000 /dev/zero", FaultKind::kTooLong),
              HasSubstr("a line of more than 1000 bytes"));
}

TEST_F(ConversationTest, AFloodOfLinesIsCutOffWhereNothingIsRead) {
  EXPECT_THAT(fault_of("exec yes", FaultKind::kTooLong, std::string(kMuch, 'x')),
              HasSubstr("without having read the question"));
}

TEST_F(ConversationTest, AFloodOfLinesCannotBeDiscarded) {
  start("exec yes");
  EXPECT_EQ(ask("x\n"), "y");
  conversation_->discard_output(kShort);
  EXPECT_FALSE(conversation_->alive());
}

TEST_F(ConversationTest, WhatIsDiscardedIsNotAnAnswer) {
  start("echo one; echo two; read x; exec cat");
  EXPECT_EQ(ask("x\n"), "one");
  conversation_->discard_output(kShort);
  EXPECT_EQ(ask("three\n"), "three");
}

TEST_F(ConversationTest, AClosedOutputIsNoticedThoughTheProgramLives) {
  EXPECT_THAT(fault_of("exec 1>&-; exec sleep 1000", FaultKind::kEndOfOutput),
              HasSubstr("closed its standard output"));
}

TEST_F(ConversationTest, AClosedInputIsNoticedThoughTheProgramLives) {
  start("exec 0<&-; echo ready; exec sleep 1000");
  EXPECT_EQ(ask(""), "ready");
  EXPECT_THAT(expect_fault(FaultKind::kEndOfOutput, "x\n"), HasSubstr("closed its standard input"));
}

TEST_F(ConversationTest, AnEndIsToldWithItsCode) {
  EXPECT_THAT(fault_of("read x; exit 0", FaultKind::kExited), HasSubstr("ended with exit code 0"));
  EXPECT_THAT(fault_of("exit 3", FaultKind::kExited), HasSubstr("ended with exit code 3"));
}

TEST_F(ConversationTest, ACrashIsToldWithItsSignal) {
  EXPECT_THAT(fault_of("read x; kill -SEGV $$", FaultKind::kSignal),
              HasSubstr("crashed (signal 11, Segmentation fault)"));
}

TEST_F(ConversationTest, AnAnswerThatIsCutShortIsShown) {
  EXPECT_THAT(fault_of("printf '{\"half'; exit 0", FaultKind::kExited),
              HasSubstr("its last line has no end: {\"half"));
}

TEST_F(ConversationTest, WhatTheProgramStartedNeitherKeepsUsNorLives) {
  const std::string sentence = fault_of("sleep 1000 & echo $! >&2; exit 0", FaultKind::kExited);
  EXPECT_THAT(sentence, HasSubstr("exit code 0"));
  std::string process = conversation_->remarks();
  ASSERT_NE(process, "");
  process.pop_back();
  EXPECT_TRUE(becomes_true([&process] { return is_gone(process); })) << process;
}

TEST_F(ConversationTest, AProgramThatIgnoresTheEndOfItsInputIsEnded) {
  start("trap '' TERM; echo $$; while :; do sleep 0.01; done");
  const std::string process = ask("");
  const auto complaint = conversation_->finish(kShort);
  ASSERT_TRUE(complaint);
  EXPECT_THAT(*complaint, HasSubstr("still ran 0.3 s after"));
  EXPECT_TRUE(becomes_true([&process] { return is_gone(process); }));
}

TEST_F(ConversationTest, AnotherExitCodeIsAComplaint) {
  start("cat; exit 3");
  EXPECT_EQ(ask("x\n"), "x");
  const auto complaint = conversation_->finish(kLong);
  ASSERT_TRUE(complaint);
  EXPECT_THAT(*complaint, HasSubstr("ended with exit code 3 after"));
}

TEST_F(ConversationTest, AProgramThatWritesUntilItsEndIsRead) {
  start("head -c 4000000 /dev/zero; head -c 4000000 /dev/zero >&2");
  EXPECT_EQ(conversation_->finish(kLong), std::nullopt);
}

TEST_F(ConversationTest, RemarksAreKeptAndShortened) {
  start("echo first >&2; head -c 9000000 /dev/zero >&2; echo last >&2; exec cat");
  EXPECT_EQ(ask("x\n"), "x");
  const std::string remarks = conversation_->remarks();
  EXPECT_THAT(remarks.substr(0, 6), "first\n");
  EXPECT_THAT(remarks, HasSubstr("bytes left out]"));
  EXPECT_THAT(remarks.substr(remarks.size() - 5), "last\n");
  EXPECT_LT(remarks.size(), 10'000U);
  EXPECT_EQ(conversation_->remarks(), "");
}

TEST_F(ConversationTest, RemarksBeforeAnEndAreKept) {
  fault_of("echo why >&2; exit 3", FaultKind::kExited);
  EXPECT_EQ(conversation_->remarks(), "why\n");
}

TEST_F(ConversationTest, AFloodOfRemarksDoesNotHideThatTheProgramEnded) {
  EXPECT_THAT(fault_of("yes >&2 & exit 4", FaultKind::kExited), HasSubstr("exit code 4"));
}

TEST_F(ConversationTest, AProgramThatCannotBeStartedIsNamed) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"/absent/program", "/absent/program: No such file"},
      {"no-such-program-anywhere", "'no-such-program-anywhere': there is no such program in PATH"},
      {"/usr/", "/usr/: cannot be run"},
      {"", "''"}};
  for (const auto& [word, words] : table) {
    try {
      start(std::vector<std::string>{word});
      ADD_FAILURE() << word;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr(words));
    }
  }
}

TEST_F(ConversationTest, SignalsAreLeftAsTheyWere) {
  start("exec cat");
  EXPECT_EQ(ask("x\n"), "x");
  conversation_.reset();
  struct sigaction now = {};
  sigaction(SIGPIPE, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
}

TEST_F(ConversationTest, ASignalToUsEndsTheProgram) {
  start("echo $$; read x; kill -TERM $PPID; exec sleep 1000");
  const std::string process = ask("");
  EXPECT_THROW(ask("x\n"), std::runtime_error);
  EXPECT_NE(signals_.caught(), 0);
  EXPECT_TRUE(becomes_true([&process] { return is_gone(process); }));
}

}  // namespace
}  // namespace eenet::experiments
