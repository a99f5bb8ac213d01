#include "experiments/reports/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>
#include <utility>

#include "experiments/formats/files.h"
#include "experiments/reports/drawing_program.h"
#include "experiments/reports/junit.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

// As gnuplot gets it, and as the page calls it. gnuplot writes a colour as `#rrggbb` or as
// `rgb(r, g, b)`, depending on its version.
struct Colour {
  const char* hex;
  const char* variable;
};
constexpr std::array kColours = {Colour{kAccentColour, "var(--accent)"},
                                 Colour{kInkColour, "var(--ink)"},
                                 Colour{kContradictedColour, "var(--contradicted)"},
                                 Colour{kCorrectedColour, "var(--corrected)"},
                                 Colour{kHoldsColour, "var(--holds)"},
                                 Colour{kSoftColour, "var(--soft)"},
                                 Colour{kLineColour, "var(--line)"}};

const char* colour_of(const Series& series) {
  if (series.colour != nullptr) return series.colour;
  switch (series.style) {
    case SeriesStyle::kAccent:
      return kAccentColour;
    case SeriesStyle::kAgainst:
      return kInkColour;
    case SeriesStyle::kContrast:
      return kContradictedColour;
    case SeriesStyle::kRun:
      return kContradictedColour;
    case SeriesStyle::kLayer:
      return kAccentColour;
    case SeriesStyle::kReference:
      break;
  }
  return kSoftColour;
}

// Points that touch each other make a thick line.
constexpr std::size_t kMostMarks = 20;

const char* line_of(const Series& series) {
  const SeriesStyle style = series.style;
  if (style == SeriesStyle::kReference) return "lines lw 1 dt 2";
  if (style == SeriesStyle::kRun) return "lines lw 0.6";
  if (style == SeriesStyle::kLayer) return "lines lw 1";
  return series.points.size() > kMostMarks ? "lines lw 2" : "linespoints lw 2 pt 7 ps 0.4";
}

// Beyond these the ends of an axis, a little further out, would overflow or vanish.
constexpr double kLargest = 1e200;
constexpr double kSmallest = 1e-200;

bool fits(double number, const Axis& axis) {
  return std::abs(number) <= kLargest && (!axis.logarithmic || number >= kSmallest);
}

bool has_ends(const Series& one, const Axis& axis) {
  return std::all_of(one.points.begin(), one.points.end(), [&axis](const PicturePoint& point) {
    return point.lower && point.upper && fits(*point.lower, axis) && fits(*point.upper, axis);
  });
}

// In single quotes of gnuplot's language.
std::string quoted(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\'') safe += '\'';
    safe += letter;
  }
  return "'" + safe + "'";
}

// One block per series, two empty lines apart.
std::string data_of(const std::vector<Series>& series) {
  std::string data = "# x value lower upper\n";
  for (const Series& one : series) {
    data += "# " + one.label + "\n";
    for (const PicturePoint& point : one.points) {
      data += fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}\n", point.x, point.value,
                          point.lower.value_or(point.value), point.upper.value_or(point.value));
    }
    data += "\n\n";
  }
  return data;
}

struct Range {
  double lowest = 0.0;
  double highest = 1.0;
};

// A range without an extent would be an error of gnuplot's, or its own guess.
Range widened(Range range, const Axis& axis, double share) {
  if (axis.logarithmic) {
    const double factor =
        std::max(std::pow(range.highest, share) / std::pow(range.lowest, share), 1.05);
    return {range.lowest / factor, range.highest * factor};
  }
  const double extent = range.highest - range.lowest;
  const double more = extent > 0.0 ? share * extent : std::max(std::abs(range.highest), 1.0);
  return {range.lowest < 0.0 || range.lowest - more > 0.0 ? range.lowest - more : 0.0,
          range.highest + more};
}

template <typename Number>
Range range_of(const std::vector<Series>& series, const Number& number) {
  Range range = {number(series.front().points.front()), number(series.front().points.front())};
  for (const Series& one : series) {
    for (const PicturePoint& point : one.points) {
      range.lowest = std::min(range.lowest, number(point));
      range.highest = std::max(range.highest, number(point));
    }
  }
  return range;
}

std::string axis_lines(char letter, const Axis& axis, const Range& range) {
  std::string lines = fmt::format("set {}label {}\nset {}range [{:.17g}:{:.17g}]\n", letter,
                                  quoted(axis.name), letter, range.lowest, range.highest);
  if (!axis.logarithmic) return lines;
  lines += fmt::format("set logscale {}\n", letter);
  // gnuplot marks powers of ten alone, and a short axis may have one of them or none.
  const auto lowest = static_cast<int>(std::floor(std::log10(range.lowest)));
  const auto highest = static_cast<int>(std::ceil(std::log10(range.highest)));
  if (highest - lowest > 3) return lines;
  std::string marks;
  for (int power = lowest; power <= highest; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double at = digit * std::pow(10.0, power);
      if (at < range.lowest || at > range.highest) continue;
      marks += fmt::format("{}{:g}", marks.empty() ? "" : ", ", at);
    }
  }
  return marks.empty() ? lines : lines + fmt::format("set {}tics ({})\n", letter, marks);
}

std::string plot_line(const std::vector<Series>& series, const Picture& picture) {
  std::string parts;
  const auto add = [&parts](const std::string& part) {
    parts += (parts.empty() ? "plot " : ", \\\n     ") + part;
  };
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (has_ends(series[i], picture.y)) {
      add(fmt::format(
          "DATA index {} using 1:3:4 with filledcurves lc rgb '{}' fs transparent solid "
          "{} noborder notitle",
          i, colour_of(series[i]), series[i].style == SeriesStyle::kLayer ? 0.5 : 0.18));
    }
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    add(fmt::format("DATA index {} using 1:2 with {} lc rgb '{}' notitle", i, line_of(series[i]),
                    colour_of(series[i])));
  }
  return parts + "\n";
}

// Where a number lies between the ends of an axis, from 0 to 1.
double share_of(double number, const Range& range, const Axis& axis) {
  const auto scaled = [&axis](double x) { return axis.logarithmic ? std::log(x) : x; };
  const double share =
      (scaled(number) - scaled(range.lowest)) / (scaled(range.highest) - scaled(range.lowest));
  return std::clamp(share, 0.0, 1.0);
}

// Labels stand right of the picture, beside the last points, in their order and apart.
std::string labels_of(const std::vector<Series>& series, const Range& range, const Axis& axis) {
  constexpr double kApart = 0.068;  // a line of text, as a share of the picture's height
  struct Label {
    const Series* series;
    double height;
  };
  std::vector<Label> labels;
  for (const Series& one : series) {
    if (!one.label.empty()) {
      labels.push_back({&one, share_of(one.points.back().value, range, axis)});
    }
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const Label& a, const Label& b) { return a.height < b.height; });
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].height = std::max(labels[i].height, labels[i - 1].height + kApart);
  }
  double ceiling = 1.0;  // what was pushed out comes down again
  for (std::size_t i = labels.size(); i-- > 0;) {
    labels[i].height = std::min(labels[i].height, ceiling);
    ceiling = labels[i].height - kApart;
  }
  std::string lines;
  for (const Label& label : labels) {
    lines += fmt::format(
        "set label {} at graph 1.015, graph {:.4f} left tc rgb '{}' font ',12' {} front\n",
        quoted(label.series->label), label.height, colour_of(*label.series),
        label.series->label.find('^') == std::string::npos ? "noenhanced" : "enhanced");
  }
  return lines;
}

// In the letters of the widest label.
std::size_t margin_for(const std::vector<Series>& series) {
  std::size_t widest = 2;
  for (const Series& one : series) {
    std::size_t letters = 0;  // not bytes
    for (const char c : one.label) letters += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    widest = std::max(widest, letters);
  }
  return widest + 1;
}

}  // namespace

std::vector<Series> drawable(const Picture& picture) {
  std::vector<Series> kept;
  for (Series one : picture.series) {
    std::erase_if(one.points, [&picture](const PicturePoint& point) {
      return !fits(point.x, picture.x) || !fits(point.value, picture.y);
    });
    for (PicturePoint& point : one.points) {
      // An end that a logarithmic axis does not have lies below the picture.
      if (picture.y.logarithmic && point.lower && !(*point.lower > 0.0)) {
        point.lower = 1e-6 * point.value;
      }
    }
    if (!one.points.empty()) kept.push_back(std::move(one));
  }
  return kept;
}

std::string write_script(const Picture& picture, const std::filesystem::path& folder) {
  const std::vector<Series> series = drawable(picture);
  EENET_REQUIRE(!series.empty(), "the picture ", picture.name, " has no point to draw");
  const Range x = range_of(series, [](const PicturePoint& point) { return point.x; });
  Range y = range_of(series, [](const PicturePoint& point) { return point.value; });
  for (const Series& one : series) {  // a linear axis holds the bands as well
    if (picture.y.logarithmic || !has_ends(one, picture.y)) continue;
    for (const PicturePoint& point : one.points) {
      y.lowest = std::min(y.lowest, *point.lower);
      y.highest = std::max(y.highest, *point.upper);
    }
  }
  std::string canvas = "p_" + picture.name;  // gnuplot takes letters, digits and _ alone
  std::replace(canvas.begin(), canvas.end(), '-', '_');
  const Range y_range = widened(y, picture.y, 0.08);
  const std::string script =
      fmt::format(
          "# gnuplot {0}.gp draws {0}.svg\nDATA = '{0}.dat'\n"
          "set terminal svg size 460,300 dynamic font 'Liberation Sans,12' name '{1}'\n"
          "set output '{0}.svg'\nset encoding utf8\nunset key\nset rmargin {5}\nset border 3 lc "
          "rgb '{2}'\n"
          "set tics nomirror tc rgb '{3}'\nset grid lc rgb '{4}'\n",
          picture.name, canvas, kSoftColour, kSoftColour, kLineColour, margin_for(series)) +
      axis_lines('x', picture.x, widened(x, picture.x, 0.02)) +
      axis_lines('y', picture.y, y_range) + labels_of(series, y_range, picture.y) +
      plot_line(series, picture);
  write_atomically(folder / (picture.name + ".dat"), data_of(series));
  write_atomically(folder / (picture.name + ".gp"), script);
  return script;
}

std::string svg_element(const std::string& file, const std::string& name,
                        const std::string& alternative) {
  const std::size_t begin = file.find("<svg");
  if (begin == std::string::npos) {
    throw std::runtime_error(fmt::format("no SVG was drawn for {}", name));
  }
  std::string svg = file.substr(begin);
  const auto replace_all = [&svg](const std::string& from, const std::string& to) {
    for (std::size_t at = svg.find(from); at != std::string::npos;
         at = svg.find(from, at + to.size())) {
      svg.replace(at, from.size(), to);
    }
  };
  for (const Colour& colour : kColours) {
    const auto part = [&colour](int at) {
      return std::stoi(std::string(colour.hex).substr(static_cast<std::size_t>(at), 2), nullptr,
                       16);
    };
    // With blanks or without, in one file: lines one way and text the other.
    const std::regex rgb(fmt::format(R"(rgb\( *{}, *{}, *{}\))", part(1), part(3), part(5)));
    svg = std::regex_replace(svg, rgb, colour.variable);
    replace_all(colour.hex, colour.variable);
  }
  replace_all("'black'", "'var(--soft)'");
  replace_all("\"black\"", "\"var(--soft)\"");
  replace_all(" = '", "='");  // as HTML wants its attributes
  // A page has many pictures, and every id once.
  for (const char* before : {" id='", " id=\"", "href='#", "url(#"}) {
    replace_all(std::string(before) + "gp", before + name + "-p");
    replace_all(std::string(before) + "gnuplot", before + name + "-canvas");
    replace_all(std::string(before) + "textbox", before + name + "-textbox");
    replace_all(std::string(before) + "greybox", before + name + "-greybox");
  }
  svg.insert(4, fmt::format(" role=\"img\" aria-label=\"{}\"", xml_escaped(alternative)));
  return svg;
}

void draw(const Picture& picture, const std::filesystem::path& folder) {
  write_script(picture, folder);
  draw_with("gnuplot", {picture.name + ".gp"}, folder, "the picture " + picture.name);
}

std::string drawn(const Picture& picture, const std::filesystem::path& folder) {
  draw(picture, folder);
  return svg_element(read_file(folder / (picture.name + ".svg")), picture.name, picture.finding);
}

}  // namespace eenet::experiments
