// `eenet oracle check`: traces of ours and of others, what is wrong with them, bad input.
// tests/experiments/python/trace_writer_test.py has runs of another program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CliOracleCheck : public Cli {
 protected:
  void SetUp() override {
    const std::string run =
        "run --quiet --env linear:dim=3,arms=3,noise=bernoulli --method eenet:width=6 --rounds 12 "
        "--trace full --out runs";
    ASSERT_EQ(eenet(run).code, 0);
    text_ = text_in("runs/trace-1.jsonl");
  }

  // The trace with one line changed: 0 is the header, t round t, 13 the end.
  void write_edited(std::size_t line, const std::function<void(json&)>& change) const {
    std::istringstream in(text_);
    std::string all;
    std::size_t at = 0;
    for (std::string one; std::getline(in, one); ++at) {
      if (at == line) {
        json edited = json::parse(one);
        change(edited);
        one = edited.dump();
      }
      all += one + "\n";
    }
    write_text("edited.jsonl", all);
  }

  [[nodiscard]] json level_of(const json& found, const std::string& name) const {
    for (const json& level : found.at("levels")) {
      if (level.at("level") == name) return level;
    }
    ADD_FAILURE() << "no level " << name;
    return {};
  }

  std::string text_;
};

TEST_F(CliOracleCheck, AgreesWithARunOfOurs) {
  const json found = json_of("oracle check --json runs/trace-1.jsonl");
  EXPECT_EQ(found.at("schema"), "eenet.judge/1");
  EXPECT_EQ(found.at("verdict"), "agrees");
  EXPECT_EQ(found.at("first_divergence"), nullptr);
  EXPECT_EQ(found.at("counterexample"), nullptr);
  ASSERT_EQ(found.at("levels").size(), 3U);
  EXPECT_EQ(level_of(found, "replay").at("cases"), 12);
  EXPECT_EQ(level_of(found, "consistency").at("failures"), 0);
  EXPECT_GT(level_of(found, "rerun").at("cases"), 72);
  const Outcome text = eenet("oracle check runs/trace-1.jsonl");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("every recorded number has the reference's bits"));
}

TEST_F(CliOracleCheck, ShowsTheRoundThatGoesWrong) {
  write_edited(5, [](json& line) { line["label"] = 0.125; });
  const Outcome text = eenet("oracle check edited.jsonl");
  EXPECT_EQ(text.code, 1);
  EXPECT_THAT(text.out, HasSubstr("first divergence (consistency): round 5, label is 0.125"));
  const Outcome outcome = eenet("oracle check --json edited.jsonl");
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found.at("verdict"), "disagrees");
  EXPECT_EQ(found.at("first_divergence").at("level"), "consistency");
  EXPECT_EQ(found.at("first_divergence").at("field"), "label");
  EXPECT_EQ(found.at("counterexample").at("round"), 5);
  EXPECT_EQ(found.at("counterexample").at("recorded").at("label"), 0.125);
}

TEST_F(CliOracleCheck, JudgesFloatsAsFloats) {
  write_edited(5, [](json& line) {
    line["f1"][0] = static_cast<double>(static_cast<float>(line["f1"][0].get<double>()));
  });
  EXPECT_EQ(eenet("oracle check edited.jsonl").code, 1);
  EXPECT_EQ(eenet("oracle check --scalar float32 edited.jsonl").code, 1);  // the digest is ours
}

TEST_F(CliOracleCheck, SkipsWithReasons) {
  write_edited(0, [](json& line) { line["environment"]["name"] = "their-shop"; });
  const Outcome text = eenet("oracle check edited.jsonl");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("environment their-shop is not one of this program"));
  EXPECT_THAT(text.out, HasSubstr("the header has no initial_parameters"));
}

TEST_F(CliOracleCheck, ReadsAPipeOnce) {
  const Outcome shell =
      RunningProgram("/bin/sh",
                     {"-c", "cat runs/trace-1.jsonl | " EENET_PROGRAM " oracle check /dev/stdin"},
                     here())
          .wait();
  EXPECT_EQ(shell.code, 0) << shell.err;
  EXPECT_THAT(shell.out, HasSubstr("a pipe can be read once only"));
}

TEST_F(CliOracleCheck, SaysThatThereWasNothingToCheck) {
  write_text("least.jsonl", text_.substr(0, text_.find('\n') + 1));
  EXPECT_EQ(json_of("oracle check --quiet --json least.jsonl").at("verdict"), "incomplete");
  EXPECT_EQ(eenet("oracle check --strict --quiet least.jsonl").code, 4);
  EXPECT_THAT(eenet("oracle check least.jsonl").err, HasSubstr("cut short after round 0 of 12"));
}

TEST_F(CliOracleCheck, RefusesWhatIsNoTrace) {
  write_text("no.jsonl", "{}\n");
  write_edited(3, [](json& line) { line["f1"] = {1.0}; });
  write_text("short.jsonl", text_in("edited.jsonl"));
  write_edited(3, [](json& line) { line["t"] = 4; });
  expect_all_refused({{"oracle check no.jsonl", {"no.jsonl", "line 1", "schema"}},
                      {"oracle check short.jsonl", {"line 4", "f1 has 1 entries, expected 3"}},
                      {"oracle check edited.jsonl", {"line 4", "round 4, expected round 3"}},
                      {"oracle check gone.jsonl", {"gone.jsonl", "No such file"}},
                      {"oracle check --scalar half runs/trace-1.jsonl", {"--scalar"}},
                      {"oracle check", {"TRACE"}},
                      {"oracle", {"no command given", "check"}}});
}

}  // namespace
}  // namespace eenet::experiments
