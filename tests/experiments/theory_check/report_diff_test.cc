#include "experiments/theory_check/report_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/theory_check/history.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

Json measured(const Json& value, const Json& lower, const Json& upper) {
  return {{"value", value}, {"lower", lower}, {"upper", upper}, {"basis", "estimate"}};
}

Json claim(const std::string& id, const std::string& status, const Json& number = nullptr) {
  return {{"id", id}, {"status", status}, {"measured", number}};
}

Json report_of(const std::vector<Json>& claims, const std::string& revision = "one") {
  return {
      {"schema", "eenet.report/1"}, {"seed", 1},
      {"effort", "quick"},          {"producer", {{"version", "1.0.0"}, {"revision", revision}}},
      {"claims", claims},           {"history", Json::array()}};
}

TEST(ReportDiff, OfAReportWithItselfIsEmpty) {
  const Json report = report_of({claim("A", "holds", measured(1.0, 0.5, 1.5)),
                                 claim("B", "contradicted", measured("nan", "nan", "nan")),
                                 claim("C", "inconclusive", measured("inf", 0.0, "inf"))});
  const Json diff = report_diff(report, report);
  for (const char* part : {"verdicts", "lost", "new", "numbers"}) {
    EXPECT_TRUE(diff.at(part).empty()) << part;
  }
  EXPECT_FALSE(is_setback(diff));
  EXPECT_THAT(report_diff_text(diff), HasSubstr("No verdict changed"));
}

TEST(ReportDiff, AVerdictThatChangedIsASetbackWhateverTheDirection) {
  const Json before = report_of({claim("A", "contradicted")});
  const Json after = report_of({claim("A", "holds")});
  const Json diff = report_diff(before, after);
  EXPECT_EQ(diff.at("verdicts"),
            Json::array({{{"id", "A"}, {"before", "contradicted"}, {"after", "holds"}}}));
  EXPECT_TRUE(is_setback(diff));
  EXPECT_EQ(report_diff_text(diff), "A: holds, was contradicted\n");
  EXPECT_TRUE(is_setback(report_diff(after, before)));
}

TEST(ReportDiff, ALostClaimIsASetbackAndANewOneIsNot) {
  const Json small = report_of({claim("A", "holds")});
  const Json large = report_of({claim("A", "holds"), claim("B", "holds")});
  EXPECT_EQ(report_diff(large, small).at("lost"), Json::array({"B"}));
  EXPECT_TRUE(is_setback(report_diff(large, small)));
  EXPECT_EQ(report_diff(small, large).at("new"), Json::array({"B"}));
  EXPECT_FALSE(is_setback(report_diff(small, large)));
}

TEST(ReportDiff, NumbersChangedWhereTheirEndsDoNotMeet) {
  const auto changed = [](const Json& before, const Json& after) {
    const Json diff = report_diff(report_of({claim("A", "holds", before)}),
                                  report_of({claim("A", "holds", after)}));
    EXPECT_FALSE(is_setback(diff));
    return !diff.at("numbers").empty();
  };
  EXPECT_FALSE(changed(measured(1.0, 0.0, 2.0), measured(3.0, 2.0, 4.0)));  // they touch
  EXPECT_TRUE(changed(measured(1.0, 0.0, 2.0), measured(3.0, 2.1, 4.0)));
  EXPECT_TRUE(changed(measured(3.0, 2.1, 4.0), measured(1.0, 0.0, 2.0)));
  EXPECT_FALSE(changed(measured(1.0, 0.0, "inf"), measured(9.0, 8.0, 10.0)));
  EXPECT_TRUE(changed(measured(1.0, 1.0, 1.0), measured("nan", "nan", "nan")));
  EXPECT_TRUE(changed(nullptr, measured(1.0, 1.0, 1.0)));
  EXPECT_TRUE(changed(measured(1.0, 1.0, 1.0), nullptr));
  EXPECT_FALSE(changed(nullptr, nullptr));
}

TEST(ReportDiff, RefusesWhatIsNoReport) {
  const Json good = report_of({claim("A", "holds")});
  for (const Json& bad :
       {Json(), Json::array(), Json::object(), Json{{"schema", "eenet.run/1"}},
        Json{{"schema", "eenet.report/1"}}, report_of({Json{{"id", "A"}}}), report_of({Json(1)})}) {
    EXPECT_THROW(report_diff(good, bad), std::invalid_argument) << bad.dump();
    EXPECT_THROW(report_diff(bad, good), std::invalid_argument) << bad.dump();
  }
}

TEST(ReportDiff, PrintsNoBytesThatATerminalWouldObey) {
  const Json diff = report_diff(report_of({claim("\033[2J", "holds")}), report_of({}));
  EXPECT_EQ(report_diff_text(diff).find('\033'), std::string::npos);
}

TEST(History, KeepsVerdictsOfTheReportBefore) {
  const Json before = report_of({claim("A", "holds")}, "one");
  const Json now = report_of({claim("A", "contradicted")}, "two");
  const Json history = history_after(before, now);
  ASSERT_EQ(history.size(), 1U);
  EXPECT_EQ(history.at(0).at("revision"), "one");
  EXPECT_EQ(history.at(0).at("verdicts"), Json({{"A", "holds"}}));
}

TEST(History, GoesOnOldestFirstAndAReportMadeAgainIsNoEvent) {
  Json one = report_of({claim("A", "holds")}, "one");
  Json two = report_of({claim("A", "contradicted")}, "two");
  const Json three = report_of({claim("A", "holds")}, "three");
  two["history"] = history_after(one, two);
  const Json history = history_after(two, three);
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history.at(0).at("revision"), "one");
  EXPECT_EQ(history.at(1).at("revision"), "two");
  two["history"] = history_after(two, two);
  EXPECT_TRUE(history_after(report_of({claim("A", "holds")}, "one"), one).empty());
  EXPECT_EQ(two.at("history").size(), 1U);
}

TEST(History, LeavesOutWhatIsNoReport) {
  const Json now = report_of({claim("A", "holds")});
  Json broken = report_of({claim("A", "contradicted")}, "old");
  for (const Json& bad : {Json(), Json(1), Json::array(), Json{{"schema", "eenet.report/1"}}}) {
    EXPECT_TRUE(history_after(bad, now).empty()) << bad.dump();
  }
  broken["history"] = {1, {{"verdicts", "none"}}, {{"verdicts", {{"A", 2}}}}};
  ASSERT_EQ(history_after(broken, now).size(), 1U);
  EXPECT_EQ(history_after(broken, now).at(0).at("revision"), "old");
  broken["claims"] = Json::array({{{"id", 1}}});
  EXPECT_TRUE(history_after(broken, now).empty());
}

}  // namespace
}  // namespace eenet::experiments
