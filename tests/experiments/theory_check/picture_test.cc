#include "experiments/reports/picture.h"

#include <gmock/gmock.h>

#include <limits>

#include "experiments/reports/drawing_program.h"
#include "tests/experiments/folder_test.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Picture picture_of(const std::vector<PicturePoint>& points, bool logarithmic) {
  Picture picture;
  picture.name = "example-of-a-picture";
  picture.finding = "A finding.";
  picture.x = {"rounds t", logarithmic};
  picture.y = {"regret", logarithmic};
  picture.series = {{"a label", SeriesStyle::kAccent, points}};
  return picture;
}

struct Case {
  const char* what;
  std::vector<PicturePoint> points;
};

// What a run can leave us with; gnuplot refuses a range that is empty, infinite or not a number.
const std::vector<Case>& awkward() {
  static const std::vector<Case> all = {
      {"one point", {{3.0, 2.0}}},
      {"one point at 1", {{1.0, 1.0}}},
      {"all values equal", {{1.0, 7.0}, {10.0, 7.0}, {100.0, 7.0}}},
      {"nearly equal", {{1.0, 7.0}, {2.0, 7.0 * (1.0 + 1e-15)}}},
      {"all rounds equal", {{5.0, 1.0}, {5.0, 2.0}}},
      {"huge", {{1.0, 1e200}, {2.0, 1e199}}},
      {"huge and tiny", {{1.0, 1e-200}, {1e200, 1e200}}},
      {"subnormal", {{1.0, 5e-324}, {2.0, 1.0}}},
      {"infinite value", {{1.0, 1.0}, {2.0, kInfinity}, {3.0, 2.0}}},
      {"not a number", {{kNan, 1.0}, {2.0, kNan}, {3.0, 2.0}}},
      {"infinite ends", {{1.0, 1.0, -kInfinity, kInfinity}, {2.0, 2.0, 1.0, 3.0}}},
      {"ends below 0", {{1.0, 1.0, -1.0, 3.0}, {2.0, 2.0, 0.0, 3.0}}},
  };
  return all;
}

class AwkwardPicture : public FolderTest {};

TEST_F(AwkwardPicture, HasFiniteRangesOfSomeExtent) {
  for (const Case& one : awkward()) {
    for (const bool logarithmic : {false, true}) {
      SCOPED_TRACE(std::string(one.what) + (logarithmic ? ", logarithmic" : ""));
      const std::string script = write_script(picture_of(one.points, logarithmic), folder());
      EXPECT_THAT(script, Not(HasSubstr("inf")));
      EXPECT_THAT(script, Not(HasSubstr("nan")));
      for (const char* axis : {"set xrange [", "set yrange ["}) {
        const std::size_t at = script.find(axis);
        ASSERT_NE(at, std::string::npos);
        const std::size_t colon = script.find(':', at);
        const double lowest = std::stod(script.substr(at + 12));
        const double highest = std::stod(script.substr(colon + 1));
        EXPECT_LT(lowest, highest);
        if (logarithmic) {
          EXPECT_GT(lowest, 0.0);
        }
      }
    }
  }
}

TEST_F(AwkwardPicture, IsDrawnByGnuplot) {
  try {
    require_drawing_programs();
  } catch (const std::runtime_error& absent) {
    GTEST_SKIP() << absent.what();
  }
  for (const Case& one : awkward()) {
    for (const bool logarithmic : {false, true}) {
      SCOPED_TRACE(std::string(one.what) + (logarithmic ? ", logarithmic" : ""));
      const std::string svg = drawn(picture_of(one.points, logarithmic), folder());
      EXPECT_THAT(svg, HasSubstr("a label"));
      EXPECT_THAT(svg, HasSubstr("var(--accent)"));
      EXPECT_THAT(svg, Not(HasSubstr("rgb(")));  // a dark page would hide it
      EXPECT_THAT(svg, Not(HasSubstr("black")));
      EXPECT_THAT(svg, Not(HasSubstr("nan")));
    }
  }
}

TEST_F(AwkwardPicture, WithoutAPointIsRefused) {
  for (const std::vector<PicturePoint>& points : {std::vector<PicturePoint>{},
                                                  {{kInfinity, 1.0}},
                                                  {{1.0, kNan}, {2.0, -kInfinity}},
                                                  {{1.0, 1e201}}}) {
    const Picture picture = picture_of(points, false);
    EXPECT_TRUE(drawable(picture).empty());
    EXPECT_THROW(write_script(picture, folder()), std::invalid_argument);
  }
  EXPECT_TRUE(drawable(picture_of({{0.0, 1.0}, {1.0, 0.0}, {-1.0, 1.0}}, true)).empty());
}

TEST_F(AwkwardPicture, ASeriesWithoutPointsHidesNoOther) {
  Picture picture = picture_of({{1.0, 2.0}, {2.0, 3.0}}, false);
  picture.series.insert(picture.series.begin(), {"empty", SeriesStyle::kContrast, {}});
  const std::string script = write_script(picture, folder());
  EXPECT_THAT(script, Not(HasSubstr("empty")));
  EXPECT_THAT(script, HasSubstr("DATA index 0 using 1:2"));
  EXPECT_THAT(script, Not(HasSubstr("DATA index 1")));
}

TEST(DrawableEnds, StayOnALogarithmicAxis) {
  const auto series = drawable(picture_of({{1.0, 4.0, -2.0, 8.0}}, true));
  ASSERT_EQ(series.size(), 1U);
  EXPECT_GT(*series.front().points.front().lower, 0.0);
  EXPECT_LT(*series.front().points.front().lower, 4.0);
}

TEST(Labels, LieApartHoweverCloseTheirLinesEnd) {
  const TemporaryFolder folder;
  Picture picture = picture_of({{1.0, 2.0}, {2.0, 3.0}}, false);
  picture.series.push_back({"another", SeriesStyle::kContrast, {{1.0, 2.0}, {2.0, 3.0}}});
  picture.series.push_back({"a third", SeriesStyle::kAgainst, {{1.0, 2.0}, {2.0, 3.001}}});
  const std::string script = write_script(picture, folder.path());
  std::vector<double> heights;
  const std::string place = "at graph 1.015, graph ";
  for (std::size_t at = script.find(place); at != std::string::npos;
       at = script.find(place, at + 1)) {
    heights.push_back(std::stod(script.substr(at + place.size())));
  }
  ASSERT_EQ(heights.size(), 3U);
  EXPECT_GE(heights[1] - heights[0], 0.06);
  EXPECT_GE(heights[2] - heights[1], 0.06);
  EXPECT_LE(heights[2], 1.0);
}

class DrawingProgram : public FolderTest {};

TEST_F(DrawingProgram, FailsWithOneSentence) {
  const auto sentence = [this](const std::string& program, const std::vector<std::string>& words) {
    try {
      draw_with(program, words, folder(), "a picture");
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("it drew");
  };
  EXPECT_EQ(sentence("no-such-program", {}),
            "no-such-program is not installed, expected it for a picture");
  EXPECT_EQ(
      sentence("sh", {"-c", "printf '\\n  plot x\\n   ^\\nline 3: no such thing\\n' >&2; exit 1"}),
      "sh failed, expected a picture: line 3: no such thing");
  EXPECT_EQ(sentence("sh", {"-c", "exit 3"}), "sh failed, expected a picture: it does not say why");
  EXPECT_THAT(sentence("sh", {"-c", "printf 'a\\033[1mb' >&2; exit 3"}), Not(HasSubstr("\033")));
  EXPECT_EQ(sentence("sh", {"-c", "kill -9 $$"}),
            "sh failed, expected a picture: ended by signal 9");
}

TEST(SvgElement, TakesColoursOfThePageAndIdsOfItsOwn) {
  const std::string file =
      "<?xml version=\"1.0\"?>\n<svg width=\"1\"><g id=\"gnuplot_plot_1\" stroke='rgb( 10,  95, "
      "180)'>"
      "<use href='#gpPt0'/></g><path stroke=\"#0a5fb4\"/></svg>";
  const std::string svg = svg_element(file, "mine", "Five < six & \"more\".");
  EXPECT_THAT(svg, testing::StartsWith("<svg role=\"img\" aria-label=\"Five &lt; six &amp;"));
  EXPECT_THAT(svg, Not(HasSubstr("rgb(")));
  EXPECT_THAT(svg, Not(HasSubstr("#0a5fb4")));
  EXPECT_THAT(svg, HasSubstr("id=\"mine-"));
  EXPECT_THAT(svg, HasSubstr("href='#mine-pPt0"));
  EXPECT_THROW(svg_element("no picture", "mine", "x"), std::runtime_error);
}

}  // namespace
}  // namespace eenet::experiments
