#include "experiments/reports/regret_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/reports/line_plot.h"
#include "experiments/reports/regret_curve.h"
#include "experiments/reports/regret_report.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;
using theory::RegretCurves;

constexpr std::size_t kMostPoints = 200;  // of a line: more than pixels between its bends
constexpr std::uint64_t kMostRuns = 120;  // drawn one by one

double round_at(const RegretCurves& curves, std::size_t at) {
  return static_cast<double>(curves.rounds[at]);
}

// From the origin through the drawn rounds.
template <typename Value>
std::vector<PlotPoint> curve_of(const RegretCurves& curves, const std::vector<std::size_t>& drawn,
                                Value value) {
  std::vector<PlotPoint> points = {{0.0, 0.0}};
  for (const std::size_t at : drawn) points.push_back({round_at(curves, at), value(at)});
  return points;
}

void add_runs(const RegretCheck& check, const std::vector<std::size_t>& drawn, LinePlot& plot) {
  const RegretCurves& curves = check.input.curves;
  for (const std::size_t run : evenly_spaced(curves.runs(), kMostRuns)) {
    const auto column = static_cast<Index>(run);
    PlotLine line = {
        curve_of(curves, drawn,
                 [&](std::size_t at) { return curves.regret(static_cast<Index>(at), column); }),
        PlotStyle::kRun,
        {}};
    plot.lines.push_back(std::move(line));
  }
  if (check.kinds.size() == 1) return;
  for (const theory::KindOfRun& kind : check.kinds) {
    const double T = static_cast<double>(curves.last_round());
    const std::uint64_t count = kind.members.size();
    plot.lines.push_back({{{T, kind.mean_final_regret}},
                          PlotStyle::kRun,
                          fmt::format("{} of {} runs", count, curves.runs())});
  }
}

void add_mean(const RegretCheck& check, const std::vector<std::size_t>& drawn, LinePlot& plot) {
  const RegretCurves& curves = check.input.curves;
  PlotLine mean = {
      {{0.0, 0.0}}, PlotStyle::kMean, fmt::format("mean, {:g}% interval", 100.0 * check.level)};
  PlotBand band = {{{0.0, 0.0}}, {{0.0, 0.0}}};
  for (const std::size_t at : drawn) {
    const theory::Measured here = theory::mean_between(curves, static_cast<Index>(at), check.level);
    mean.points.push_back({round_at(curves, at), here.value});
    band.lower.push_back({round_at(curves, at), std::max(here.lower, plot.y_begin)});
    band.upper.push_back({round_at(curves, at), here.upper});
  }
  plot.bands.push_back(std::move(band));
  plot.lines.push_back(std::move(mean));
}

// Where the mean would be if it grew from a quarter of the rounds on with this exponent.
void add_reference(const RegretCheck& check, double exponent, const std::string& label,
                   LinePlot& plot) {
  const RegretCurves& curves = check.input.curves;
  const theory::DoublingRounds at = theory::doubling_rounds_in(curves.rounds);
  const double mean = theory::mean_regret(curves, at.quarter);
  if (!(mean > 0.0)) return;
  const double quarter = round_at(curves, static_cast<std::size_t>(at.quarter));
  PlotLine line = {{}, PlotStyle::kReference, label};
  for (std::size_t i = 0; i <= kMostPoints; ++i) {
    const double t = plot.x_end * static_cast<double>(i) / static_cast<double>(kMostPoints);
    line.points.push_back({t, mean * std::pow(t / quarter, exponent)});
  }
  plot.lines.push_back(std::move(line));
}

// The same for all runs, or the lowest and the highest over them.
void add_bound(const theory::PromisedBound& bound, LinePlot& plot) {
  const bool of_all = bound.ends.size() == 1;
  PlotLine lowest = {{}, PlotStyle::kBound, of_all ? bound.name : bound.name + ", lowest"};
  PlotLine highest = {{}, PlotStyle::kBound, bound.name + ", highest"};
  for (const std::size_t at : evenly_spaced(bound.rounds.size(), kMostPoints)) {
    double least = bound.ends[0][at].lower;
    double most = bound.ends[0][at].upper;
    for (const auto& ends : bound.ends) {
      least = std::min(least, ends[at].lower);
      most = std::max(most, ends[at].upper);
    }
    const auto t = static_cast<double>(bound.rounds[at]);
    lowest.points.push_back({t, least});
    if (std::isfinite(most)) highest.points.push_back({t, most});
  }
  plot.lines.push_back(std::move(lowest));
  if (!of_all) plot.lines.push_back(std::move(highest));
}

// Room for all runs and, unless they are far above, for the bounds.
double upper_edge(const RegretCheck& check) {
  const RegretCurves& curves = check.input.curves;
  const double highest = curves.regret.maxCoeff();
  double edge = highest;
  for (const PromiseOfBound& promise : check.promises) {
    for (const auto& ends : promise.bound.ends) {
      if (ends.back().upper <= 3.0 * highest) edge = std::max(edge, ends.back().upper);
    }
  }
  return edge > 0.0 ? 1.06 * edge : 1.0;
}

std::string details(const RegretCheck& check) {
  const RegretCurves& curves = check.input.curves;
  std::string text =
      fmt::format("{} {}, {} rounds{}.", curves.runs(), check.input.source, curves.last_round(),
                  curves.may_fall ? ", regret of realised rewards" : "");
  const double exponent = check.growth.exponent.value;
  if (std::isfinite(exponent)) {
    text += fmt::format(" Exponent {:.3g} from round {} on.", exponent, check.growth_round / 4);
  }
  if (curves.runs() > kMostRuns) text += fmt::format(" {} of the runs are drawn.", kMostRuns);
  return text;
}

}  // namespace

std::string regret_plot(const RegretCheck& check) {
  const RegretCurves& curves = check.input.curves;
  LinePlot plot;
  plot.finding = regret_finding(check);
  plot.details = details(check);
  plot.x_name = "rounds t";
  plot.y_name = "regret after t rounds, summed (in units of reward)";
  plot.x_end = static_cast<double>(curves.last_round());
  plot.y_begin = std::min(curves.regret.minCoeff(), 0.0);
  plot.y_end = upper_edge(check);
  const std::vector<std::size_t> drawn = evenly_spaced(curves.rounds.size(), kMostPoints);
  add_runs(check, drawn, plot);
  add_reference(check, 1.0, "like t", plot);
  add_reference(check, 0.5, "like √t", plot);
  plot.lines.push_back(
      {{{0.0, 0.0}, {plot.x_end, plot.x_end}}, PlotStyle::kReference, "t, the trivial bound"});
  for (const PromiseOfBound& promise : check.promises) {
    if (promise.bound.name != "linear-trivial") add_bound(promise.bound, plot);
  }
  add_mean(check, drawn, plot);
  return line_plot_svg(plot);
}

}  // namespace eenet::experiments
