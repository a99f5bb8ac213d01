#include "verify/oracle/expected/ball.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eenet::verify::oracle {

double Rounding::largest() const {
  return std::sqrt(judged_.largest);
}

double magnitude(const Ball& a) {
  return std::abs(a.value) + a.error;
}

Ball between(double lower, double upper) {
  const double value = lower + (upper - lower) / 2.0;
  return {value, std::max(upper - value, value - lower)};
}

Ball rounded_again(const Ball& a, double roundings, const Rounding& rounding) {
  return {a.value, a.error + rounding.relative(roundings) * magnitude(a) + rounding.tiny()};
}

Ball sum(const Ball& a, const Ball& b, const Rounding& rounding) {
  const Ball exact = {a.value + b.value, a.error + b.error};
  return {exact.value, exact.error + rounding.relative(1.0) * magnitude(exact)};
}

Ball difference(const Ball& a, const Ball& b, const Rounding& rounding) {
  return sum(a, {-b.value, b.error}, rounding);
}

Ball product(const Ball& a, const Ball& b, const Rounding& rounding) {
  const Ball exact = {a.value * b.value, std::abs(a.value) * b.error + a.error * magnitude(b)};
  return rounded_again(exact, 1.0, rounding);
}

Ball quotient(const Ball& a, const Ball& b, const Rounding& rounding) {
  const double least = std::abs(b.value) - b.error;
  if (!(least > 0.0)) return {0.0, std::numeric_limits<double>::infinity()};
  const double value = a.value / b.value;
  const double error = (a.error + std::abs(value) * b.error) / least;
  return rounded_again({value, error}, 1.0, rounding);
}

Ball root(const Ball& a, const Rounding& rounding) {
  const double value = std::sqrt(std::max(a.value, 0.0));
  const double lower = std::sqrt(std::max(a.value - a.error, 0.0));
  const double upper = std::sqrt(std::max(a.value + a.error, 0.0));
  // The difference of two roots has lost digits where the error is small beside the number.
  const double steep = lower > 0.0 ? a.error / lower : upper;
  const double error = a.error == 0.0 ? 0.0 : std::max({value - lower, upper - value, steep / 2.0});
  const Ball exact = {value, error};
  return {value, error + rounding.relative(1.0) * magnitude(exact)};
}

Balls Balls::of(const std::vector<double>& numbers) {
  Balls all(numbers.size());
  all.value = numbers;
  std::transform(numbers.begin(), numbers.end(), all.magnitude.begin(),
                 [](double number) { return std::abs(number); });
  return all;
}

void Balls::set(std::size_t i, const Ball& ball) {
  value[i] = ball.value;
  error[i] = ball.error;
  magnitude[i] = oracle::magnitude(ball);
}

double Balls::largest() const {
  double most = 0.0;
  for (const double one : magnitude) {
    if (!(one <= most)) most = one;
    if (std::isnan(most)) return most;
  }
  return most;
}

}  // namespace eenet::verify::oracle
