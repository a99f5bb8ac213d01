#include "verify/kinks.h"

#include <algorithm>
#include <cmath>

namespace eenet::verify {

namespace {

using Wide = std::vector<long double>;

struct Interval {
  double lower = 0.0;
  double upper = 0.0;
};

Interval operator*(double factor, const Interval& i) {
  return factor < 0.0 ? Interval{factor * i.upper, factor * i.lower}
                      : Interval{factor * i.lower, factor * i.upper};
}

Interval operator*(const Interval& a, const Interval& b) {
  const auto [lower, upper] =
      std::minmax({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
  return {lower, upper};
}

void operator+=(Interval& a, const Interval& b) {
  a.lower += b.lower;
  a.upper += b.upper;
}

enum class Unit : std::uint8_t { kInactive, kActive, kFree };

// sigma' times the interval.
Interval gated(Unit unit, const Interval& i) {
  if (unit == Unit::kInactive) return {};
  if (unit == Unit::kActive) return i;
  return {std::min(0.0, i.lower), std::max(0.0, i.upper)};
}

}  // namespace

Activity activity(const Point& point, const Arithmetic& arithmetic) {
  return activity(point, arithmetic, point);
}

Activity activity(const Point& point, const Arithmetic& arithmetic, const Point& magnitudes) {
  const NaiveShape& shape = point.shape;
  Activity result;
  result.active.resize(shape.hidden_units());
  std::vector<double> input = point.x;
  std::vector<double> magnitude(input.size());
  std::transform(magnitudes.x.begin(), magnitudes.x.end(), magnitude.begin(),
                 [](double x) { return std::abs(x); });
  std::vector<double> underflows(input.size(), 0.0);
  double roundings = 0.0;
  std::size_t next = 0;
  std::size_t unit = 0;
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    std::vector<double> output;
    std::vector<double> output_magnitude;
    std::vector<double> output_underflows;
    for (auto* numbers : {&output, &output_magnitude, &output_underflows}) {
      numbers->reserve(shape.width);
    }
    roundings += static_cast<double>(input.size()) + 1.0;
    const RoundingBound own(roundings, kDouble);
    const RoundingBound others(roundings, arithmetic);
    for (std::size_t row = 0; row < shape.rows(l); ++row) {
      double z = 0.0;
      double sum_magnitude = 0.0;
      auto sum_underflows = static_cast<double>(input.size());
      for (std::size_t k = 0; k < input.size(); ++k, ++next) {
        z += point.theta[next] * input[k];
        sum_magnitude += std::abs(magnitudes.theta[next]) * magnitude[k];
        sum_underflows += std::abs(magnitudes.theta[next]) * underflows[k];
      }
      if (l == shape.depth) {
        result.value = z;
        result.value_bound = own(sum_magnitude, sum_underflows);
        continue;
      }
      // Both sides may be off by the bound, one of them in the coarser arithmetic.
      const bool uncertain = !(std::abs(z) > others(sum_magnitude, sum_underflows) +
                                                 own(sum_magnitude, sum_underflows));
      if (uncertain) result.uncertain.push_back(unit);
      result.active[unit++] = z > 0.0 ? 1 : 0;
      // relu moves by no more than its argument does, so an uncertain unit's terms still count.
      const bool counts = uncertain || z > 0.0;
      output.push_back(z > 0.0 ? z : 0.0);
      output_magnitude.push_back(counts ? sum_magnitude : 0.0);
      output_underflows.push_back(counts ? sum_underflows : 0.0);
    }
    input.swap(output);
    magnitude.swap(output_magnitude);
    underflows.swap(output_underflows);
  }
  return result;
}

std::vector<std::size_t> switching_units(const Point& a, const Activity& at_a, const Point& b,
                                         const Activity& at_b, const Arithmetic& arithmetic) {
  if (at_a.uncertain.empty() && at_b.uncertain.empty() && at_a.active == at_b.active) return {};
  const NaiveShape& shape = a.shape;
  const auto between = [](double p, double q) { return Interval{std::min(p, q), std::max(p, q)}; };
  const auto magnitude = [](const Interval& i) { return std::max(-i.lower, i.upper); };
  std::vector<Interval> input;
  for (std::size_t k = 0; k < a.x.size(); ++k) input.push_back(between(a.x[k], b.x[k]));
  std::vector<std::size_t> units;
  std::size_t next = 0;
  for (std::size_t l = 1; l < shape.depth; ++l) {
    std::vector<Interval> output;
    for (std::size_t row = 0; row < shape.width; ++row) {
      Interval z;
      // Layers below have widened their intervals by their own errors: this sum's terms remain.
      const auto terms = static_cast<double>(input.size());
      PathSum sum = {0.0, terms + 1.0, terms};
      for (const Interval& in : input) {
        const Interval weight = between(a.theta[next], b.theta[next]);
        ++next;
        z += weight * in;
        sum.magnitude += magnitude(weight) * magnitude(in);
      }
      const double error = sum.bound(arithmetic) + 2.0 * sum.bound(kDouble);
      z += Interval{-error, error};
      if (z.lower <= 0.0 && z.upper >= 0.0) units.push_back((l - 1) * shape.width + row);
      output.push_back({std::max(0.0, z.lower), std::max(0.0, z.upper)});
    }
    input.swap(output);
  }
  return units;
}

Hull derivative_hull(const Point& point, const Pattern& active,
                     const std::vector<std::size_t>& free_units) {
  const NaiveShape& shape = point.shape;
  std::vector<Unit> units(active.size());
  std::transform(active.begin(), active.end(), units.begin(),
                 [](std::uint8_t on) { return on != 0 ? Unit::kActive : Unit::kInactive; });
  for (const std::size_t unit : free_units) units[unit] = Unit::kFree;

  std::vector<std::vector<Interval>> outputs(shape.depth);
  for (const double x : point.x) outputs[0].push_back({x, x});
  for (std::size_t l = 1; l < shape.depth; ++l) {
    const double* w = &point.theta[shape.offset(l)];
    for (std::size_t row = 0; row < shape.width; ++row) {
      Interval z;
      for (const Interval& input : outputs[l - 1]) z += *w++ * input;
      outputs[l].push_back(gated(units[(l - 1) * shape.width + row], z));
    }
  }

  Hull hull{std::vector<double>(point.theta.size()), std::vector<double>(point.theta.size())};
  std::vector<Interval> signal = {{1.0, 1.0}};  // of layer L
  for (std::size_t l = shape.depth; l >= 1; --l) {
    std::size_t entry = shape.offset(l);
    for (const Interval& s : signal) {
      for (const Interval& input : outputs[l - 1]) {
        const Interval derivative = s * input;
        hull.lower[entry] = derivative.lower;
        hull.upper[entry++] = derivative.upper;
      }
    }
    if (l == 1) break;
    std::vector<Interval> below(shape.width);
    const double* w = &point.theta[shape.offset(l)];
    for (const Interval& s : signal) {
      for (Interval& b : below) b += *w++ * s;
    }
    for (std::size_t k = 0; k < below.size(); ++k) {
      below[k] = gated(units[(l - 2) * shape.width + k], below[k]);
    }
    signal.swap(below);
  }
  return hull;
}

Pattern with_active(Pattern pattern, const std::vector<std::size_t>& units) {
  for (const std::size_t unit : units) pattern[unit] = 1;
  return pattern;
}

Pattern active_units(const Point& point) {
  Pattern active(point.shape.hidden_units());
  naive_value(point.shape, point.theta, point.x,
              [&active](std::size_t unit, double z) { active[unit] = z > 0.0 ? 1 : 0; });
  return active;
}

WideSlope wide_slope(const Point& point, const Pattern& active) {
  const NaiveShape& shape = point.shape;
  std::vector<Wide> outputs = {Wide(point.x.begin(), point.x.end())};
  for (std::size_t l = 1; l < shape.depth; ++l) {
    Wide output(shape.width, 0.0L);
    const double* w = &point.theta[shape.offset(l)];
    for (std::size_t row = 0; row < shape.width; ++row) {
      for (const long double input : outputs.back()) output[row] += *w++ * input;
      if (active[(l - 1) * shape.width + row] == 0) output[row] = 0.0L;
    }
    outputs.push_back(output);
  }
  const double* last = &point.theta[shape.offset(shape.depth)];
  WideSlope slope;
  for (std::size_t k = 0; k < shape.width; ++k) slope.value += last[k] * outputs.back()[k];

  slope.gradient.assign(shape.parameter_count(), 0.0L);
  std::copy(outputs.back().begin(), outputs.back().end(),
            slope.gradient.begin() + static_cast<std::ptrdiff_t>(shape.offset(shape.depth)));
  Wide signal(last, last + shape.width);
  for (std::size_t l = shape.depth - 1; l >= 1; --l) {
    long double* entry = &slope.gradient[shape.offset(l)];
    for (std::size_t row = 0; row < shape.width; ++row) {
      if (active[(l - 1) * shape.width + row] == 0) signal[row] = 0.0L;
      for (const long double input : outputs[l - 1]) *entry++ = signal[row] * input;
    }
    if (l == 1) break;
    Wide below(shape.width, 0.0L);
    const double* w = &point.theta[shape.offset(l)];
    for (const long double above : signal) {
      for (long double& sum : below) sum += *w++ * above;
    }
    signal = below;
  }
  return slope;
}

}  // namespace eenet::verify
