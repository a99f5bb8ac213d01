// `eenet replay`: every bit the same (0), a difference (1), no trace (2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/formats/files.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CliReplay : public Cli {
 protected:
  CliReplay() {
    EXPECT_EQ(eenet("run --env linear:dim=3,arms=2 --method eenet:width=4 --rounds 10 --seeds 9 "
                    "--trace full --out .")
                  .code,
              0);
    trace_ = text_in("trace-9.jsonl");
  }

  [[nodiscard]] const std::string& trace() const { return trace_; }
  void write(const std::string& text) const { write_text("edited.jsonl", text); }

  // The trace with the first such text after `from` replaced.
  [[nodiscard]] std::string edited(const std::string& from, const std::string& text,
                                   const std::string& replacement) const {
    std::string whole = trace_;
    const std::size_t at = whole.find(text, whole.find(from));
    EXPECT_NE(at, std::string::npos) << text;
    return whole.replace(at, text.size(), replacement);
  }

 private:
  std::string trace_;
};

TEST_F(CliReplay, AcceptsWhatRunWrote) {
  const Outcome outcome = eenet("replay trace-9.jsonl");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "10 of 10 rounds, every bit the same\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(json_of("replay trace-9.jsonl --json"),
            json::parse(R"({"schema":"eenet.replay/1","rounds":10,"complete":true,"matches":true,
                            "first_difference":null})"));
}

TEST_F(CliReplay, AcceptsDigestTraces) {
  EXPECT_EQ(eenet("run --rounds 20 --trace digest --out digest --method eenet:width=8").code, 0);
  EXPECT_EQ(eenet("replay digest/trace-1.jsonl").code, 0);
}

TEST_F(CliReplay, NamesTheFirstDifference) {
  write(edited("{\"t\":4,", "\"f1\":[", "\"f1\":[1"));
  const Outcome outcome = eenet("replay edited.jsonl");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("3 rounds match; first difference in round 4, f1[0]"));
  const Outcome as_json = eenet("replay edited.jsonl --json");
  EXPECT_EQ(as_json.code, 1);
  const json report = json::parse(as_json.out);
  EXPECT_EQ(report.at("schema"), "eenet.replay/1");
  EXPECT_EQ(report.at("rounds"), 3);
  EXPECT_EQ(report.at("complete"), true) << "the file has its end";
  EXPECT_EQ(report.at("matches"), false);
  const json& difference = report.at("first_difference");
  EXPECT_EQ(difference.at("round"), 4);
  EXPECT_EQ(difference.at("field"), "f1[0]");
  EXPECT_NE(difference.at("recorded"), difference.at("recomputed"));
}

TEST_F(CliReplay, FindsAnEditOfTheHeader) {
  write(edited("", "\"seed\":9", "\"seed\":8"));
  const Outcome outcome = eenet("replay edited.jsonl");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("first difference in round 1, contexts[0][0]"));
}

TEST_F(CliReplay, AcceptsATraceCutShortWithAWarning) {
  write(trace().substr(0, trace().find("{\"t\":7,") + 20));
  const Outcome outcome = eenet("replay edited.jsonl");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "6 of 10 rounds, every bit the same; the end of the trace is missing\n");
  EXPECT_EQ(outcome.err,
            "eenet: edited.jsonl: cut short after round 6 of 10, accepted up to there\n");
  const Outcome quiet = eenet("replay edited.jsonl --quiet");
  EXPECT_EQ(quiet.err, "");
  EXPECT_EQ(quiet.out, outcome.out) << "a result";
  const json report = json_of("replay edited.jsonl --json");
  EXPECT_EQ(report.at("rounds"), 6);
  EXPECT_EQ(report.at("complete"), false);
  EXPECT_EQ(report.at("matches"), true);
  EXPECT_EQ(report.at("first_difference"), nullptr);
}

TEST_F(CliReplay, SaysThatOnlyTheEndIsMissing) {
  write(trace().substr(0, trace().find("{\"end\":")));
  for (const char* command : {"replay edited.jsonl", "replay edited.jsonl --quiet"}) {
    const Outcome outcome = eenet(command);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out,
              "10 of 10 rounds, every bit the same; the end of the trace is missing\n");
  }
}

TEST_F(CliReplay, SaysOfADifferenceInAPartOfATraceThatItIsAPart) {
  const std::string whole = edited("{\"t\":4,", "\"f1\":[", "\"f1\":[1");
  write(whole.substr(0, whole.find("{\"t\":7,") + 20));
  const Outcome as_json = eenet("replay edited.jsonl --json");
  EXPECT_EQ(as_json.code, 1);
  EXPECT_EQ(json::parse(as_json.out).at("complete"), false);
}

TEST_F(CliReplay, DoesNotCallTheSameWhatItComparedWithNothing) {
  write(trace().substr(0, trace().find('\n') + 1));
  const Outcome outcome = eenet("replay edited.jsonl");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "0 of 10 rounds, nothing was compared\n");
  EXPECT_THAT(outcome.err, HasSubstr("cut short after round 0 of 10"));
  EXPECT_EQ(eenet("replay edited.jsonl --strict").code, 4);
  const json report = json_of("replay edited.jsonl --json");
  EXPECT_EQ(report.at("matches"), nullptr);
  EXPECT_EQ(report.at("complete"), false);
  EXPECT_EQ(report.at("first_difference"), nullptr);
}

// The author of a trace must not be able to clear the terminal of its reader.
TEST_F(CliReplay, ShowsWhatATraceHoldsWithoutObeyingIt) {
  const std::size_t end = trace().find("{\"end\":");
  const std::size_t digest = trace().find("\"digest\":\"", end) + 10;
  std::string forged = trace();
  write(forged.replace(digest, 4, "\\u001b[2J"));
  const Outcome difference = eenet("replay edited.jsonl");
  EXPECT_EQ(difference.code, 1);
  EXPECT_THAT(difference.out, HasSubstr("end.digest: recorded \\x1b[2J"));
  write(edited("", R"("name":"eenet")", R"("name":"\u001b[2J")"));
  expect_refusal(eenet("replay edited.jsonl"), {"\\x1b[2J", "expected one of"});
}

TEST_F(CliReplay, RefusesWhatIsNoTrace) {
  expect_refusal(eenet("replay absent.jsonl"), {"absent.jsonl", "No such file"});
  expect_refusal(eenet("replay ."), {".", "Is a directory"});
  write("");
  expect_refusal(eenet("replay edited.jsonl"), {"edited.jsonl", "line 1"});
  write("some other file\nof two lines\n");
  expect_refusal(eenet("replay edited.jsonl"), {"edited.jsonl", "line 1", "header"});
  write(std::string("\0\xff\n\n", 4));
  expect_refusal(eenet("replay edited.jsonl"), {"edited.jsonl", "line 1"});
  write(edited("{\"t\":4,", "\"t\":4", "\"t\":5"));
  expect_refusal(eenet("replay edited.jsonl"), {"edited.jsonl, line 5", "expected round 4"});
  write(edited("{\"t\":4,", "\"arm\":", "\"arm\":7"));
  expect_refusal(eenet("replay edited.jsonl"), {"edited.jsonl, line 5", "arm"});
}

TEST_F(CliReplay, RefusesATraceOfSomethingItDoesNotKnow) {
  write(edited("", R"("name":"eenet")", R"("name":"future")"));
  expect_refusal(eenet("replay edited.jsonl"),
                 {"edited.jsonl, line 1", "future", "expected one of"});
}

}  // namespace
}  // namespace eenet::experiments
