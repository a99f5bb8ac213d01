#include "experiments/theory_check/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

PicturePoint point_of(double x, const Json& measured) {
  const theory::Measured number = measured_from_json(measured);
  return {x, number.value, number.lower, number.upper};
}

Series constant(const std::string& label, double value, double begin, double end) {
  return {label, SeriesStyle::kReference, {{begin, value}, {end, value}}};
}

// ---- Spectra ------------------------------------------------------------------------------------

// A number of the kernel matrix over the first 1 ... N contexts.
Series over_prefixes(const Json& spectrum, const char* key, const std::string& label,
                     SeriesStyle style) {
  Series series = {label, style, {}};
  for (const Json& prefix : spectrum.at("prefixes")) {
    series.points.push_back(point_of(prefix.at("points").get<double>(), prefix.at(key)));
  }
  return series;
}

Picture effective_dimensions(const Json& theory) {
  const Json& fresh = theory.at("spectrum/cosine");
  const Json& close = theory.at("spectrum/near-duplicates");
  const Json& repeated = theory.at("spectrum/two-arms");
  Picture picture;
  picture.name = "effective-dimension";
  picture.finding = fmt::format(
      "Effective dimension grows with fresh contexts, to {}, and hardly with repeated ones.",
      number_text(measured_from_json(fresh.at("effective_dimension")).value));
  picture.details =
      "Certified ends, narrower than the lines, over the first contexts of three environments.";
  picture.command = fresh.at("command");
  picture.x = {"contexts N", true};
  picture.y = {"effective dimension", false};
  picture.series = {
      over_prefixes(fresh, "effective_dimension", "independent contexts", SeriesStyle::kAccent),
      over_prefixes(close, "effective_dimension", "an arc", SeriesStyle::kContrast),
      over_prefixes(repeated, "effective_dimension", "two arms", SeriesStyle::kAgainst)};
  return picture;
}

Picture smallest_eigenvalues(const Json& theory) {
  const Json& fresh = theory.at("spectrum/cosine");
  const Json& close = theory.at("spectrum/near-duplicates");
  Picture picture;
  picture.name = "smallest-eigenvalue";
  picture.finding =
      fmt::format("On an arc the smallest eigenvalue falls to {}, between certified ends.",
                  number_text(measured_from_json(close.at("lambda_min")).value));
  picture.details = "S and the width of the lemmas have it in a denominator.";
  picture.command = close.at("command");
  picture.x = {"contexts N", true};
  picture.y = {"smallest eigenvalue of H", true};
  picture.series = {
      over_prefixes(fresh, "lambda_min", "independent contexts", SeriesStyle::kAccent),
      over_prefixes(close, "lambda_min", "an arc", SeriesStyle::kContrast)};
  return picture;
}

// ---- Psi and the bounds -------------------------------------------------------------------------

Picture complexity_over_radius(const Json& theory) {
  Picture picture;
  picture.name = "complexity-term";
  picture.x = {"R: the ball has radius R / m^{1/4}", true};
  picture.y = {"Psi", true};
  Series bracket = {"Psi, bracket", SeriesStyle::kAccent, {}};
  double at_start = 0.0;
  for (const auto& [key, document] : theory.items()) {
    if (!key.starts_with("psi/") || document.is_null()) continue;
    bracket.points.push_back(point_of(std::stod(key.substr(4)), document.at("psi")));
    at_start = measured_from_json(document.at("at_initialisation")).value;
    picture.command = document.at("command");
  }
  std::sort(bracket.points.begin(), bracket.points.end(),
            [](const PicturePoint& a, const PicturePoint& b) { return a.x < b.x; });
  if (bracket.points.empty()) return picture;
  picture.finding = fmt::format("Psi falls from {} at the start to {} as the ball grows.",
                                number_text(at_start), number_text(bracket.points.back().value));
  picture.details = "Proven ends: a network of the ball above, a dual bound below.";
  picture.series = {bracket, constant("at the start", at_start, bracket.points.front().x,
                                      bracket.points.back().x)};
  return picture;
}

Picture bounds_over_rounds(const Json& bound) {
  Picture picture;
  picture.name = "bounds";
  picture.command = bound.at("command");
  picture.x = {"rounds t", true};
  picture.y = {"regret and bounds", true};
  const Json& curves = bound.at("curves");
  const auto add = [&](const char* key, const char* label, SeriesStyle style) {
    Series series = {label, style, {}};
    for (std::size_t i = 0; i < curves.at("rounds").size(); ++i) {
      series.points.push_back(
          point_of(curves.at("rounds").at(i).get<double>(), curves.at(key).at(i)));
    }
    picture.series.push_back(std::move(series));
  };
  add("THM-1/printed", "Theorem 1", SeriesStyle::kContrast);
  add("THM-1/online-loss", "before Psi", SeriesStyle::kContrast);
  add("EENET/ntk", "through the kernel", SeriesStyle::kContrast);
  add("TRIVIAL/rounds", "t, trivial", SeriesStyle::kReference);
  add("TRIVIAL/optimal-reward", "sum of the best rewards, trivial", SeriesStyle::kReference);
  add("regret", "regret", SeriesStyle::kAccent);
  for (const Json& one : bound.at("bounds")) {
    if (one.at("id") != "THM-1/printed") continue;
    const theory::Measured value = measured_from_json(one.at("value"));
    picture.finding = fmt::format(
        "Theorem 1 allows {} where regret is {}{}.", number_text(value.value),
        number_text(measured_from_json(bound.at("regret")).value),
        one.at("vacuous").get<bool>() ? ", and no policy at all can exceed its bound" : "");
  }
  picture.details = fmt::format("One run, {}, every hidden constant as in the proof's last line.",
                                bound.at("environment").get<std::string>());
  return picture;
}

// ---- Regret -------------------------------------------------------------------------------------

Picture regret_in(const std::string& environment, const Json& check) {
  Picture picture;
  picture.name = "regret-" + environment;
  picture.finding = check.at("finding");
  picture.details =
      fmt::format("{}: {} runs of {} rounds, each a thin line; the mean with its {:g}% interval.",
                  environment, check.at("seeds").get<std::uint64_t>(),
                  check.at("rounds").get<std::uint64_t>(), 100.0 * check.at("level").get<double>());
  picture.command = check.at("command");
  picture.x = {"rounds t", false};
  picture.y = {"regret after t rounds", false};
  const Json& curve = check.at("curve");
  const auto at = [&curve](std::size_t i) { return curve.at("rounds").at(i).get<double>(); };
  double highest = 0.0;
  for (const Json& run : curve.at("runs")) {
    Series series = {"", SeriesStyle::kRun, {}};
    for (std::size_t i = 0; i < run.size(); ++i) series.points.push_back({at(i), run.at(i)});
    highest = std::max(highest, series.points.back().value);
    picture.series.push_back(std::move(series));
  }
  for (const auto& [name, values] : curve.at("bounds").items()) {
    Series series = {name, SeriesStyle::kReference, {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double value = number_from_json(values.at(i));
      if (value <= 1.2 * highest)
        series.points.push_back({at(i), value});  // else above the picture
    }
    picture.series.push_back(std::move(series));
  }
  Series mean = {"mean", SeriesStyle::kAccent, {}};
  for (std::size_t i = 0; i < curve.at("mean").size(); ++i) {
    mean.points.push_back(point_of(at(i), curve.at("mean").at(i)));
  }
  picture.series.push_back(std::move(mean));
  return picture;
}

}  // namespace

std::vector<Picture> pictures_of(const Json& report) {
  const Json& theory = report.at("theory");
  const auto has = [&theory](const char* key) { return !theory.value(key, Json()).is_null(); };
  std::vector<Picture> pictures;
  if (has("bound")) pictures.push_back(bounds_over_rounds(theory.at("bound")));
  pictures.push_back(complexity_over_radius(theory));
  if (has("spectrum/cosine") && has("spectrum/near-duplicates") && has("spectrum/two-arms")) {
    pictures.push_back(effective_dimensions(theory));
    pictures.push_back(smallest_eigenvalues(theory));
  }
  for (const auto& [environment, check] : report.at("regret").items()) {
    if (!check.is_null()) pictures.push_back(regret_in(environment, check));
  }
  std::erase_if(pictures, [](const Picture& one) { return drawable(one).empty(); });
  return pictures;
}

}  // namespace eenet::experiments
