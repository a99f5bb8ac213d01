// Curves over one axis as an SVG picture: the finding in bold above, axes with names, labels at the
// lines. It stands alone, needs no network, and follows the reader's light or dark theme.
#pragma once

#include <string>
#include <vector>

namespace eenet::experiments {

struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
};

enum class PlotStyle {
  kRun,        // one of many: thin
  kMean,       // what the picture is about: thick, in the accent's colour
  kBound,      // what it is held against
  kReference,  // dashed, for comparison
};

// Drawn in the order given. A line that leaves the picture at its upper edge has its label there.
struct PlotLine {
  std::vector<PlotPoint> points;  // by increasing x
  PlotStyle style = PlotStyle::kRun;
  std::string label;  // none: no label
};

// The area between two lines with the same x.
struct PlotBand {
  std::vector<PlotPoint> lower;
  std::vector<PlotPoint> upper;
};

struct LinePlot {
  std::string finding;  // the first sentence, in bold
  std::string details;  // what follows it
  std::string x_name;   // with its unit
  std::string y_name;
  double x_end = 1.0;  // both axes begin at 0; y at `y_begin` if it is below 0
  double y_end = 1.0;
  double y_begin = 0.0;
  std::vector<PlotBand> bands;  // below all lines
  std::vector<PlotLine> lines;
};

// Requires x_end and y_end above 0, y_begin at most 0, and finite points.
std::string line_plot_svg(const LinePlot& plot);

// Round numbers from `begin` to `end`: multiples of 1, 2 or 5 times a power of ten, at most `most`.
std::vector<double> ticks_between(double begin, double end, std::size_t most);

}  // namespace eenet::experiments
