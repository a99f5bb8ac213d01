#include "theory/comparison/paired_comparison.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "reference/require.h"
#include "theory/comparison/held_out_choice.h"
#include "theory/measured/mean.h"
#include "theory/measured/names.h"

namespace eenet::theory {

std::string to_text(PairedOutcome outcome) {
  return name_in({{PairedOutcome::kLess, "less"},
                  {PairedOutcome::kMore, "more"},
                  {PairedOutcome::kUndecided, "not enough evidence"}},
                 outcome);
}

PairedComparison compare_paired(const std::vector<double>& first, const std::vector<double>& second,
                                double error) {
  EENET_REQUIRE(first.size() == second.size(), "compare_paired: ", first.size(), " and ",
                second.size(), " runs, expected pairs");
  EENET_REQUIRE(error > 0.0 && error < 1.0, "compare_paired: error is ", error,
                ", expected between 0 and 1");
  std::vector<double> differences;
  bool failed = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (std::isnan(first[i]) || std::isnan(second[i])) continue;
    failed = failed || std::isinf(first[i]) || std::isinf(second[i]);
    differences.push_back(first[i] - second[i]);
  }
  PairedComparison comparison;
  comparison.pairs = differences.size();
  if (failed || differences.size() < 2) return comparison;
  comparison.difference = student_mean(differences, 1.0 - error);
  const double mean = comparison.difference->value;
  const auto pairs = static_cast<double>(differences.size());
  if (mean == 0.0) return comparison;
  const double standard_error = sample_deviation(differences) / std::sqrt(pairs);
  double p_value = 0.0;
  if (standard_error > 0.0) {
    const boost::math::students_t distribution(pairs - 1.0);
    p_value = 2.0 * cdf(complement(distribution, std::abs(mean) / standard_error));
  }
  comparison.p_value = std::min(1.0, std::max(p_value, std::exp2(1.0 - pairs)));
  if (comparison.p_value <= error) {
    comparison.outcome = mean < 0.0 ? PairedOutcome::kLess : PairedOutcome::kMore;
  }
  return comparison;
}

}  // namespace eenet::theory
