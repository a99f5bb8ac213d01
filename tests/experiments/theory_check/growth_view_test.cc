#include "experiments/theory_check/growth_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/theory_check/bar.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;

Json measured(const Json& value, const Json& lower, const Json& upper) {
  return {{"value", value}, {"lower", lower}, {"upper", upper}, {"basis", "estimate"}};
}

Json check() {
  return {{"method", "eenet:width=100"},
          {"seeds", 40},
          {"rounds", 1000},
          {"level", 0.99},
          {"finding", "A finding. 20 of 40 runs exceed sqrt:C=3."},
          {"command", "eenet regret check"},
          {"regret", measured(120.0, 100.0, 140.0)},
          {"growth",
           {{"outcome", "linear"}, {"exponent", measured(0.98, 0.9, 1.0)}, {"power", nullptr}}},
          {"controls",
           {{{"name", "sqrt"},
             {"outcome", "sublinear"},
             {"expected", "sublinear"},
             {"exponent", measured(0.5, 0.45, 0.55)},
             {"mean_final_regret", "inf"}}}},
          {"promises",
           {{{"bound", "sqrt:C=3"},
             {"outcome", "broken"},
             {"violations", 20},
             {"delta", 0.1},
             {"share", measured(0.5, 0.3, 0.7)}}}}};
}

Json tables_of(const Json& one) {
  return growth_tables({{"regret", {{"two-arms", one}}}, {"runs", nullptr}});
}

TEST(GrowthTables, HaveTheRunsFirstAndTheControlsBelow) {
  const Json tables = tables_of(check());
  ASSERT_EQ(tables.size(), 1U);
  const Json& rows = tables.at(0).at("rows");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows.at(0).at("who"), "eenet");
  EXPECT_EQ(rows.at(0).at("outcome"), "like a line");
  EXPECT_EQ(rows.at(0).at("expected"), "");
  EXPECT_EQ(rows.at(0).at("exponent"), "0.98");
  EXPECT_EQ(rows.at(0).at("interval"), "[0.9, 1]");
  EXPECT_EQ(rows.at(0).at("regret"), "120");
  EXPECT_EQ(rows.at(1).at("who"), "sqrt (control)");
  EXPECT_EQ(rows.at(1).at("outcome"), "slower than a line");
  EXPECT_EQ(rows.at(1).at("expected"), "slower than a line");
  EXPECT_EQ(rows.at(1).at("regret"), "inf");
}

TEST(GrowthTables, SayHowOftenABoundWasBroken) {
  const Json tables = tables_of(check());
  const Json& promise = tables.at(0).at("promises").at(0);
  EXPECT_EQ(promise.at("violations"), 20);
  EXPECT_EQ(promise.at("seeds"), 40);
  EXPECT_EQ(promise.at("share"), "[0.3, 0.7]");
  EXPECT_EQ(tables.at(0).at("power"), "");
  EXPECT_EQ(tables.at(0).at("finding"), "A finding.");
}

TEST(GrowthTables, SayWhatTheTestCouldHaveNoticed) {
  Json one = check();
  one["growth"]["power"] = {{"line", 0.97}, {"square_root", 0.88}};
  one["growth"]["unseen_share"] = 0.11;
  const std::string power = tables_of(one).at(0).at("power");
  EXPECT_THAT(power, HasSubstr("a line with probability 0.97, a square root with 0.88"));
  EXPECT_THAT(power, HasSubstr("0.11 of all runs"));
}

TEST(GrowthTables, CallTheReadersRunsSo) {
  Json one = check();
  one["method"] = nullptr;
  const Json tables =
      growth_tables({{"regret", {{"cosine", nullptr}}}, {"runs", {{"regret", one}}}});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables.at(0).at("title"), "your runs");
  EXPECT_EQ(tables.at(0).at("rows").at(0).at("who"), "your runs");
}

// The place of the dot; NaN if there is none.
double dot_of(const std::string& svg) {
  const std::size_t at = svg.find("<circle cx=\"");
  return at == std::string::npos ? std::stod("nan") : std::stod(svg.substr(at + 12));
}

TEST(ExponentBar, StaysInsideWhateverTheNumber) {
  for (const Json& value :
       {Json("-inf"), Json(-3.0), Json(0.0), Json(0.5), Json(9.0), Json("inf")}) {
    const std::string svg = exponent_svg(measured(value, "-inf", "inf"));
    EXPECT_GE(dot_of(svg), 8.0) << value;
    EXPECT_LE(dot_of(svg), 242.0) << value;
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
  EXPECT_LT(dot_of(exponent_svg(measured(0.5, 0.4, 0.6))), dot_of(exponent_svg(measured(1, 1, 1))));
  EXPECT_EQ(exponent_svg(measured("nan", "nan", "nan")), "");
}

TEST(Bar, DrawsTheNumberWithItsEndsAndTheBoundToScale) {
  const std::string above = bar_svg(measured(3.0, 2.5, 3.5), measured(1.0, 1.0, 1.0));
  EXPECT_THAT(above, HasSubstr("3 against 1"));
  EXPECT_NEAR(dot_of(above), 8.0 + 234.0 * 2.0 / 2.5, 0.06);
  EXPECT_EQ(bar_svg(nullptr, measured(1.0, 1.0, 1.0)), "");
  EXPECT_EQ(bar_svg(measured(1.0, 1.0, 1.0), nullptr), "");
  EXPECT_EQ(bar_svg(measured("inf", 1.0, "inf"), measured(1.0, 1.0, 1.0)), "");
  const std::string equal = bar_svg(measured(2.0, 2.0, 2.0), measured(2.0, 2.0, 2.0));
  EXPECT_THAT(equal, Not(HasSubstr("nan")));
  const std::string open = bar_svg(measured(2.0, "-inf", "inf"), measured(1.0, 1.0, 1.0));
  EXPECT_THAT(open, Not(HasSubstr("inf\"")));
}

}  // namespace
}  // namespace eenet::experiments
