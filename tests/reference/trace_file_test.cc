#include "reference/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "reference/registry.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

class TraceFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("trace-") + test->name());
    std::filesystem::create_directories(folder_);
    path_ = folder_ / "trace.jsonl";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // A run of five rounds, written as the program writes it, and as it was.
  Trace write_run(TraceDetail detail) {
    Trace trace;
    trace.header.producer = "test";
    trace.header.environment = complete_environment_spec(Spec::parse("linear:dim=3,arms=2"));
    trace.header.method = complete_policy_spec(Spec::parse("eenet:width=4"));
    trace.header.rounds = 5;
    trace.header.seed = 18446744073709551615U;
    trace.header.detail = detail;
    trace = recorded_run(trace.header);
    TraceWriter writer(path_, trace.header);
    for (const TraceRound& round : trace.rounds) writer.write(round);
    writer.finish(*trace.end);
    return trace;
  }

  [[nodiscard]] std::string content() const {
    std::ostringstream all;
    all << std::ifstream(path_, std::ios::binary).rdbuf();
    return all.str();
  }

  void write(const std::string& text) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << text;
  }

  [[nodiscard]] std::string refusal() const {
    return refusal_of<std::runtime_error>([this] { read_trace(path_); });
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
};

TEST_F(TraceFile, KeepsEveryBitOfAFullTrace) {
  const Trace written = write_run(TraceDetail::kFull);
  const Trace read = read_trace(path_);
  EXPECT_EQ(read.header.seed, written.header.seed);
  EXPECT_EQ(read.header.environment, written.header.environment);
  EXPECT_EQ(read.header.method, written.header.method);
  ASSERT_EQ(read.rounds.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(read.rounds[i].contexts, written.rounds[i].contexts);
    EXPECT_EQ(read.rounds[i].exploitation_scores, written.rounds[i].exploitation_scores);
    EXPECT_EQ(read.rounds[i].exploration_scores, written.rounds[i].exploration_scores);
    EXPECT_EQ(read.rounds[i].label, written.rounds[i].label);
    EXPECT_EQ(read.rounds[i].digest, written.rounds[i].digest);
  }
  ASSERT_TRUE(read.end.has_value());
  EXPECT_EQ(read.end->parameters, written.end->parameters);
  EXPECT_EQ(read.end->regret, written.end->regret);
}

TEST_F(TraceFile, LeavesContextsAndScoresOutOfADigestTrace) {
  write_run(TraceDetail::kDigest);
  const Trace read = read_trace(path_);
  ASSERT_EQ(read.rounds.size(), 5U);
  EXPECT_FALSE(read.rounds[0].contexts.has_value());
  EXPECT_TRUE(read.rounds[0].digest.has_value());
  EXPECT_TRUE(read.end->parameters.empty());
}

TEST_F(TraceFile, GivesEveryWholeRoundWhereverItIsCut) {
  write_run(TraceDetail::kDigest);
  const std::string whole = content();
  const std::size_t header_end = whole.find('\n') + 1;
  for (std::size_t length = header_end; length <= whole.size(); ++length) {
    write(whole.substr(0, length));
    const Trace read = read_trace(path_);
    const auto lines =
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n');
    EXPECT_EQ(read.rounds.size(), static_cast<std::size_t>(std::min<std::ptrdiff_t>(lines - 1, 5)));
    EXPECT_EQ(read.end.has_value(), length == whole.size());
  }
  write(whole.substr(0, header_end - 1));
  EXPECT_THAT(refusal(), testing::HasSubstr("no whole line"));
}

TEST_F(TraceFile, AllowsForeignFieldsAndMissingOptionalOnes) {
  write_run(TraceDetail::kDigest);
  std::string text = content();
  text.replace(text.find(R"({"t":1,)"), 7, R"({"t":1,"framework":"other",)");
  write(text);
  EXPECT_EQ(read_trace(path_).rounds.size(), 5U);
}

TEST_F(TraceFile, NamesTheLineOfWhatIsNoTrace) {
  write_run(TraceDetail::kFull);
  const std::string whole = content();
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    write(text);
    return refusal();
  };
  EXPECT_THAT(replaced("{\"t\":3", "{\"t\":4"),
              testing::HasSubstr("line 4: round 4, expected round 3"));
  EXPECT_THAT(replaced("{\"t\":2", "}\"t\":2"),
              testing::HasSubstr("line 3: not a round of a trace"));
  for (const std::string number : {"NaN", "1e999"}) {
    const std::string complaint = replaced("\"reward\":", "\"reward\":" + number + ",\"old\":");
    EXPECT_THAT(complaint, testing::HasSubstr("line 2: not a round of a trace"));
    EXPECT_THAT(complaint, testing::Not(testing::HasSubstr("json.exception")));
  }
  EXPECT_THAT(replaced("eenet.trace/1", "eenet.trace/9"), testing::HasSubstr("line 1"));
  EXPECT_THAT(replaced("fnv1a64-words", "md5"), testing::HasSubstr("hash is 'md5'"));
  EXPECT_THAT(replaced("\"arm\":", "\"arm\":7"), testing::HasSubstr("expected 0 to 1"));
  EXPECT_THAT(replaced("\"f1\":[", "\"f1\":[0.5,"),
              testing::HasSubstr("f1 has 3 entries, expected 2"));
  EXPECT_THAT(replaced("\"contexts\":[[", "\"contexts\":[[0.5,"),
              testing::HasSubstr("context 0 has 4"));
  EXPECT_THAT(replaced("\"rounds\":5,\"seed\"", "\"rounds\":3,\"seed\""),
              testing::HasSubstr("the header announces 3"));
  EXPECT_THAT(replaced("\"completed\"", "\"done\""), testing::HasSubstr("status is 'done'"));
  write(whole + "{}\n");
  EXPECT_THAT(refusal(), testing::HasSubstr("a line follows the end"));
  write("");
  EXPECT_THAT(refusal(), testing::HasSubstr("no whole line"));
}

TEST_F(TraceFile, SaysWhichFileCannotBeReadOrWritten) {
  EXPECT_THAT(refusal(), testing::HasSubstr("cannot be read: No such file"));
  std::filesystem::create_directory(path_);
  EXPECT_THAT(refusal(), testing::HasSubstr("cannot be read: Is a directory"));
  EXPECT_THROW(TraceWriter(folder_ / "nowhere" / "trace.jsonl", {}), std::runtime_error);
  // A full disk shows at the first line, not at the end of the run.
  EXPECT_THROW(TraceWriter("/dev/full", {}), std::runtime_error);
}

}  // namespace
}  // namespace eenet
