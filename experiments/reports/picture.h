// Pictures drawn by gnuplot, which is asked for SVG. Script and data stay beside the picture, so
// that a reader can draw it anew in another style.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eenet::experiments {

// Colours of a picture on its own. In a page they are those of its theme.
inline constexpr const char* kAccentColour = "#0a5fb4";
inline constexpr const char* kInkColour = "#1b1c1e";
inline constexpr const char* kContradictedColour = "#b3361b";
inline constexpr const char* kCorrectedColour = "#7d6000";
inline constexpr const char* kHoldsColour = "#0b7352";
inline constexpr const char* kSoftColour = "#565a60";
inline constexpr const char* kLineColour = "#dedfd9";

// A number at x, with ends where it has them.
struct PicturePoint {
  double x = 0.0;
  double value = 0.0;
  std::optional<double> lower = {};
  std::optional<double> upper = {};
};

enum class SeriesStyle {
  kAccent,     // what the picture is about
  kAgainst,    // what it is held against
  kContrast,   // the other reading
  kReference,  // dashed: a line that is no measurement
  kRun,        // one of many, thin
  kLayer       // a layer of a stack, filled from its lower end to its upper one
};

struct Series {
  std::string label;  // stands beside its last point; empty: none
  SeriesStyle style = SeriesStyle::kAccent;
  std::vector<PicturePoint> points;  // by increasing x; a band is drawn where all have ends
  const char* colour = nullptr;      // in place of the style's
};

struct Axis {
  std::string name;  // with its unit
  bool logarithmic = false;
};

struct Picture {
  std::string name;     // of its files
  std::string finding;  // the first sentence
  std::string details;  // what follows it
  std::string command;  // that shows its numbers again
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<std::string> claims = {};  // that it belongs to; an id without a part names all
};

// Points that can be drawn: finite and no larger than 1e200, and on a logarithmic axis above 0.
// Empty if none are left.
std::vector<Series> drawable(const Picture& picture);

// Writes NAME.dat and NAME.gp into the folder; returns the script's text. Requires a drawable
// point.
std::string write_script(const Picture& picture, const std::filesystem::path& folder);

// A file of SVG as an element of a page: colours follow the page's theme, ids begin with `name`,
// and `alternative` is its text for those who do not see it.
std::string svg_element(const std::string& file, const std::string& name,
                        const std::string& alternative);

// NAME.svg by gnuplot into the folder, beside its script and data. Throws as drawn().
void draw(const Picture& picture, const std::filesystem::path& folder);

// NAME.svg by gnuplot, as an element of a page: its colours follow the page's theme, its ids are
// its own. Throws std::runtime_error with gnuplot's words where it fails or is not there.
std::string drawn(const Picture& picture, const std::filesystem::path& folder);

}  // namespace eenet::experiments
