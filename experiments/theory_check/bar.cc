#include "experiments/theory_check/bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

constexpr double kWidth = 250.0;
constexpr double kMargin = 8.0;

// From numbers to the bar's horizontal axis.
class Scale {
 public:
  Scale(double lowest, double highest)
      : lowest_(lowest), span_(highest > lowest ? highest - lowest : 1.0) {}

  [[nodiscard]] double at(double number) const {
    const double share = std::clamp((number - lowest_) / span_, 0.0, 1.0);
    return kMargin + share * (kWidth - 2.0 * kMargin);
  }

 private:
  double lowest_;
  double span_;
};

}  // namespace

std::string bar_svg(const Json& measured, const Json& bound) {
  if (measured.is_null() || bound.is_null()) return "";
  const theory::Measured number = measured_from_json(measured);
  const theory::Measured against = measured_from_json(bound);
  if (!std::isfinite(number.value) || !std::isfinite(against.value)) return "";
  double lowest = std::min(number.value, against.value);
  double highest = std::max(number.value, against.value);
  for (const double end : {number.lower, number.upper}) {
    if (!std::isfinite(end)) continue;
    lowest = std::min(lowest, end);
    highest = std::max(highest, end);
  }
  const Scale scale(lowest, highest);
  const double left = scale.at(number.lower);
  const double right = scale.at(number.upper);
  return fmt::format(
      "<svg viewBox=\"0 0 {0:g} 36\" width=\"{0:g}\" height=\"36\" role=\"img\" aria-label=\"{1}, "
      "held "
      "against {2}\"><line x1=\"{3:g}\" x2=\"{4:g}\" y1=\"12\" y2=\"12\" stroke=\"var(--line)\"/>"
      "<line x1=\"{5:.1f}\" x2=\"{5:.1f}\" y1=\"3\" y2=\"21\" stroke=\"var(--ink)\" "
      "stroke-width=\"2\"/>"
      "<line x1=\"{6:.1f}\" x2=\"{7:.1f}\" y1=\"12\" y2=\"12\" stroke=\"var(--accent)\" "
      "stroke-width=\"5\" stroke-opacity=\".45\"/>"
      "<circle cx=\"{8:.1f}\" cy=\"12\" r=\"4.5\" fill=\"var(--accent)\"/>"
      "<text x=\"{3:g}\" y=\"33\" font-size=\"11\" fill=\"var(--soft)\">{9} against "
      "{10}</text></svg>",
      kWidth, measured_text(number), measured_text(against), kMargin, kWidth - kMargin,
      scale.at(against.value), left, right, scale.at(number.value), number_text(number.value),
      number_text(against.value));
}

std::string exponent_svg(const Json& exponent) {
  constexpr double kHighest = 1.25;
  const theory::Measured number = measured_from_json(exponent);
  if (std::isnan(number.value)) return "";
  const Scale scale(0.0, kHighest);
  const auto mark = [&scale](double at, const char* dashes) {
    return fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"2\" y2=\"20\" stroke=\"var(--ink)\" "
        "stroke-width=\"1.5\" stroke-dasharray=\"{1}\"/>",
        scale.at(at), dashes);
  };
  // An end that is infinite reaches the end of the axis.
  const double left = std::max(number.lower, 0.0);
  const double right = std::min(number.upper, kHighest);
  std::string marks = fmt::format(
      "<svg viewBox=\"0 0 {0:g} 22\" width=\"{0:g}\" height=\"22\" role=\"img\" "
      "aria-label=\"exponent {1}; the marks are a square root and a line\"><line x1=\"{2:g}\" "
      "x2=\"{3:g}\" y1=\"11\" y2=\"11\" stroke=\"var(--line)\"/>",
      kWidth, measured_text(number), kMargin, kWidth - kMargin);
  marks += mark(0.5, "3 2") + mark(1.0, "none");
  if (number.upper >= 0.0) {
    marks += fmt::format(
        "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"11\" y2=\"11\" stroke=\"var(--accent)\" "
        "stroke-width=\"5\" stroke-opacity=\".45\"/>",
        scale.at(left), scale.at(right));
  }
  if (std::isfinite(number.value)) {
    marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"11\" r=\"4.5\" fill=\"var(--accent)\"/>",
                         scale.at(number.value));
  } else {
    marks += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"11\" r=\"4\" fill=\"none\" stroke=\"var(--accent)\" "
        "stroke-width=\"2\"/>",
        scale.at(number.value < 0.0 ? 0.0 : kHighest));
  }
  return marks + "</svg>";
}

}  // namespace eenet::experiments
