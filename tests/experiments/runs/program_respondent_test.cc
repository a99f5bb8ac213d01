#include "experiments/runs/program_respondent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/processes/stopwatch.h"
#include "experiments/runs/answer_line.h"
#include "tests/experiments/folder_test.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using verify::oracle::Fault;
using verify::oracle::FaultKind;

constexpr std::size_t kLongest = 10;

class ProgramRespondentTest : public FolderTest {
 protected:
  // `body` is what is done with every question `q` as Python has it; `say` writes an answer.
  void start(const std::string& body, const AnswerLimits& limits = {}) {
    write_text("adapter.py",
               "import json, os, sys, time\n"
               "def say(**answer): print(json.dumps(answer), flush=True)\n"
               "n = 0\n"
               "for line in sys.stdin:\n"
               "    q = json.loads(line)\n"
               "    n += 1\n" +
                   body);
    respondent_.emplace(std::vector<std::string>{"python3", (folder() / "adapter.py").string()},
                        limits);
  }

  json ask(int id, double x = 0.0) {
    return respondent_->ask({{"id", id}, {"op", "forward"}, {"x", {x}}}, kLongest);
  }

  std::string expect_fault(int id, FaultKind kind) {
    try {
      ADD_FAILURE() << "it answered: " << ask(id);
    } catch (const Fault& fault) {
      EXPECT_EQ(static_cast<int>(fault.kind()), static_cast<int>(kind)) << fault.what();
      return fault.what();
    }
    return "";
  }

  std::optional<ProgramRespondent> respondent_;
};

TEST_F(ProgramRespondentTest, NumbersGoThereAndBackUnchanged) {
  start("    say(id=q['id'], value=q['x'][0])\n");
  int id = 0;
  for (const double x :
       {0.1, -0.0, 5e-324, 0x1.fffffffffffffp+1023, 1.0 / 3.0, 12345678901234567.0}) {
    const json answer = ask(++id, x);
    EXPECT_EQ(answer.at("id"), id);
    EXPECT_EQ(answer.at("value").get<double>(), x);
  }
  EXPECT_EQ(respondent_->finish(), std::nullopt);
}

TEST_F(ProgramRespondentTest, AWarningBeforeTheFirstAnswerIsAFaultAndHidesNothing) {
  start(
      "    if n == 1: print('Warning: no GPU found', flush=True); time.sleep(0.2)\n"
      "    say(id=q['id'], value=n)\n");
  EXPECT_THAT(expect_fault(1, FaultKind::kNotJson), HasSubstr("Warning: no GPU found"));
  EXPECT_TRUE(respondent_->alive());
  EXPECT_EQ(ask(2).at("value"), 2) << "the late answer to the first question is skipped";
  EXPECT_EQ(ask(3).at("value"), 3);
}

TEST_F(ProgramRespondentTest, AnAnswerToAnotherQuestionHidesNothing) {
  start(
      "    if n == 2: say(id=1)\n"
      "    say(id=q['id'], value=n)\n");
  EXPECT_EQ(ask(1).at("value"), 1);
  EXPECT_EQ(ask(2).at("id"), 1);
  EXPECT_EQ(ask(3).at("value"), 3);
}

TEST_F(ProgramRespondentTest, AnswersOutOfOrderAreFaults) {
  AnswerLimits limits;
  limits.start = Seconds(5);
  limits.fixed = Seconds(0.3);
  start(
      "    if n == 1: say(id=q['id'])\n"
      "    elif n % 2 == 0: kept = q['id']\n"
      "    else: say(id=q['id']); say(id=kept)\n",
      limits);
  ask(1);
  EXPECT_THAT(expect_fault(2, FaultKind::kTimeLimit), HasSubstr("no answer in 0.3 s"));
}

TEST_F(ProgramRespondentTest, AnAnswerLongerThanItCanBeIsAFault) {
  start("    print('[' + '0,' * 1000000, flush=True)\n");
  EXPECT_THAT(expect_fault(1, FaultKind::kTooLong), HasSubstr("more than"));
  EXPECT_FALSE(respondent_->alive());
}

TEST_F(ProgramRespondentTest, OneThatEndedIsStartedAgainAndItsRemarksAreKept) {
  start(
      "    print('question', q['id'], file=sys.stderr, flush=True)\n"
      "    if q['id'] == 2: os._exit(9)\n"
      "    say(id=q['id'], value=n)\n");
  EXPECT_EQ(ask(1).at("value"), 1);
  EXPECT_THAT(expect_fault(2, FaultKind::kExited), HasSubstr("exit code 9"));
  EXPECT_FALSE(respondent_->alive());
  EXPECT_THAT(expect_fault(3, FaultKind::kExited), HasSubstr("not running"));
  respondent_->restart();
  EXPECT_TRUE(respondent_->alive());
  EXPECT_EQ(ask(4).at("value"), 1);
  EXPECT_EQ(respondent_->remarks(), "question 1\nquestion 2\nquestion 4\n");
}

TEST_F(ProgramRespondentTest, OneThatCannotBeStartedAgainIsNotAlive) {
  write_text("adapter", "#!/bin/sh\nrm \"$0\"\nexit 1\n");
  std::filesystem::permissions(folder() / "adapter", std::filesystem::perms::owner_all);
  respondent_.emplace(std::vector<std::string>{(folder() / "adapter").string()}, AnswerLimits());
  expect_fault(1, FaultKind::kExited);
  EXPECT_THROW(respondent_->restart(), std::runtime_error);
  EXPECT_FALSE(respondent_->alive());
  expect_fault(2, FaultKind::kExited);
  EXPECT_EQ(respondent_->remarks(), "");
  EXPECT_EQ(respondent_->finish(), std::nullopt);
}

TEST_F(ProgramRespondentTest, TheTimeLimitIsLearned) {
  AnswerLimits limits;
  limits.least = Seconds(0.8);
  start(
      "    time.sleep(0.1 if n < 5 else 1000)\n"
      "    say(id=q['id'])\n",
      limits);
  for (int id = 1; id < 5; ++id) ask(id);
  const Stopwatch watch;
  expect_fault(5, FaultKind::kTimeLimit);
  EXPECT_GE(watch.seconds(), 1.0) << "ten times the slowest";
  EXPECT_LT(watch.seconds(), 50.0);
}

TEST_F(ProgramRespondentTest, OnlyTheFirstAnswerMayTakeTheTimeOfAStart) {
  AnswerLimits limits;
  limits.fixed = Seconds(0.2);
  start(
      "    time.sleep(0.5 if n == 1 else 1000)\n"
      "    say(id=q['id'])\n",
      limits);
  ask(1);
  expect_fault(2, FaultKind::kTimeLimit);
  respondent_->restart();
  ask(3);
}

TEST(AnswerLine, OnlyObjectsAreAnswers) {
  EXPECT_EQ(parse_answer("{\"id\": 1}\r").at("id"), 1);
  const auto fault_of = [](const std::string& line) {
    try {
      parse_answer(line);
    } catch (const Fault& fault) {
      return fault.kind();
    }
    return FaultKind::kSignal;
  };
  for (const std::string line : {"", "[1]", "1", "null", "{\"id\": 1", "{\"id\": 1} {}", "\xff",
                                 "{'id': 1}", "{\"x\": nano}"}) {
    EXPECT_EQ(static_cast<int>(fault_of(line)), static_cast<int>(FaultKind::kNotJson)) << line;
  }
  EXPECT_EQ(fault_of(std::string(1'000'000, '[')), FaultKind::kNotJson);
  for (const std::string number :
       {"NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf", "1e999"}) {
    EXPECT_EQ(static_cast<int>(fault_of("{\"id\": 1, \"g\": [0.5, " + number + "]}")),
              static_cast<int>(FaultKind::kNotFinite))
        << number;
  }
  EXPECT_EQ(parse_answer(R"({"name": "NaN \" inf"})").at("name"), "NaN \" inf");
}

TEST(AnswerLine, TheMessageNamesTheNumber) {
  try {
    parse_answer(R"({"name": "inf", "g": [-Infinity]})");
    ADD_FAILURE();
  } catch (const Fault& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("wrote -Infinity, expected a finite number"));
  }
}

}  // namespace
}  // namespace eenet::experiments
