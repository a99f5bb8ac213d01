#include "experiments/theory_check/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "experiments/formats/output.h"
#include "experiments/theory_check/run_pictures.h"

namespace eenet::experiments {

namespace {

std::string value_text(const Json& measured) {
  return number_text(measured_from_json(measured).value);
}

// ---- The kernel ---------------------------------------------------------------------------------

Picture distance_over_width(const Json& study) {
  Picture picture;
  picture.name = "kernel-width";
  picture.claims = {"DEF-NTK", "LEM-boundgradientandNTK", "DEF-SIGMA"};
  picture.command = study.at("command");
  picture.x = {"width m", true};
  picture.y = {"distance |GᵀG − H| (Frobenius)", true};
  Series corrected = {"corrected H", SeriesStyle::kAccent, {}};
  Series printed = {"H as printed", SeriesStyle::kContrast, {}};
  Series line = {"m^{−1/2}", SeriesStyle::kReference, {}};
  for (const Json& one : study.at("widths")) {
    const double width = one.at("width").get<double>();
    corrected.points.push_back(picture_point(width, one.at("corrected")));
    printed.points.push_back(picture_point(width, one.at("printed")));
    const PicturePoint& first = corrected.points.front();
    line.points.push_back({width, first.value * std::sqrt(first.x / width)});
  }
  const theory::Measured exponent = measured_from_json(study.at("exponent"));
  picture.finding = fmt::format(
      "A network’s kernel comes to its corrected limit like m to the power {}, and stays {} from "
      "the printed one.",
      number_text(exponent.value), number_text(printed.points.back().value));
  picture.details = fmt::format(
      "Mean of {} networks per width, {} contexts, depth {}; the bands are {:g}% intervals; the "
      "exponent lies in [{}, {}].",
      study.at("seeds").get<std::uint64_t>(), study.at("points").get<std::uint64_t>(),
      study.at("depth").get<std::uint64_t>(), 100.0 * study.at("level").get<double>(),
      number_text(exponent.lower), number_text(exponent.upper));
  picture.series = {line, printed, corrected};
  return picture;
}

Picture effective_dimensions(const Json& theory) {
  const Json& fresh = theory.at("spectrum/cosine");
  const Json& close = theory.at("spectrum/near-duplicates");
  const Json& repeated = theory.at("spectrum/two-arms");
  Picture picture;
  picture.name = "effective-dimension";
  picture.claims = {"DEF-DEFF", "LEM-detazero-2", "CLM-CONNECT"};
  picture.finding = fmt::format(
      "Effective dimension grows to {} with fresh contexts, to {} on an arc, and to {} "
      "where two arms come back.",
      value_text(fresh.at("effective_dimension")), value_text(close.at("effective_dimension")),
      value_text(repeated.at("effective_dimension")));
  picture.details =
      "Certified ends, narrower than the lines, over the first N contexts of three environments.";
  picture.command = fresh.at("command");
  picture.x = {"contexts N", true};
  picture.y = {"effective dimension", false};
  picture.series = {
      over_prefixes(fresh, "effective_dimension", "fresh contexts", SeriesStyle::kAccent),
      over_prefixes(close, "effective_dimension", "an arc", SeriesStyle::kContrast),
      over_prefixes(repeated, "effective_dimension", "two arms", SeriesStyle::kAgainst)};
  return picture;
}

Picture ends_of_spectra(const Json& theory) {
  const Json& fresh = theory.at("spectrum/cosine");
  const Json& close = theory.at("spectrum/near-duplicates");
  Picture picture;
  picture.name = "spectra";
  picture.claims = {"ASM-NTK", "DEF-S", "CLM-S-LAMBDA", "CLM-S2LIN", "CLM-PD-REPEAT"};
  picture.finding = fmt::format(
      "On an arc the smallest eigenvalue of H falls to {}; with fresh contexts it is still {}.",
      value_text(close.at("lambda_min")), value_text(fresh.at("lambda_min")));
  picture.details =
      "Smallest and largest eigenvalue between certified ends. S and the width that the lemmas ask "
      "for have the smallest one in a denominator.";
  picture.command = close.at("command");
  picture.x = {"contexts N", true};
  picture.y = {"eigenvalues of H", true};
  picture.series = {over_prefixes(fresh, "lambda_max", "largest, fresh", SeriesStyle::kAccent),
                    over_prefixes(close, "lambda_max", "largest, arc", SeriesStyle::kContrast),
                    over_prefixes(fresh, "lambda_min", "smallest, fresh", SeriesStyle::kAccent),
                    over_prefixes(close, "lambda_min", "smallest, arc", SeriesStyle::kContrast)};
  return picture;
}

// ---- Psi ----------------------------------------------------------------------------------------

// The documents whose keys begin so, by the rest of their keys; null if there are none.
Json by_rest(const Json& theory, const std::string& prefix) {
  Json found;
  for (const auto& [key, document] : theory.items()) {
    if (key.starts_with(prefix) && !document.is_null()) found[key.substr(prefix.size())] = document;
  }
  return found;
}

// As a share of what the network errs before it learns: networks of other widths start elsewhere.
Picture complexity_over_width(const Json& by_width) {
  Picture picture;
  picture.name = "complexity-width";
  picture.claims = {"PSI-LIMIT", "LEM-upperboundofStk", "CLM-SQRT-T"};
  picture.x = {"width m", true};
  picture.y = {"Ψ, as a share of the error at the start", false};
  Series share = {"Ψ at R = 1", SeriesStyle::kAccent, {}};
  Series start = {"at the start", SeriesStyle::kReference, {}};
  for (const auto& [width, document] : by_width.items()) {
    const double x = std::stod(width);
    const double whole = measured_from_json(document.at("at_initialisation")).value;
    const theory::Measured psi = measured_from_json(document.at("psi"));
    share.points.push_back({x, psi.value / whole, psi.lower / whole, psi.upper / whole});
    start.points.push_back({x, 1.0});
    picture.command = document.at("command");
  }
  picture.finding = fmt::format(
      "At a fixed R, Ψ is {} of the squared error before learning at width {}, and {} at width {}.",
      number_text(share.points.front().value), number_text(share.points.front().x),
      number_text(share.points.back().value), number_text(share.points.back().x));
  picture.details =
      "The radius of the ball falls like the fourth root of the width. Proven ends, for the first "
      "exploration network of one run at each width.";
  picture.series = {start, share};
  return picture;
}

void add_runs(const Json& runs, std::vector<Picture>& pictures) {
  if (runs.is_null()) return;
  std::size_t number = 0;
  for (const Json& trace : runs.at("traces")) {
    const std::string name = fmt::format("run-{}-", ++number);
    if (!trace.at("bound").is_null()) {
      pictures.push_back(bounds_over_rounds(name + "bounds", trace.at("bound")));
      pictures.push_back(terms_over_rounds(name + "terms", trace.at("bound")));
    }
    pictures.push_back(complexity_over_radius(name + "complexity", trace.at("psi")));
    const Json& spectrum = trace.at("spectrum");
    if (spectrum.is_null()) continue;
    Picture picture;
    picture.name = name + "spectrum";
    picture.finding = fmt::format(
        "Effective dimension of {} contexts is {}, the smallest eigenvalue {}.",
        spectrum.at("points").get<std::uint64_t>(), value_text(spectrum.at("effective_dimension")),
        value_text(spectrum.at("lambda_min")));
    picture.details = "Certified ends over the first N contexts of the run.";
    picture.command = spectrum.at("command");
    picture.x = {"contexts N", true};
    picture.y = {"effective dimension", false};
    picture.series = {over_prefixes(spectrum, "effective_dimension", "effective dimension",
                                    SeriesStyle::kAccent)};
    pictures.push_back(std::move(picture));
  }
  if (runs.at("regret").is_null()) return;
  pictures.push_back(runs_by_kind("runs-regret", runs.at("regret")));
  pictures.push_back(regret_under_bounds("runs-bounds", runs.at("regret")));
}

}  // namespace

std::vector<Picture> pictures_of(const Json& report) {
  const Json& theory = report.at("theory");
  const auto has = [&theory](const char* key) { return !theory.value(key, Json()).is_null(); };
  std::vector<Picture> pictures;
  if (has("width")) pictures.push_back(distance_over_width(theory.at("width")));
  if (has("spectrum/cosine") && has("spectrum/near-duplicates") && has("spectrum/two-arms")) {
    pictures.push_back(ends_of_spectra(theory));
    pictures.push_back(effective_dimensions(theory));
  }
  const Json by_radius = by_rest(theory, "psi/");
  if (!by_radius.is_null()) {
    pictures.push_back(complexity_over_radius("complexity-term", by_radius));
  }
  const Json by_width = by_rest(theory, "psi-width/");
  if (!by_width.is_null()) pictures.push_back(complexity_over_width(by_width));
  if (has("bound")) {
    pictures.push_back(bounds_over_rounds("bounds", theory.at("bound")));
    pictures.push_back(terms_over_rounds("terms", theory.at("bound")));
  }
  for (const auto& [environment, check] : report.at("regret").items()) {
    if (check.is_null()) continue;
    pictures.push_back(runs_by_kind("regret-" + environment, check));
    pictures.push_back(regret_under_bounds("bounds-" + environment, check));
  }
  add_runs(report.at("runs"), pictures);
  std::erase_if(pictures, [](const Picture& one) { return drawable(one).empty(); });
  return pictures;
}

}  // namespace eenet::experiments
