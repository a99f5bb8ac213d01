#include "experiments/theory_check/run_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

theory::Measured last_of(const Json& list) {
  return measured_from_json(list.at(list.size() - 1));
}

std::string percent(double share) {
  return fmt::format("{:g}%", 100.0 * share);
}

Series curve_of(const Json& rounds, const Json& values, const std::string& label,
                SeriesStyle style) {
  Series series = {label, style, {}};
  for (std::size_t i = 0; i < rounds.size() && i < values.size(); ++i) {
    if (values.at(i).is_null()) continue;  // not known there
    series.points.push_back(
        values.at(i).is_object()
            ? picture_point(rounds.at(i).get<double>(), values.at(i))
            : PicturePoint{rounds.at(i).get<double>(), number_from_json(values.at(i))});
  }
  return series;
}

std::string what_of(const Json& check) {
  const Json& environment = check.at("environment");
  if (!environment.is_string()) return check.at("source").get<std::string>();
  const std::string text = environment.get<std::string>();
  return text.substr(0, text.find(':'));
}

// What a run loses per round in the second half of the drawn rounds.
double rate_of(const Json& run, const Json& rounds) {
  const std::size_t last = run.size() - 1;
  const std::size_t half = last / 2;
  const double lost = run.at(last).get<double>() - run.at(half).get<double>();
  return lost / (rounds.at(last).get<double>() - rounds.at(half).get<double>());
}

// The kind of run whose rates are nearest.
std::size_t kind_of_run(double rate, const Json& kinds) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const double low = kinds.at(i).at("lowest_rate");
    const double high = kinds.at(i).at("highest_rate");
    const double away = std::max({low - rate, rate - high, 0.0});
    if (away < least) {
      least = away;
      nearest = i;
    }
  }
  return nearest;
}

}  // namespace

PicturePoint picture_point(double x, const Json& measured) {
  const theory::Measured number = measured_from_json(measured);
  return {x, number.value, number.lower, number.upper};
}

Series over_prefixes(const Json& spectrum, const char* key, const std::string& label,
                     SeriesStyle style) {
  Series series = {label, style, {}};
  for (const Json& prefix : spectrum.at("prefixes")) {
    const Json number = prefix.value(key, Json());
    if (number.is_null()) continue;  // known at the doublings alone
    series.points.push_back(picture_point(prefix.at("points").get<double>(), number));
  }
  return series;
}

Picture bounds_over_rounds(const std::string& name, const Json& bound) {
  Picture picture;
  picture.name = name;
  picture.claims = {"THM-1", "CLM-SQRT-T", "EQ-NUCB", "CLM-ATLEAST", "LIT-LIN"};
  picture.command = bound.at("command");
  picture.x = {"rounds t", true};
  picture.y = {"regret and its bounds", true};
  const Json& curves = bound.at("curves");
  const std::vector<std::pair<const char*, const char*>> shown = {
      {"THM-1/printed", "Theorem, as printed"},
      {"THM-1/online-loss", "before Ψ"},
      {"EENET/ntk", "through the kernel"},
      {"NUCB/corrected", "NeuralUCB's"}};
  for (const auto& [key, label] : shown) {
    if (!curves.contains(key)) continue;
    picture.series.push_back(
        curve_of(curves.at("rounds"), curves.at(key), label, SeriesStyle::kContrast));
  }
  for (const auto& [key, label] : {std::pair{"TRIVIAL/rounds", "t (trivial)"},
                                   std::pair{"TRIVIAL/optimal-reward", "best rewards"}}) {
    if (!curves.contains(key)) continue;
    picture.series.push_back(
        curve_of(curves.at("rounds"), curves.at(key), label, SeriesStyle::kReference));
  }
  picture.series.push_back(
      curve_of(curves.at("rounds"), curves.at("regret"), "regret", SeriesStyle::kAccent));
  const double regret = measured_from_json(bound.at("regret")).value;
  picture.finding = fmt::format("Regret is {}.", number_text(regret));
  for (const Json& one : bound.at("bounds")) {
    if (one.at("id") != "THM-1/printed") continue;
    const bool vacuous = one.at("vacuous").is_boolean() && one.at("vacuous").get<bool>();
    picture.finding =
        fmt::format("The theorem allows {} where regret is {}{}.",
                    number_text(measured_from_json(one.at("value")).value), number_text(regret),
                    vacuous ? ", and no policy at all can lose as much" : "");
  }
  const std::string environment = bound.at("environment");
  picture.details = fmt::format(
      "One run of {} rounds in {}. A bound above a dashed line says nothing. Hidden constants are "
      "those of the proof’s last line.",
      bound.at("rounds").get<std::uint64_t>(), environment.substr(0, environment.find(':')));
  return picture;
}

Picture terms_over_rounds(const std::string& name, const Json& bound) {
  Picture picture;
  picture.name = name;
  const Json curves = bound.value("term_curves", Json());
  if (curves.is_null()) return picture;
  picture.claims = {"PRF-DECOMP", "PRF-I34", "PRF-I1", "PRF-FINAL"};
  picture.command = bound.at("command");
  picture.x = {"rounds t", true};
  picture.y = {"sum of the terms until t", false};
  struct Layer {
    const char* key;
    const char* label;
    const char* colour;
  };
  constexpr std::array kLayers = {Layer{"I5", "I₅ error, played arm", kAccentColour},
                                  Layer{"I2", "I₂ error, best arm", kHoldsColour},
                                  Layer{"I3", "I₃ distance of f₂", kCorrectedColour},
                                  Layer{"I4", "I₄ distance of f₁", kContradictedColour}};
  const Json& rounds = bound.at("curves").at("rounds");
  std::vector<double> below(rounds.size(), 0.0);
  for (const Layer& layer : kLayers) {
    Series series = {layer.label, SeriesStyle::kLayer, {}};
    series.colour = layer.colour;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const double top = below[i] + measured_from_json(curves.at(layer.key).at(i)).value;
      series.points.push_back({rounds.at(i).get<double>(), top, below[i], top});
      below[i] = top;
    }
    picture.series.push_back(std::move(series));
  }
  picture.series.push_back(
      curve_of(rounds, bound.at("curves").at("regret"), "regret", SeriesStyle::kAgainst));
  const double regret = measured_from_json(bound.at("regret")).value;
  const double sum = last_of(curves.at("sum")).value;
  const double played = last_of(curves.at("I5")).value;
  picture.finding = fmt::format("The proof’s four terms sum to {} where regret is {}.",
                                number_text(sum), number_text(regret));
  picture.details =
      fmt::format("Stacked. {} of the sum is the error of f₁ + f₂ on the arms that were played.",
                  sum > 0.0 ? fmt::format("{:.0f}%", 100.0 * played / sum) : "Nothing");
  return picture;
}

Picture complexity_over_radius(const std::string& name, const Json& by_radius) {
  Picture picture;
  picture.name = name;
  picture.claims = {"DEF-PSI", "PSI-MONO", "DEF-BALL", "CLM-RFREE"};
  picture.x = {"R: the ball’s radius is R / m^{1/4}", true};
  picture.y = {"complexity term Ψ", false};
  Series bracket = {"Ψ, bracket", SeriesStyle::kAccent, {}};
  Series start = {"at the start", SeriesStyle::kReference, {}};
  for (const auto& [radius, document] : by_radius.items()) {
    if (document.is_null()) continue;
    const double x = std::stod(radius);
    bracket.points.push_back(picture_point(x, document.at("psi")));
    start.points.push_back({x, measured_from_json(document.at("at_initialisation")).value});
    picture.command = document.at("command");
  }
  const auto by_x = [](const PicturePoint& a, const PicturePoint& b) { return a.x < b.x; };
  std::sort(bracket.points.begin(), bracket.points.end(), by_x);
  std::sort(start.points.begin(), start.points.end(), by_x);
  if (bracket.points.empty()) return picture;
  picture.finding = fmt::format(
      "Ψ falls from {} to {} as the ball grows to R = {}.", number_text(start.points.back().value),
      number_text(bracket.points.back().value), number_text(bracket.points.back().x));
  picture.details =
      "The band lies between proven ends: a network of the ball above, a dual bound below.";
  picture.series = {start, bracket};
  return picture;
}

Picture runs_by_kind(const std::string& name, const Json& check) {
  Picture picture;
  picture.name = name;
  picture.claims = {"CLM-EXPLORES", "CLM-CONNECT"};
  picture.command = check.at("command");
  picture.x = {"rounds t", false};
  picture.y = {"regret after t rounds", false};
  const Json& kinds = check.at("kinds_of_run");
  const auto seeds = check.at("seeds").get<std::uint64_t>();
  const std::string finding = check.at("finding");
  picture.finding = finding.substr(0, finding.find(". ")) + ".";
  if (picture.finding.ends_with("..")) picture.finding.pop_back();
  picture.details = fmt::format(
      "{}: {} runs of {} rounds, each a thin line; the mean with its {} interval.", what_of(check),
      seeds, check.at("rounds").get<std::uint64_t>(), percent(check.at("level").get<double>()));
  const Json& curve = check.at("curve");
  const Json& rounds = curve.at("rounds");
  std::vector<bool> labelled(kinds.size(), kinds.size() < 2);
  for (const Json& run : curve.at("runs")) {
    Series series = {"", SeriesStyle::kRun, {}};
    for (std::size_t i = 0; i < run.size(); ++i) {
      series.points.push_back({rounds.at(i).get<double>(), run.at(i).get<double>()});
    }
    if (!kinds.empty() && run.size() > 1) {
      const std::size_t kind = kind_of_run(rate_of(run, rounds), kinds);
      const bool loses = kinds.at(kind).at("highest_rate").get<double>() > 0.0;
      // One kind alone is no verdict, and gets no colour of one.
      series.colour = kinds.size() < 2 ? kSoftColour : loses ? kContradictedColour : kHoldsColour;
      if (!labelled[kind]) {
        labelled[kind] = true;
        series.label =
            fmt::format("{} of {} runs", kinds.at(kind).at("runs").get<std::uint64_t>(), seeds);
      }
    }
    picture.series.push_back(std::move(series));
  }
  picture.series.push_back(curve_of(rounds, curve.at("mean"), "mean", SeriesStyle::kAccent));
  return picture;
}

Picture regret_under_bounds(const std::string& name, const Json& check) {
  Picture picture;
  picture.name = name;
  picture.claims = {"THM-1", "CLM-SQRT-T", "THM-instancelossbound"};
  picture.command = check.at("command");
  picture.x = {"rounds t", true};
  picture.y = {"regret and its bounds", true};
  const Json& curve = check.at("curve");
  const Json& rounds = curve.at("rounds");
  const double T = rounds.at(rounds.size() - 1).get<double>();
  std::string allows;
  for (const auto& [bound, values] : curve.at("bounds").items()) {
    const bool trivial = bound == "linear-trivial";
    picture.series.push_back(curve_of(rounds, values, trivial ? "t (trivial)" : bound,
                                      trivial ? SeriesStyle::kReference : SeriesStyle::kContrast));
    if (trivial || values.empty()) continue;
    const double end = number_from_json(values.at(values.size() - 1));
    allows += fmt::format("{}{} allows {}{}", allows.empty() ? "" : ", ", bound, number_text(end),
                          end >= T ? " (more than any policy can lose)" : "");
  }
  picture.series.push_back(curve_of(rounds, curve.at("mean"), "mean regret", SeriesStyle::kAccent));
  const theory::Measured mean = last_of(curve.at("mean"));
  picture.finding = fmt::format("After {} rounds mean regret is {}{}{}.", number_text(T),
                                number_text(mean.value), allows.empty() ? "" : "; ", allows);
  picture.details = fmt::format(
      "{}: mean of {} runs with its {} interval, under every bound; nobody can lose "
      "more than the dashed line.",
      what_of(check), check.at("seeds").get<std::uint64_t>(),
      percent(check.at("level").get<double>()));
  return picture;
}

}  // namespace eenet::experiments
