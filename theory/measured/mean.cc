#include "theory/measured/mean.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

double mean_of(const std::vector<double>& samples) {
  double sum = 0.0;
  for (const double sample : samples) sum += sample;
  return sum / static_cast<double>(samples.size());
}

}  // namespace

Measured student_mean(const std::vector<double>& samples, double level) {
  EENET_REQUIRE(samples.size() >= 2, "student_mean: got ", samples.size(),
                " samples, expected at least 2");
  EENET_REQUIRE(level > 0.0 && level < 1.0, "student_mean: level is ", level,
                ", expected between 0 and 1");
  const auto n = static_cast<double>(samples.size());
  const double mean = mean_of(samples);
  double squares = 0.0;  // two passes: no cancellation
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double standard_error = std::sqrt(squares / (n - 1.0) / n);
  const boost::math::students_t distribution(n - 1.0);
  const double reach =
      standard_error * boost::math::quantile(complement(distribution, (1.0 - level) / 2.0));
  return Measured::statistical(mean, mean - reach, mean + reach, level);
}

Measured expected_regret(const std::vector<double>& regrets, double largest, double level) {
  EENET_REQUIRE(!regrets.empty(), "expected_regret: no regret, expected at least one");
  for (const double regret : regrets) {
    EENET_REQUIRE(regret >= 0.0 && regret <= largest, "expected_regret: regret is ", regret,
                  ", expected 0 to ", largest);
  }
  if (regrets.size() == 1) return Measured::certified_between(regrets[0], 0.0, largest);
  const Measured mean = student_mean(regrets, level);
  // The mean of numbers in [0, largest] can leave it by rounding alone.
  Measured inside = mean;
  inside.value = std::clamp(mean.value, 0.0, largest);
  return inside.within({0.0, largest});
}

}  // namespace eenet::theory
