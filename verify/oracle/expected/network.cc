#include "verify/oracle/expected/network.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace eenet::verify::oracle {

namespace {

// A derivative computed on the way forward takes part in one more rounding, and one is for the
// product with the factor in front.
constexpr double kExtraRoundings = 2.0;

// The exponent of the last binary digit that is not 0.
int last_digit(double number) {
  int exponent = 0;
  const double mantissa = std::frexp(number, &exponent);
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::abs(mantissa), 53));
  return exponent - 53 + std::countr_zero(digits);
}

}  // namespace

bool sums_are_exact(const double* weights, const double* inputs, std::size_t size,
                    double unit_roundoff) {
  int quantum = 2000;
  double total = 0.0;
  for (std::size_t k = 0; k < size; ++k) {
    if (weights[k] == 0.0 || inputs[k] == 0.0) continue;
    quantum = std::min(quantum, last_digit(weights[k]) + last_digit(inputs[k]));
    total += std::abs(weights[k] * inputs[k]);
  }
  // The sum of absolute values is itself rounded, by less than a factor of 2.
  return total == 0.0 || (quantum > -140 && 2.0 * total * unit_roundoff < std::ldexp(1.0, quantum));
}

BallNetwork::BallNetwork(const ParameterMap& map, const std::vector<double>& theta,
                         const Dialect& dialect, const Rounding& rounding, bool gates_missing)
    : map_(map),
      theta_(theta),
      relu_at_zero_(dialect.relu_at_zero),
      rounding_(rounding),
      gates_missing_(gates_missing),
      scale_{1.0, 0.0},
      outputs_(map.shape().depth),
      sums_(map.shape().depth),
      units_(map.shape().depth) {
  if (!dialect.sqrt_width) return;
  const auto width = static_cast<double>(map.declared().width);
  scale_ = rounded_again({std::sqrt(width), 0.0}, 1.0, rounding);
}

void BallNetwork::forward(const Balls& x) {
  const NaiveShape& shape = map_.shape();
  outputs_[0] = x;
  if (map_.has_constant_unit()) {
    outputs_[0].value.push_back(1.0);
    outputs_[0].error.push_back(0.0);
    outputs_[0].magnitude.push_back(1.0);
  }
  at_kink_ = false;
  largest_ = outputs_[0].largest();
  for (std::size_t l = 1; l < shape.depth; ++l) hidden_layer(l);
  if (at_kink_ && relu_at_zero_) find_exact_zeros();

  const Balls& in = outputs_.back();
  const double* w = &theta_[shape.offset(shape.depth)];
  Ball f;
  double terms = 0.0;
  for (std::size_t k = 0; k < in.size(); ++k) {
    f.value += w[k] * in.value[k];
    f.error += std::abs(w[k]) * in.error[k] + rounding_.tiny();
    terms += std::abs(w[k]) * in.magnitude[k];
  }
  f.error += rounding_.relative(static_cast<double>(in.size()) + kExtraRoundings) * terms;
  value_ = scale_.value == 1.0 && scale_.error == 0.0 ? f : product(scale_, f, rounding_);
  largest_ = std::isnan(terms) ? terms : std::max(largest_, terms * scale_.value);
}

void BallNetwork::hidden_layer(std::size_t l) {
  const NaiveShape& shape = map_.shape();
  const Balls& in = outputs_[l - 1];
  Balls& out = outputs_[l];
  out = Balls(shape.width);
  sums_[l].assign(shape.width, 0.0);
  units_[l].assign(shape.width, Unit::kOff);
  const std::size_t terms = in.size();
  const double relative = rounding_.relative(static_cast<double>(terms) + kExtraRoundings);
  const double tiny = rounding_.tiny() * static_cast<double>(terms);
  const double* w = &theta_[shape.offset(l)];
  const std::size_t rows = shape.width - (map_.has_constant_unit() ? 1 : 0);
  for (std::size_t row = 0; row < rows; ++row, w += terms) {
    double z = 0.0;
    double error = tiny;
    double sum = 0.0;
    for (std::size_t k = 0; k < terms; ++k) {
      const double weight = std::abs(w[k]);
      z += w[k] * in.value[k];
      error += weight * in.error[k];
      sum += weight * in.magnitude[k];
    }
    error += relative * sum;
    sums_[l][row] = z;
    largest_ = std::isnan(sum) ? sum : std::max(largest_, sum);
    const bool open = !(std::abs(z) > error);
    if (open) at_kink_ = true;
    if (!open && z < 0.0) continue;
    units_[l][row] = open ? Unit::kOpen : Unit::kOn;
    out.value[row] = std::max(z, 0.0);
    // relu moves by no more than its argument does.
    out.error[row] = error;
    out.magnitude[row] = sum;
  }
  if (map_.has_constant_unit()) {
    units_[l][rows] = Unit::kOn;
    out.value[rows] = 1.0;
    out.magnitude[rows] = 1.0;
  }
}

// Units whose pre-activation is 0 whatever the order of its sum.
void BallNetwork::find_exact_zeros() {
  const NaiveShape& shape = map_.shape();
  const double u = rounding_.unit_roundoff();
  std::vector<bool> exact(outputs_[0].size());
  for (std::size_t k = 0; k < exact.size(); ++k) exact[k] = outputs_[0].error[k] == 0.0;
  for (std::size_t l = 1; l < shape.depth; ++l) {
    const Balls& in = outputs_[l - 1];
    std::vector<bool> next(shape.width, true);
    for (std::size_t row = 0; row < shape.width; ++row) {
      if (units_[l][row] == Unit::kOff) continue;
      const double* w = &theta_[shape.offset(l) + row * in.size()];
      for (std::size_t k = 0; k < in.size(); ++k) {
        if (w[k] != 0.0 && !exact[k]) next[row] = false;
      }
      if (next[row]) next[row] = sums_are_exact(w, in.value.data(), in.size(), u);
      if (!next[row]) continue;
      if (units_[l][row] == Unit::kOpen) {
        const double z = sums_[l][row];
        units_[l][row] = z == 0.0 ? Unit::kZero : z > 0.0 ? Unit::kOn : Unit::kOff;
      }
      outputs_[l].error[row] = 0.0;
    }
    exact = next;
  }
}

Ball BallNetwork::gated(Unit unit, double twin, const Ball& ball, Kinks kinks) const {
  if (unit == Unit::kOff) return {};
  if (unit == Unit::kOn) return ball;
  if (unit == Unit::kZero) {
    const double slope = *relu_at_zero_;
    return {slope * ball.value, slope * ball.error + rounding_.relative(1.0) * magnitude(ball)};
  }
  if (kinks == Kinks::kAsTwin) return twin > 0.0 ? ball : Ball{};
  return between(std::min(0.0, ball.value - ball.error), std::max(0.0, ball.value + ball.error));
}

Balls BallNetwork::gradient(Kinks kinks) const {
  const NaiveShape& shape = map_.shape();
  std::vector<Balls> signals(shape.depth + 1);
  std::vector<Balls> ungated(shape.depth + 1);
  signals[shape.depth] = Balls(1);
  signals[shape.depth].set(0, scale_);
  for (std::size_t l = shape.depth - 1; l >= 1; --l) {
    const Balls& above = signals[l + 1];
    Balls up(shape.width);
    const double* w = &theta_[shape.offset(l + 1)];
    for (std::size_t row = 0; row < above.size(); ++row, w += shape.width) {
      if (above.magnitude[row] == 0.0) continue;
      for (std::size_t k = 0; k < shape.width; ++k) {
        const double weight = std::abs(w[k]);
        up.value[k] += w[k] * above.value[row];
        up.error[k] += weight * above.error[row];
        up.magnitude[k] += weight * above.magnitude[row];
      }
    }
    const auto terms = static_cast<double>(above.size());
    const double relative = rounding_.relative(terms + kExtraRoundings);
    Balls& signal = signals[l];
    signal = Balls(shape.width);
    for (std::size_t k = 0; k < shape.width; ++k) {
      up.error[k] += relative * up.magnitude[k] + terms * rounding_.tiny();
      const Ball ball = gated(units_[l][k], sums_[l][k], up[k], kinks);
      signal.value[k] = ball.value;
      signal.error[k] = ball.error;
      signal.magnitude[k] = ball.value == 0.0 && ball.error == 0.0 ? 0.0 : up.magnitude[k];
    }
    if (gates_missing_) ungated[l] = std::move(up);
  }

  std::vector<std::size_t> offsets;
  for (std::size_t l = 0; l <= shape.depth + 1; ++l)
    offsets.push_back(l == 0 ? 0 : shape.offset(l));
  const double relative = rounding_.relative(kExtraRoundings);
  Balls all(map_.size());
  std::size_t l = 1;
  for (std::size_t i = 0; i < map_.size(); ++i) {
    const std::size_t entry = map_.entry(i);
    while (entry >= offsets[l + 1]) ++l;
    while (entry < offsets[l]) --l;
    const std::size_t columns = shape.columns(l);
    const std::size_t row = (entry - offsets[l]) / columns;
    const std::size_t column = (entry - offsets[l]) % columns;
    const Balls& signal = gates_missing_ && l < shape.depth ? ungated[l] : signals[l];
    const Balls& in = outputs_[l - 1];
    const double s = std::abs(signal.value[row]);
    const double terms = signal.magnitude[row] * in.magnitude[column];
    all.value[i] = signal.value[row] * in.value[column];
    all.magnitude[i] = terms;
    all.error[i] = s * in.error[column] +
                   signal.error[row] * (std::abs(in.value[column]) + in.error[column]) +
                   (terms == 0.0 ? 0.0 : relative * terms + 2.0 * rounding_.tiny());
  }
  return all;
}

}  // namespace eenet::verify::oracle
