// Traces that are cut, garbled or not ours: a clean answer for each, and never a false match.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/refusal.h"
#include "tests/verify/small_trace.h"
#include "verify/replay.h"

namespace eenet::verify {
namespace {

using Json = nlohmann::ordered_json;

// What replay() says of a trace that it does not accept as one.
std::string refusal(const SmallTrace& trace) {
  return refusal_of<std::runtime_error>([&trace] { (void)trace.replayed(); });
}

TEST(ReplayDamage, WhereverATraceIsCutItsWholeRoundsAreAccepted) {
  const SmallTrace trace;
  for (const TraceDetail detail : {TraceDetail::kFull, TraceDetail::kDigest}) {
    TraceHeader header = SmallTrace::header(detail);
    header.rounds = 3;
    trace.play_and_write(header);
    const std::string whole = trace.content();
    for (std::size_t length = 0; length <= whole.size(); ++length) {
      trace.write(whole.substr(0, length));
      const auto lines = static_cast<std::uint64_t>(
          std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
      if (lines == 0) {
        EXPECT_THAT(refusal(trace), testing::HasSubstr("line 1: no whole line")) << length;
        continue;
      }
      const ReplayReport report = trace.replayed();
      EXPECT_TRUE(report.matches()) << length;
      EXPECT_EQ(report.rounds, std::min<std::uint64_t>(lines - 1, 3)) << length;
      EXPECT_EQ(report.announced, 3U);
      EXPECT_EQ(report.complete, length == whole.size()) << length;
    }
  }
}

TEST(ReplayDamage, ACutDoesNotHideADifferenceBeforeIt) {
  const SmallTrace trace;
  trace.play_and_write(SmallTrace::header());
  trace.edit(2, [](Json& json) { json["reward"] = 0.25; });
  std::vector<std::string> lines = trace.lines();
  lines.resize(4);
  trace.write(lines);
  ASSERT_FALSE(trace.replayed().matches());
  EXPECT_EQ(trace.replayed().first_difference->round, 2U);
  EXPECT_EQ(trace.replayed().rounds, 1U) << "rounds before the difference";
}

// The fields of a line that replay() compares, or that say what the rest means.
Json compared_fields(const std::string& line) {
  Json all = Json::parse(line);
  if (all.contains("end")) all = all["end"];
  for (const char* free : {"producer", "normalise", "detail", "hash", "environment", "method"}) {
    all.erase(free);
  }
  return all;
}

// Whether every compared field of the edited line that the original has too is the same number.
bool says_the_same(const std::string& edited, const std::string& original) {
  const Json expected = compared_fields(original);
  const Json found = compared_fields(edited);
  for (const auto& [field, value] : found.items()) {
    if (expected.contains(field) && expected[field] != value) return false;
  }
  return true;
}

TEST(ReplayDamage, NoFlippedByteIsTakenForAMatch) {
  const SmallTrace trace;
  TraceHeader header = SmallTrace::header();
  header.rounds = 2;
  trace.play_and_write(header);
  const std::string whole = trace.content();
  const std::vector<std::string> original = trace.lines();
  std::size_t found = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string text = whole;
    text[at] = static_cast<char>(text[at] ^ 1);  // a digit becomes its neighbour
    trace.write(text);
    try {
      if (!trace.replayed().matches()) {
        ++found;
        continue;
      }
    } catch (const std::runtime_error&) {  // no trace any more
      ++found;
      continue;
    } catch (const std::invalid_argument&) {  // a header that means nothing
      ++found;
      continue;
    }
    const std::vector<std::string> lines = trace.lines();
    for (std::size_t i = 0; i < std::min(lines.size(), original.size()); ++i) {
      if (!Json::accept(lines[i])) continue;  // the line end was hit: a cut, covered above
      EXPECT_TRUE(says_the_same(lines[i], original[i])) << "byte " << at << " of\n" << lines[i];
    }
  }
  // What may pass unseen are names that become foreign, digits below the last bit, and the
  // producer.
  EXPECT_GT(found, whole.size() / 2);
}

TEST(ReplayDamage, LinesThatAreMissingRepeatedOrOutOfOrderAreNoTrace) {
  const SmallTrace trace;
  trace.play_and_write(SmallTrace::header());
  const std::vector<std::string> lines = trace.lines();
  std::vector<std::string> edited = lines;
  edited.erase(edited.begin() + 3);
  trace.write(edited);
  EXPECT_THAT(refusal(trace), testing::HasSubstr("line 4: round 4, expected round 3"));
  edited = lines;
  edited.insert(edited.begin() + 3, lines[2]);
  trace.write(edited);
  EXPECT_THAT(refusal(trace), testing::HasSubstr("line 4: round 2, expected round 3"));
  edited = lines;
  std::swap(edited[5], edited[6]);
  trace.write(edited);
  EXPECT_THAT(refusal(trace), testing::HasSubstr("line 6: round 6, expected round 5"));
  edited = lines;
  edited.push_back(lines.back());
  trace.write(edited);
  EXPECT_THAT(refusal(trace), testing::HasSubstr("a line follows the end"));
  edited = lines;
  edited.erase(edited.begin());
  trace.write(edited);
  EXPECT_THAT(refusal(trace), testing::HasSubstr("line 1: not the header"));
}

TEST(ReplayDamage, NumbersThatAreNotWholeAreNotRoundedToWholeOnes) {
  const SmallTrace trace;
  struct Case {
    std::size_t line;
    const char* field;
    Json value;
  };
  for (const Case& wrong :
       {Case{0, "dim", 2.5}, Case{0, "dim", -2}, Case{0, "arms", 2.25}, Case{0, "arms", 0},
        Case{0, "seed", 6.5}, Case{0, "seed", -1}, Case{0, "rounds", 6.5}, Case{0, "seed", "6"},
        Case{1, "t", 1.5}, Case{1, "arm", 0.5}, Case{1, "arm", -1}, Case{1, "arm", 2}}) {
    SCOPED_TRACE(std::string(wrong.field) + "=" + wrong.value.dump());
    trace.play_and_write(SmallTrace::header());
    trace.edit(wrong.line, [&wrong](Json& json) { json[wrong.field] = wrong.value; });
    EXPECT_THAT(refusal(trace),
                testing::AllOf(testing::HasSubstr(wrong.field), testing::HasSubstr("expected")));
  }
}

TEST(ReplayDamage, WhatIsNoTraceIsRefusedWithItsPath) {
  const SmallTrace trace;
  EXPECT_THAT(refusal(trace), testing::AllOf(testing::HasSubstr(trace.path().string()),
                                             testing::HasSubstr("cannot be read")));
  for (const char* text : {"", "\n", "garbage\n", "{}\n", "[]\n", "null\n", "{\"schema\":3}\n",
                           "\x93NUMPY\n", "{\"schema\":\"eenet.trace/2\"}\n"}) {
    trace.write(std::string(text));
    EXPECT_THAT(refusal(trace), testing::HasSubstr(trace.path().string() + ", line 1")) << text;
  }
  EXPECT_THROW(replay(trace.path().parent_path(), {}), std::runtime_error) << "a folder";
}

TEST(ReplayDamage, AHeaderThatCannotBeMadeAgainIsAnInvalidArgument) {
  const SmallTrace trace;
  for (const auto& [pointer, value] :
       {std::pair{"/method/name", "thompson"}, std::pair{"/environment/name", "casino"},
        std::pair{"/method/settings/width", "0"}, std::pair{"/method/settings/eta1", "fast"},
        std::pair{"/environment/settings/noise", "loud"}}) {
    SCOPED_TRACE(pointer);
    trace.play_and_write(SmallTrace::header());
    const auto change = [&pointer = pointer, &value = value](Json& json) {
      json[Json::json_pointer(pointer)] = value;
    };
    trace.edit(0, change);
    EXPECT_THROW(static_cast<void>(trace.replayed()), std::invalid_argument);
  }
}

}  // namespace
}  // namespace eenet::verify
