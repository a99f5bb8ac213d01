#include "verify/oracle/vectors/network_bounds.h"

#include <cmath>

namespace eenet::verify::oracle {

namespace {

// Bounds are computed too, with far fewer than 2^20 roundings each.
constexpr double kInflate = 1.0 + 0x1p-30;

Point with_input(const Point& point, const Numbers& x) {
  return {point.shape, point.theta, x};
}

Numbers enlarged(const Numbers& x, const Numbers& error) {
  Numbers all(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) all[k] = (std::abs(x[k]) + error[k]) * kInflate;
  return all;
}

// Magnitudes with which `activity` takes all errors of the inputs into account: gamma_N of them is
// at least N + 1 roundings of theta and x, and x_error besides.
Point magnitudes(const Point& point, const Numbers& x_error, const Judged& judged) {
  Point all = point;
  const double factor = judged.rounds_inputs ? 2.0 : 1.0;
  for (double& weight : all.theta) weight = factor * std::abs(weight);
  const double first = gamma(static_cast<double>(point.x.size()) + 1.0, judged.arithmetic);
  for (std::size_t k = 0; k < all.x.size(); ++k) {
    all.x[k] = factor * (std::abs(all.x[k]) + x_error[k]) + x_error[k] / first * kInflate;
  }
  return all;
}

}  // namespace

NetworkBounds::NetworkBounds(const Point& point, const Numbers& x_error, const Judged& judged)
    : judged_(judged),
      parameters_(point.shape.parameter_count()),
      input_roundings_(judged.rounds_inputs ? static_cast<double>(point.shape.depth) + 1.0 : 0.0),
      here_(activity(point, judged.arithmetic, magnitudes(point, x_error, judged))),
      sums_(with_input(point, enlarged(point.x, x_error)),
            with_active(here_.active, here_.uncertain)),
      moved_(with_input(point, x_error), with_active(here_.active, here_.uncertain)) {}

double NetworkBounds::value() const {
  PathSum sum = sums_.value();
  sum.roundings += input_roundings_;
  return (sum.bound(judged_.arithmetic) + moved_.value().magnitude) * kInflate;
}

double NetworkBounds::gradient(std::size_t entry) const {
  PathSum sum = sums_.gradient(entry);
  // Every term has a factor 0 (no number of ours is so small that a product of them vanishes).
  if (sum.magnitude == 0.0) return 0.0;
  sum.roundings += input_roundings_;
  return (sum.bound(judged_.arithmetic) + moved_.gradient(entry).magnitude) * kInflate;
}

Numbers NetworkBounds::gradient() const {
  Numbers all(parameters_);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = gradient(i);
  return all;
}

double step_bound(const StepNumbers& step, const Judged& judged) {
  const double u = judged.arithmetic.unit_roundoff;
  const double slope = std::abs(step.slope) + step.slope_error;
  const double residual = std::abs(step.residual) + step.residual_error;
  const double change = step.eta * residual * slope;
  // The residual, two products and the difference are rounded; theta and eta too, if stored so.
  const double roundings = judged.rounds_inputs ? 6.0 : 4.0;
  const double stored = judged.rounds_inputs ? 2.0 : 1.0;
  const double tiny = 4.0 * judged.arithmetic.underflow * (1.0 + step.eta + residual + slope);
  return (step.eta * (step.residual_error * slope + residual * step.slope_error) +
          gamma(roundings, judged.arithmetic) * change +
          stored * u * (std::abs(step.theta) + change) + tiny) *
         kInflate;
}

std::optional<Numbers> direction_bounds(const Numbers& v, const Numbers& error,
                                        const Judged& judged) {
  double square = 0.0;
  double error_square = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    square += v[i] * v[i];
    error_square += error[i] * error[i];
  }
  const double norm = std::sqrt(square) / kInflate;
  const double error_norm = std::sqrt(error_square) * kInflate;
  if (square == 0.0 && error_square == 0.0) return Numbers(v.size(), 0.0);
  if (!(error_norm < 0.5 * norm)) return std::nullopt;
  // An error e of v turns it: |(v + e)/|v + e| - v/|v|| <= (|e_i| + |v_i|/|v| |e|)/(|v| - |e|).
  // Then squares, their sum, a root and a quotient are rounded.
  const double own = gamma(static_cast<double>(v.size()) + 6.0, judged.arithmetic);
  Numbers bounds(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double part = std::abs(v[i]) / norm;
    const double turned = (error[i] + part * error_norm) / (norm - error_norm);
    bounds[i] = (turned + own * (part + turned)) * kInflate + 4.0 * judged.arithmetic.underflow;
  }
  return bounds;
}

}  // namespace eenet::verify::oracle
