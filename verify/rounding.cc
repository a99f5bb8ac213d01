#include "verify/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eenet::verify {

double margin_of(double error, double bound) {
  if (error == 0.0) return 0.0;
  return bound == 0.0 ? std::numeric_limits<double>::infinity() : error / bound;
}

double gamma(double roundings, const Arithmetic& arithmetic) {
  const double relative = roundings * arithmetic.unit_roundoff;
  return relative < 1.0 ? relative / (1.0 - relative) : std::numeric_limits<double>::infinity();
}

// The magnitude was itself computed with rounding and underflow, never more of either than the sum
// it bounds: hence the last factor, and the 2 before the underflows.
RoundingBound::RoundingBound(double roundings, const Arithmetic& arithmetic)
    : relative_(gamma(roundings, arithmetic)),
      underflow_(arithmetic.underflow),
      inflate_(1.0 + 2.0 * gamma(roundings + 4.0, kDouble)) {}

double PathSum::bound(const Arithmetic& arithmetic) const {
  return RoundingBound(roundings, arithmetic)(magnitude, underflows);
}

PathSums::PathSums(const Point& point, const Pattern& active) : shape_(point.shape) {
  const std::size_t depth = shape_.depth;
  const std::size_t width = shape_.width;
  outputs_.resize(depth);
  signals_.resize(depth + 1);
  const auto note = [this](double number) { largest_ = std::max(largest_, number); };
  outputs_[0] = {point.x, std::vector<double>(point.x.size(), 0.0), 0.0};
  for (double& entry : outputs_[0].magnitude) entry = std::abs(entry);

  for (std::size_t l = 1; l < depth; ++l) {
    const Layer& in = outputs_[l - 1];
    Layer& out = outputs_[l];
    const std::size_t terms = in.magnitude.size();
    out.magnitude.assign(width, 0.0);
    out.underflows.assign(width, 0.0);
    // Forward differentiation adds two products per term, hence the one more.
    out.roundings = in.roundings + static_cast<double>(terms) + 1.0;
    const double* w = &point.theta[shape_.offset(l)];
    for (std::size_t row = 0; row < width; ++row, w += terms) {
      if (active[(l - 1) * width + row] == 0) continue;
      double magnitude = 0.0;
      double underflows = static_cast<double>(terms);
      for (std::size_t k = 0; k < terms; ++k) {
        magnitude += std::abs(w[k]) * in.magnitude[k];
        underflows += std::abs(w[k]) * in.underflows[k];
      }
      out.magnitude[row] = magnitude;
      out.underflows[row] = underflows;
      note(magnitude);
    }
  }

  signals_[depth] = {{1.0}, {0.0}, 0.0};
  for (std::size_t l = depth - 1; l >= 1; --l) {
    const Layer& above = signals_[l + 1];
    Layer& signal = signals_[l];
    const std::size_t terms = above.magnitude.size();
    signal.magnitude.assign(width, 0.0);
    signal.underflows.assign(width, 0.0);
    signal.roundings = above.roundings + static_cast<double>(terms) + 1.0;
    const double* w = &point.theta[shape_.offset(l + 1)];
    for (std::size_t row = 0; row < terms; ++row, w += width) {
      if (above.magnitude[row] == 0.0 && above.underflows[row] == 0.0) continue;
      for (std::size_t k = 0; k < width; ++k) {
        if (active[(l - 1) * width + k] == 0) continue;
        signal.magnitude[k] += std::abs(w[k]) * above.magnitude[row];
        signal.underflows[k] += std::abs(w[k]) * above.underflows[row] + 1.0;
      }
    }
    for (const double magnitude : signal.magnitude) note(magnitude);
  }

  forward_underflows_.assign(depth + 1, 0.0);
  for (std::size_t l = depth - 1; l >= 1; --l) {
    double amplified = 0.0;
    for (const double magnitude : signals_[l + 1].magnitude) amplified += magnitude;
    forward_underflows_[l] =
        forward_underflows_[l + 1] + 2.0 * static_cast<double>(width) * amplified;
  }

  const Layer& last = outputs_[depth - 1];
  const double* w = &point.theta[shape_.offset(depth)];
  value_.roundings = last.roundings + static_cast<double>(width) + 1.0;
  value_.underflows = static_cast<double>(width);
  for (std::size_t k = 0; k < width; ++k) {
    value_.magnitude += std::abs(w[k]) * last.magnitude[k];
    value_.underflows += std::abs(w[k]) * last.underflows[k];
  }
  note(value_.magnitude);
}

PathSum PathSums::value() const {
  return value_;
}

PathSum PathSums::gradient(std::size_t entry) const {
  std::size_t l = 1;
  while (entry >= shape_.offset(l + 1)) ++l;
  const std::size_t within = entry - shape_.offset(l);
  const Layer& signal = signals_[l];
  const Layer& input = outputs_[l - 1];
  const std::size_t row = within / shape_.columns(l);
  const std::size_t column = within % shape_.columns(l);
  const double s = signal.magnitude[row];
  const double h = input.magnitude[column];
  return {s * h, signal.roundings + input.roundings + 1.0,
          s * input.underflows[column] + h * signal.underflows[row] +
              signal.underflows[row] * kDouble.underflow * input.underflows[column] +
              forward_underflows_[l] + 1.0};
}

}  // namespace eenet::verify
