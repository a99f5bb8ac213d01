#include "experiments/reports/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "experiments/formats/output.h"
#include "experiments/reports/junit.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

// In pixels of the picture's own scale.
constexpr double kWidth = 760.0;
constexpr double kLeft = 64.0;
constexpr double kRight = 590.0;  // labels stand to the right of it
constexpr double kHeightOfAxes = 340.0;
constexpr double kAbove = 26.0;  // labels of lines that leave at the upper edge
constexpr double kLineHeight = 19.0;
constexpr double kLabelHeight = 14.0;
constexpr std::size_t kCaptionColumns = 82;  // characters in a line of the caption
constexpr std::size_t kMostTicks = 6;

constexpr std::string_view kStyle = R"(<style>
.ground{fill:#fcfcfa}.ink{fill:#1b1c1e}.soft{fill:#5c6066}.accent{fill:#0a5fb4}.brick{fill:#b3361b}
.axis{stroke:#5c6066}.grid{stroke:#dedfd9}.run{stroke:#5c6066;stroke-opacity:.4;stroke-width:.9}
.mean{stroke:#0a5fb4;stroke-width:2.4}.bound{stroke:#b3361b;stroke-width:1.8}
.reference{stroke:#5c6066;stroke-width:1.2;stroke-dasharray:5 4}.band{fill:#0a5fb4;fill-opacity:.16}
path{fill:none;stroke-linejoin:round}
text{font:12.5px system-ui,"Liberation Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
.caption{font:15px Charter,"Liberation Serif","DejaVu Serif",Georgia,serif}.bold{font-weight:700}
@media (prefers-color-scheme:dark){
.ground{fill:#131416}.ink{fill:#e8e8e4}.soft{fill:#a0a4aa}.accent{fill:#6fb1f0}.brick{fill:#f08a6b}
.axis{stroke:#a0a4aa}.grid{stroke:#2d3034}.run{stroke:#a0a4aa}.mean{stroke:#6fb1f0}.bound{stroke:#f08a6b}
.reference{stroke:#a0a4aa}.band{fill:#6fb1f0}}
</style>
)";

struct StyleNames {
  const char* line;
  const char* text;
};

StyleNames names_of(PlotStyle style) {
  switch (style) {
    case PlotStyle::kMean:
      return {"mean", "accent"};
    case PlotStyle::kBound:
      return {"bound", "brick"};
    case PlotStyle::kReference:
      return {"reference", "soft"};
    default:
      return {"run", "soft"};
  }
}

// Where data lie in the picture.
class Scale {
 public:
  Scale(const LinePlot& plot, double top) : plot_(plot), top_(top) {}

  [[nodiscard]] double x(double value) const {
    return kLeft + (kRight - kLeft) * value / plot_.x_end;
  }
  [[nodiscard]] double y(double value) const {
    return bottom() - kHeightOfAxes * (value - plot_.y_begin) / (plot_.y_end - plot_.y_begin);
  }
  [[nodiscard]] double top() const { return top_; }
  [[nodiscard]] double bottom() const { return top_ + kHeightOfAxes; }

 private:
  const LinePlot& plot_;
  double top_;
};

// Breaks a text into lines at blanks.
std::vector<std::string> wrapped(std::string_view text) {
  std::vector<std::string> lines;
  while (text.size() > kCaptionColumns) {
    const std::size_t blank = text.substr(0, kCaptionColumns + 1).rfind(' ');
    const std::size_t end = blank == std::string_view::npos ? kCaptionColumns : blank;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(blank == std::string_view::npos ? end : end + 1);
  }
  if (!text.empty()) lines.emplace_back(text);
  return lines;
}

std::string text_at(double x, double y, std::string_view classes, std::string_view anchor,
                    std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     x, y, classes, anchor, xml_escaped(std::string(text)));
}

std::string line_between(double x1, double y1, double x2, double y2, std::string_view classes) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2,
      y2, classes);
}

std::string coordinates(const std::vector<PlotPoint>& points, const Scale& scale) {
  std::string all;
  for (const PlotPoint& point : points) {
    // Far outside the picture all places look the same.
    const double y = std::clamp(scale.y(point.y), scale.top() - 9999.0, scale.bottom() + 9999.0);
    all += fmt::format("{}{:.1f} {:.1f}", all.empty() ? "" : "L", scale.x(point.x), y);
  }
  return all;
}

std::string band_path(const PlotBand& band, const Scale& scale) {
  std::vector<PlotPoint> outline = band.lower;
  outline.insert(outline.end(), band.upper.rbegin(), band.upper.rend());
  return fmt::format("<path class=\"band\" d=\"M{}Z\"/>\n", coordinates(outline, scale));
}

std::string line_path(const PlotLine& line, const Scale& scale) {
  return fmt::format("<path class=\"{}\" d=\"M{}\"/>\n", names_of(line.style).line,
                     coordinates(line.points, scale));
}

std::string axes(const LinePlot& plot, const Scale& scale) {
  std::string all;
  for (const double tick : ticks_between(plot.y_begin, plot.y_end, kMostTicks)) {
    all += line_between(kLeft, scale.y(tick), kRight, scale.y(tick), "grid");
    all += text_at(kLeft - 8.0, scale.y(tick) + 4.0, "soft", "end", number_text(tick));
  }
  for (const double tick : ticks_between(0.0, plot.x_end, kMostTicks)) {
    all += line_between(scale.x(tick), scale.bottom(), scale.x(tick), scale.bottom() + 5.0, "axis");
    all += text_at(scale.x(tick), scale.bottom() + 20.0, "soft", "middle",
                   fmt::format("{:.10g}", tick));
  }
  all += line_between(kLeft, scale.bottom(), kRight, scale.bottom(), "axis");
  all += text_at((kLeft + kRight) / 2.0, scale.bottom() + 40.0, "soft", "middle", plot.x_name);
  return all + text_at(10.0, scale.top() - kAbove + 4.0, "soft", "start", plot.y_name);
}

struct Label {
  double x = 0.0;
  double y = 0.0;
  std::string text;
  const char* classes = "";
};

// Where the line crosses the upper edge, or the lower right end of the picture's axes.
Label label_of(const PlotLine& line, const LinePlot& plot, const Scale& scale) {
  const char* classes = names_of(line.style).text;
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    if (line.points[i].y <= plot.y_end) continue;
    const PlotPoint& above = line.points[i];
    const PlotPoint below = i > 0 ? line.points[i - 1] : PlotPoint{above.x, plot.y_end};
    const double part = above.y > below.y ? (plot.y_end - below.y) / (above.y - below.y) : 1.0;
    const double x = scale.x(below.x + part * (above.x - below.x));
    if (x < kRight - 60.0) return {x, scale.top() - 5.0, line.label, classes};
    return {kRight + 8.0, scale.top() + 4.0, line.label, classes};
  }
  return {kRight + 8.0, scale.y(line.points.back().y) + 4.0, line.label, classes};
}

// Moves labels of the right margin apart, downwards from the highest, then up again if the lowest
// has left the picture.
void spread_out(std::vector<Label>& labels, double lowest) {
  std::ranges::sort(labels, {}, &Label::y);
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].y = std::max(labels[i].y, labels[i - 1].y + kLabelHeight);
  }
  for (std::size_t i = labels.size(); i-- > 0;) {
    labels[i].y = std::min(labels[i].y, lowest);
    lowest = labels[i].y - kLabelHeight;
  }
}

// Moves labels along the upper edge apart, to the right from the first.
void spread_along(std::vector<Label>& labels) {
  constexpr double kOfACharacter = 6.6;
  std::ranges::sort(labels, {}, &Label::x);
  for (std::size_t i = 1; i < labels.size(); ++i) {
    const Label& before = labels[i - 1];
    const double end = before.x + kOfACharacter * static_cast<double>(before.text.size()) + 10.0;
    labels[i].x = std::max(labels[i].x, end);
  }
}

std::string labels_of(const LinePlot& plot, const Scale& scale) {
  std::vector<Label> beside;
  std::vector<Label> above;
  for (const PlotLine& line : plot.lines) {
    if (line.label.empty() || line.points.empty()) continue;
    const Label label = label_of(line, plot, scale);
    (label.x > kRight ? beside : above).push_back(label);
  }
  spread_out(beside, scale.bottom() + 4.0);
  spread_along(above);
  std::string all;
  for (const Label& label : beside) {
    all += text_at(label.x, label.y, label.classes, "start", label.text);
  }
  for (const Label& label : above) {
    all += text_at(label.x, label.y, label.classes, "start", label.text);
  }
  return all;
}

std::string caption(const LinePlot& plot, double& y) {
  std::string all;
  const auto add = [&](const std::string& text, std::string_view classes) {
    for (const std::string& line : wrapped(text)) {
      all += text_at(10.0, y, classes, "start", line);
      y += kLineHeight;
    }
  };
  add(plot.finding, "caption bold ink");
  add(plot.details, "caption soft");
  return all;
}

}  // namespace

std::vector<double> ticks_between(double begin, double end, std::size_t most) {
  EENET_REQUIRE(end > begin && most >= 2, "ticks_between: from ", begin, " to ", end, ", at most ",
                most, ", expected an end above the begin and at least 2");
  const double rough = (end - begin) / static_cast<double>(most);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> ticks;
  for (auto i = static_cast<std::int64_t>(std::ceil(begin / step));; ++i) {
    const double tick = static_cast<double>(i) * step;
    if (tick > end) break;
    ticks.push_back(tick);
  }
  return ticks;
}

std::string line_plot_svg(const LinePlot& plot) {
  EENET_REQUIRE(plot.x_end > 0.0 && plot.y_end > 0.0 && plot.y_begin <= 0.0,
                "line_plot_svg: axes to ", plot.x_end, " and from ", plot.y_begin, " to ",
                plot.y_end, ", expected them to begin at 0 or below and to end above it");
  double y = 26.0;
  const std::string words = caption(plot, y);
  const Scale scale(plot, y + kAbove + 10.0);
  const double height = scale.bottom() + 54.0;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" role=\"img\">\n<title>{2}</title>\n{3}",
      kWidth, height, xml_escaped(plot.finding), kStyle);
  svg +=
      fmt::format("<rect class=\"ground\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", kWidth, height);
  svg += fmt::format(
      "<clipPath id=\"axes\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
      "height=\"{:.1f}\"/></clipPath>\n",
      kLeft, scale.top(), kRight - kLeft, kHeightOfAxes + 1.0);
  svg += words + axes(plot, scale) + "<g clip-path=\"url(#axes)\">\n";
  for (const PlotBand& band : plot.bands) svg += band_path(band, scale);
  for (const PlotLine& line : plot.lines) {
    if (!line.points.empty()) svg += line_path(line, scale);
  }
  return svg + "</g>\n" + labels_of(plot, scale) + "</svg>\n";
}

}  // namespace eenet::experiments
