// Numbers that are known up to an error, and what computing with them can do: by the
// judged implementation in its arithmetic, and we in double precision. Errors of what a number is
// computed from propagate, which the sums of rounding.h, made for exact arguments, leave out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "verify/rounding.h"

namespace eenet::verify::oracle {

// Everything between value - error and value + error.
struct Ball {
  double value = 0.0;
  double error = 0.0;
};

// Bounds are themselves computed with rounding: with fewer than 2^30 operations on numbers of one
// sign their relative error is below 2^-22. Comparisons take this many times the error.
inline constexpr double kInflate = 1.0 + 0x1p-20;

// Both sides' roundings.
class Rounding {
 public:
  explicit Rounding(const Arithmetic& judged) : judged_(judged) {}

  // gamma of so many roundings on their side and on ours.
  [[nodiscard]] double relative(double roundings) const {
    return gamma(roundings, judged_) + gamma(roundings, kDouble);
  }
  // The coarser one.
  [[nodiscard]] double unit_roundoff() const {
    return std::max(judged_.unit_roundoff, kDouble.unit_roundoff);
  }
  // What a product or a quotient loses below the normal numbers.
  [[nodiscard]] double tiny() const { return judged_.underflow + kDouble.underflow; }
  // Above this nothing is said: a quarter of the exponents is left for products of two numbers.
  [[nodiscard]] double largest() const;

 private:
  Arithmetic judged_;
};

double magnitude(const Ball& a);
// The ball around an interval.
Ball between(double lower, double upper);

// Each with one rounding.
Ball sum(const Ball& a, const Ball& b, const Rounding& rounding);
Ball difference(const Ball& a, const Ball& b, const Rounding& rounding);
Ball product(const Ball& a, const Ball& b, const Rounding& rounding);
// Of infinite error where b can be 0.
Ball quotient(const Ball& a, const Ball& b, const Rounding& rounding);
// Of the part of a that is not negative.
Ball root(const Ball& a, const Rounding& rounding);
// The same with so many roundings more, for an expression that can be arranged in several ways.
Ball rounded_again(const Ball& a, double roundings, const Rounding& rounding);

// A list of balls, each with the sum of the absolute values of the terms that it was added from:
// what rounding does to it is in proportion to that.
struct Balls {
  std::vector<double> value;
  std::vector<double> error;
  std::vector<double> magnitude;

  Balls() = default;
  explicit Balls(std::size_t size) : value(size), error(size), magnitude(size) {}
  // Exact numbers.
  static Balls of(const std::vector<double>& numbers);

  [[nodiscard]] std::size_t size() const { return value.size(); }
  [[nodiscard]] Ball operator[](std::size_t i) const { return {value[i], error[i]}; }
  void set(std::size_t i, const Ball& ball);
  [[nodiscard]] double largest() const;  // of the magnitudes; no number if one is none
};

}  // namespace eenet::verify::oracle
