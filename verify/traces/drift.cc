#include "verify/traces/drift.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "reference/floating_point.h"

namespace eenet::verify {

namespace {

// The bounds themselves are sums and products of positive doubles, fewer than 64 roundings per
// layer between one bound and the next.
double outwards(double bound, std::size_t depth) {
  if (std::isnan(bound)) return kInfinity;  // of infinite bounds: nothing is known any more
  return bound * (1.0 + gamma(64.0 * static_cast<double>(depth + 2), kDouble));
}

}  // namespace

double norm_from_above(const double* begin, std::size_t count) {
  double largest = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(begin[i])) return kInfinity;  // a NaN would be lost in the comparison
    largest = std::max(largest, std::abs(begin[i]));
  }
  if (largest == 0.0) return 0.0;
  double sum = 0.0;  // of squares of numbers up to 1: none overflows
  for (std::size_t i = 0; i < count; ++i) sum += (begin[i] / largest) * (begin[i] / largest);
  return largest * std::sqrt(sum) * (1.0 + gamma(static_cast<double>(count) + 6.0, kDouble));
}

Drift::Drift(const NaiveShape& shape, const Arithmetic& arithmetic)
    : shape_(shape), arithmetic_(arithmetic) {}

double Drift::rounding(std::size_t terms, double norms) const {
  const double roundings = static_cast<double>(terms) + 1.0;
  const double relative = gamma(roundings, kDouble) + gamma(roundings, arithmetic_);
  // Each product of theirs and of ours can lose what lies below the smallest number.
  const double lost = roundings * (kDouble.underflow + arithmetic_.underflow);
  return relative * norms + lost;
}

// The forward pass: an error of a layer's inputs passes on times the norm of its matrix, relu does
// not enlarge it, and |h|, |W| in norm bound every sum of absolute values. The backward pass
// likewise, with the jump of every unit whose sign the error may change.
Reach Drift::reach(const std::vector<double>& theta, const std::vector<double>& x,
                   double input_error) const {
  const std::size_t depth = shape_.depth;
  std::vector<std::vector<double>> outputs = {x};
  std::vector<Layer> layers = {{norm_from_above(x.data(), x.size()), input_error}};
  std::vector<double> weights(depth + 1, 0.0);
  std::vector<std::vector<std::uint8_t>> uncertain(depth);
  Reach reach;
  std::vector<double> fixed = {input_error};  // the error of the same parameters
  for (std::size_t l = 1; l <= depth; ++l) {
    const std::size_t rows = shape_.rows(l);
    const std::size_t columns = shape_.columns(l);
    const double* w = &theta[shape_.offset(l)];
    weights[l] = norm_from_above(w, rows * columns);
    const Layer& in = layers.back();
    const double now = weights[l] + radius_;
    const double root = std::sqrt(static_cast<double>(rows));
    const double lost =
        rounding(columns, now * (in.norm + in.error)) + root * rounding(columns, 0.0);
    const double error = now * in.error + radius_ * (in.norm + in.error) + lost;
    fixed.push_back(now * fixed.back() + lost);
    std::vector<double> out(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      double z = 0.0;
      for (std::size_t k = 0; k < columns; ++k) z += w[row * columns + k] * outputs.back()[k];
      out[row] = z;
    }
    if (l == depth) {
      reach.value_now = out[0];
      reach.value = outwards(error, depth);
      break;
    }
    uncertain[l].assign(rows, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      uncertain[l][row] = std::abs(out[row]) <= 2.0 * outwards(error, depth) ? 1 : 0;
      out[row] = naive_relu(out[row]);
    }
    // Where every unit is off in both networks, both have exact zeros.
    const double norm = norm_from_above(out.data(), rows);
    const bool dead = norm == 0.0 && std::ranges::count(uncertain[l], 1) == 0;
    if (dead) fixed.back() = 0.0;
    layers.push_back({norm, dead ? 0.0 : error});
    outputs.push_back(std::move(out));
  }
  const double fixed_error = fixed.back();

  std::vector<double> signal = {1.0};  // of layer l + 1
  Layer above = {1.0, 0.0};
  std::vector<double> errors = {layers[depth - 1].error};  // of the gradient, layer by layer
  std::vector<double> norms = {layers[depth - 1].norm};
  for (std::size_t l = depth - 1; l >= 1; --l) {
    const std::size_t width = shape_.width;
    const double* w = &theta[shape_.offset(l + 1)];
    std::vector<double> passed(width, 0.0);
    for (std::size_t row = 0; row < signal.size(); ++row) {
      for (std::size_t k = 0; k < width; ++k) passed[k] += w[row * width + k] * signal[row];
    }
    const double now = weights[l + 1] + radius_;
    double error = now * above.error + radius_ * (above.norm + above.error) +
                   rounding(signal.size(), now * (above.norm + above.error)) +
                   std::sqrt(static_cast<double>(width)) * rounding(signal.size(), 0.0);
    std::vector<double> jumps;
    for (std::size_t k = 0; k < width; ++k) {
      if (uncertain[l][k] != 0) jumps.push_back(passed[k]);
      if (outputs[l][k] <= 0.0) passed[k] = 0.0;
    }
    if (!jumps.empty()) error += error + norm_from_above(jumps.data(), jumps.size());
    const double norm = norm_from_above(passed.data(), width);
    above = {norm, layers[l].norm + layers[l].error == 0.0 ? 0.0 : error};
    const Layer& in = layers[l - 1];
    const double product = (above.norm + above.error) * (in.norm + in.error);
    const double entries = std::sqrt(static_cast<double>(width * shape_.columns(l)));
    const double error_here = above.error * (in.norm + in.error) +
                              (above.norm + above.error) * in.error + rounding(1, product) +
                              entries * rounding(1, 0.0);
    errors.push_back(product == 0.0 ? 0.0 : error_here);
    norms.push_back(above.norm * in.norm);
    signal = std::move(passed);
  }
  reach.gradient = outwards(norm_from_above(errors.data(), errors.size()), depth);
  reach.norm = outwards(norm_from_above(norms.data(), norms.size()), depth);
  // f' - f - g.D: what rounding and the input do at fixed parameters, and the gradient's change on
  // the way from theta to theta'.
  reach.beyond_linear = outwards(fixed_error + reach.gradient * radius_, depth);
  return reach;
}

void Drift::step(const std::vector<double>& theta, const Reach& at, double eta, double target,
                 double target_error) {
  const double residual = std::abs(at.value_now - target) + at.value + target_error;
  const double curvature = eta * at.norm * at.norm;
  const double stretch = std::max(1.0, std::abs(1.0 - curvature) * (1.0 + gamma(4.0, kDouble)));
  const double step = eta * residual * (at.norm + at.gradient);
  // Of eta (f - y), of its product with an entry, and of the difference: each of theirs and of
  // ours. A rate that is rounded to their arithmetic is one more.
  const double roundings = gamma(5.0, kDouble) + gamma(5.0, arithmetic_);
  const double unit = kDouble.unit_roundoff + arithmetic_.unit_roundoff;
  const double root = std::sqrt(static_cast<double>(theta.size()));
  const double rounded = roundings * step +
                         unit * (norm_from_above(theta.data(), theta.size()) + radius_ + step) +
                         root * 4.0 * (kDouble.underflow + arithmetic_.underflow);
  radius_ = outwards(stretch * radius_ + eta * at.norm * (at.beyond_linear + target_error) +
                         eta * residual * at.gradient + rounded,
                     shape_.depth);
}

}  // namespace eenet::verify
