#include "verify/oracle/repeated.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

constexpr auto kCount = static_cast<double>(Repeated::kTimes);

double mean_at(const std::vector<std::vector<double>>& samples, std::size_t i) {
  double sum = 0.0;
  for (const auto& sample : samples) sum += sample[i];
  return sum / kCount;
}

}  // namespace

Comparison Repeated::add(const json& answer) {
  Comparison comparison;
  for (std::size_t f = 0; f < expected_.fields.size(); ++f) {
    const Expected& field = expected_.fields[f];
    try {
      if (const auto numbers = numbers_of(field, answer)) samples_[f].push_back(*numbers);
    } catch (const Fault& fault) {
      comparison.outcome = Agreement::kDisagree;
      comparison.divergence.emplace();
      comparison.divergence->field = field.field;
      comparison.divergence->fault = fault.kind();
      comparison.divergence->sentence = fault.what();
      return comparison;
    }
  }
  return comparison;
}

json Repeated::mean(const json& answer) const {
  json means = answer;
  for (std::size_t f = 0; f < expected_.fields.size(); ++f) {
    const Expected& field = expected_.fields[f];
    if (field.is_arm || samples_[f].size() != kTimes) continue;
    json numbers = json::array();
    for (std::size_t i = 0; i < field.balls.size(); ++i) numbers.push_back(mean_at(samples_[f], i));
    if (field.single) {
      means[field.field] = numbers[0];
    } else if (field.columns == 0) {
      means[field.field] = numbers;
    } else {
      json rows = json::array();
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i % field.columns == 0) rows.push_back(json::array());
        rows.back().push_back(numbers[i]);
      }
      means[field.field] = rows;
    }
  }
  return means;
}

std::vector<std::vector<double>> Repeated::half_widths() const {
  const boost::math::students_t student(kCount - 1.0);
  const double quantile =
      boost::math::quantile(complement(student, kFalseAlarm / comparisons_ / 2.0));
  std::vector<std::vector<double>> all;
  std::vector<double> of_scores;
  for (std::size_t f = 0; f < expected_.fields.size(); ++f) {
    const Expected& field = expected_.fields[f];
    std::vector<double> widths(field.balls.size(), 0.0);
    for (std::size_t i = 0; i < widths.size() && samples_[f].size() == kTimes; ++i) {
      if (field.is_arm) break;
      const double mean = mean_at(samples_[f], i);
      double squares = 0.0;
      double spread = 0.0;
      for (const auto& sample : samples_[f]) {
        squares += (sample[i] - mean) * (sample[i] - mean);
        spread = std::max(spread, std::abs(sample[i] - mean));
      }
      widths[i] = quantile * std::sqrt(squares / (kCount - 1.0) / kCount);
      // One arm is chosen at one draw of the scores, not at their mean.
      if (field.field == "f1" || field.field == "f2") {
        of_scores.resize(widths.size(), 0.0);
        of_scores[i] += widths[i] + spread;
      }
    }
    if (field.is_arm && !of_scores.empty()) widths = of_scores;
    all.push_back(std::move(widths));
  }
  return all;
}

}  // namespace eenet::verify::oracle
