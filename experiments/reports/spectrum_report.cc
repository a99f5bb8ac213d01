#include "experiments/reports/spectrum_report.h"

#include <fmt/format.h>

#include <cmath>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

using theory::Basis;
using theory::Measured;
using theory::PrefixSpectrum;
using theory::Spectrum;

std::string basis_text(const Measured& measured) {
  if (measured.basis != Basis::kStatistical) return theory::to_text(measured.basis);
  std::string text = fmt::format("statistical, level {:g}", measured.level);
  if (measured.certified) {
    text += fmt::format("; certified [{}, {}]", number_text(measured.certified->lower),
                        number_text(measured.certified->upper));
  }
  return text;
}

std::vector<std::string> row(const std::string& name, const Measured& measured) {
  return {name, number_text(measured.value), number_text(measured.lower),
          number_text(measured.upper), basis_text(measured)};
}

// "[2.5, 2.7]".
std::string ends_text(const Measured& measured) {
  return fmt::format("[{}, {}]", number_text(measured.lower), number_text(measured.upper));
}

}  // namespace

Json spectrum_json(const Spectrum& spectrum) {
  Json json = {{"points", spectrum.points},
               {"distinct_points", spectrum.distinct_points},
               {"lambda_min", to_json(spectrum.smallest_eigenvalue)},
               {"lambda_max", to_json(spectrum.largest_eigenvalue)},
               {"log_det", to_json(spectrum.log_determinant)},
               {"effective_dimension", to_json(spectrum.effective_dimension)},
               {"information_gain", to_json(spectrum.information_gain)},
               {"S", nullptr},
               {"condition", nullptr},
               {"diagnosis", spectrum.diagnosis},
               {"method", theory::to_text(spectrum.method)}};
  if (spectrum.reward_norm) {
    json["S"] = to_json(spectrum.reward_norm->value);
    json["condition"] = to_json(spectrum.reward_norm->condition);
  }
  return json;
}

Json prefixes_json(const std::vector<PrefixSpectrum>& prefixes) {
  Json all = Json::array();
  for (const PrefixSpectrum& prefix : prefixes) {
    if (prefix.whole) {
      all.push_back(spectrum_json(*prefix.whole));
      continue;
    }
    all.push_back({{"points", prefix.points},
                   {"log_det", to_json(prefix.log_determinant)},
                   {"effective_dimension", to_json(prefix.effective_dimension)}});
  }
  return all;
}

std::string spectrum_text(const Spectrum& spectrum) {
  std::vector<std::vector<std::string>> rows = {
      {"quantity", "value", "lower", "upper", "basis"},
      row("lambda_min", spectrum.smallest_eigenvalue),
      row("lambda_max", spectrum.largest_eigenvalue),
      row("log det", spectrum.log_determinant),
      row("effective dimension", spectrum.effective_dimension),
      row("information gain", spectrum.information_gain)};
  if (spectrum.reward_norm) {
    rows.push_back(row("S", spectrum.reward_norm->value));
    rows.push_back(row("condition", spectrum.reward_norm->condition));
  }
  std::string text = fmt::format("{} points, {} distinct; method {}\n\n", spectrum.points,
                                 spectrum.distinct_points, theory::to_text(spectrum.method)) +
                     table_text(rows);
  for (const std::string& sentence : spectrum.diagnosis) text += "\n  " + sentence;
  return spectrum.diagnosis.empty() ? text : text + "\n";
}

std::string prefixes_text(const std::vector<PrefixSpectrum>& prefixes) {
  std::vector<std::vector<std::string>> rows = {
      {"points", "lambda_min", "lambda_max", "log det", "effective dimension", "S"}};
  for (const PrefixSpectrum& prefix : prefixes) {
    if (!prefix.whole) continue;
    const Spectrum& whole = *prefix.whole;
    rows.push_back({fmt::format("{}", prefix.points), ends_text(whole.smallest_eigenvalue),
                    ends_text(whole.largest_eigenvalue), ends_text(whole.log_determinant),
                    ends_text(whole.effective_dimension),
                    whole.reward_norm ? ends_text(whole.reward_norm->value) : "-"});
  }
  return "\nthe first points alone, ends of each quantity:\n\n" + table_text(rows);
}

std::vector<std::string> open_ends(const Spectrum& spectrum) {
  std::vector<std::string> sentences;
  const Measured& smallest = spectrum.smallest_eigenvalue;
  if (smallest.lower == 0.0 && smallest.upper > 0.0) {
    sentences.push_back(fmt::format("lambda_min is between 0 and {}, and may be either",
                                    number_text(smallest.upper)));
  }
  if (spectrum.reward_norm) {
    const Measured& norm = spectrum.reward_norm->value;
    if (std::isinf(norm.upper) && !std::isinf(norm.lower)) {
      sentences.push_back(
          fmt::format("S is at least {}, and has no upper end", number_text(norm.lower)));
    }
  }
  return sentences;
}

}  // namespace eenet::experiments
