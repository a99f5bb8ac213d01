#include "experiments/reports/line_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

LinePlot example() {
  LinePlot plot;
  plot.finding = "A < B & everything \"else\".";
  plot.details = "Made for a test.";
  plot.x_name = "rounds t";
  plot.y_name = "regret";
  plot.x_end = 10.0;
  plot.y_end = 4.0;
  plot.bands.push_back({{{0.0, 0.0}, {10.0, 1.0}}, {{0.0, 0.0}, {10.0, 3.0}}});
  plot.lines.push_back({{{0.0, 0.0}, {10.0, 2.0}}, PlotStyle::kMean, "mean"});
  plot.lines.push_back({{{0.0, 0.0}, {10.0, 10.0}}, PlotStyle::kReference, "steep"});
  return plot;
}

TEST(Ticks, AreRoundNumbers) {
  EXPECT_THAT(ticks_between(0.0, 10.0, 6), ElementsAre(0.0, 2.0, 4.0, 6.0, 8.0, 10.0));
  EXPECT_THAT(ticks_between(-1.0, 2.0, 4), ElementsAre(-1.0, 0.0, 1.0, 2.0));
  EXPECT_THAT(ticks_between(0.0, 0.99, 6), testing::SizeIs(5));
  for (const double end : {1e-9, 3.7, 42.0, 1e6}) {
    const auto ticks = ticks_between(0.0, end, 6);
    EXPECT_GE(ticks.size(), 3U);
    EXPECT_LE(ticks.size(), 7U);
  }
  EXPECT_THROW(ticks_between(1.0, 1.0, 6), std::invalid_argument);
}

TEST(LinePlotSvg, SaysTheFindingInBoldAndEscapesIt) {
  const std::string svg = line_plot_svg(example());
  EXPECT_THAT(svg, HasSubstr("class=\"caption bold ink\""));
  EXPECT_THAT(svg, HasSubstr("A &lt; B &amp; everything"));
  EXPECT_THAT(svg, Not(HasSubstr("A < B")));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, HasSubstr(">rounds t</text>"));
  EXPECT_THAT(svg, HasSubstr(">regret</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("href")));
}

// The value of an attribute of the text element that says `label`.
double place_of(const std::string& svg, const std::string& label, const std::string& attribute) {
  const std::size_t end = svg.find(">" + label + "</text>");
  EXPECT_NE(end, std::string::npos) << label;
  const std::size_t begin = svg.rfind("<text", end);
  const std::size_t at = svg.find(attribute + "=\"", begin) + attribute.size() + 2;
  return std::stod(svg.substr(at));
}

TEST(LinePlotSvg, PutsLabelsAtTheEndsOfLines) {
  const std::string svg = line_plot_svg(example());
  EXPECT_GT(place_of(svg, "mean", "x"), 590.0);   // beside the axes
  EXPECT_LT(place_of(svg, "steep", "x"), 400.0);  // where it leaves: at x = 4 of 10
  EXPECT_GT(place_of(svg, "steep", "x"), 64.0);
  EXPECT_LT(place_of(svg, "steep", "y"), place_of(svg, "mean", "y"));
}

TEST(LinePlotSvg, MovesLabelsApart) {
  LinePlot plot = example();
  plot.lines.clear();
  for (const char* label : {"one", "two", "three"}) {
    plot.lines.push_back({{{0.0, 0.0}, {10.0, 0.0}}, PlotStyle::kRun, label});
  }
  const std::string svg = line_plot_svg(plot);
  const double one = place_of(svg, "one", "y");
  const double two = place_of(svg, "two", "y");
  const double three = place_of(svg, "three", "y");
  EXPECT_GE(two - one, 13.9);
  EXPECT_GE(three - two, 13.9);
}

TEST(LinePlotSvg, RefusesAxesWithoutLength) {
  LinePlot plot = example();
  plot.y_end = 0.0;
  EXPECT_THROW(line_plot_svg(plot), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::experiments
