// The profile `statistical`: answers that vary from call to call. The mean of a number may differ
// by its bound and half of Student's interval besides.
#pragma once

#include <vector>

#include "verify/oracle/compare.h"

namespace eenet::verify::oracle {

class Repeated {
 public:
  static constexpr std::size_t kTimes = 16;

  // `comparisons` share a probability of kFalseAlarm that any of them fails although nothing is
  // wrong.
  Repeated(const Expectations& expected, double comparisons)
      : expected_(expected), comparisons_(comparisons), samples_(expected.fields.size()) {}
  static constexpr double kFalseAlarm = 1e-6;

  // Disagrees where there is no answer of the right form.
  Comparison add(const nlohmann::json& answer);

  // The answer with means in the place of its numbers; the arm is that of `answer`.
  [[nodiscard]] nlohmann::json mean(const nlohmann::json& answer) const;
  [[nodiscard]] std::vector<std::vector<double>> half_widths() const;

 private:
  const Expectations& expected_;
  double comparisons_;
  std::vector<std::vector<std::vector<double>>> samples_;  // of each field, each time
};

}  // namespace eenet::verify::oracle
