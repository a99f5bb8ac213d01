// A number that is never naked: its value, a lower and an upper end, and the basis of the ends.
#pragma once

#include <optional>
#include <string>

namespace eenet::theory {

enum class Basis {
  kExact,        // both ends are the value
  kCertified,    // the ends are proven, rounding included
  kStatistical,  // the ends hold with probability `level`, under the assumptions of the method
  kEstimate      // nothing is promised
};

struct Interval {
  double lower = 0.0;
  double upper = 0.0;
};

struct Measured {
  double value = 0.0;
  double lower = 0.0;
  double upper = 0.0;
  Basis basis = Basis::kEstimate;
  double level = 0.0;                 // of a statistical interval
  std::optional<Interval> certified;  // proven ends that a statistical one may add

  // Each requires lower <= value <= upper, so that a NaN cannot pass for a number.
  static Measured exact(double value);
  static Measured certified_between(double value, double lower, double upper);
  static Measured statistical(double value, double lower, double upper, double level);
  static Measured estimate(double value, double lower, double upper);

  // The same with the proven ends added, and the statistical ends cut to them.
  [[nodiscard]] Measured within(const Interval& proven) const;
};

// exact, certified, statistical or estimate.
std::string to_text(Basis basis);

}  // namespace eenet::theory
