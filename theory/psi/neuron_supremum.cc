#include "theory/psi/neuron_supremum.h"

#include <algorithm>
#include <cmath>

#include "reference/floating_point.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

// Covers the few roundings of a computed bound.
constexpr double kEnlarged = 1.0 + 0x1p-20;
constexpr double kRoundings = 16.0;

// E and E' of one segment at s, with the sums of the absolute values of their terms.
struct Parabola {
  double w;
  double mu;
  const Segment& segment;

  [[nodiscard]] double value(double s) const {
    const double c = segment.offset + segment.slope * s;
    return w * c + c * c / (2.0 * mu) - mu * s * s / 2.0;
  }
  [[nodiscard]] double value_size(double s) const {
    const double c = std::abs(segment.offset) + segment.slope * s;
    return std::abs(w) * c + c * c / (2.0 * mu) + mu * s * s / 2.0;
  }
  [[nodiscard]] double derivative(double s) const {
    return segment.slope * (w + (segment.offset + segment.slope * s) / mu) - mu * s;
  }
  [[nodiscard]] double derivative_size(double s) const {
    return segment.slope * (std::abs(w) + (std::abs(segment.offset) + segment.slope * s) / mu) +
           mu * s;
  }
  [[nodiscard]] double upper_value(double s, double rounding) const {
    return value(s) + kEnlarged * rounding * value_size(s);
  }
  // Of the vertex, within the segment.
  [[nodiscard]] double highest_point() const {
    const double vertex =
        segment.slope * (w * mu + segment.offset) / ((mu - segment.slope) * (mu + segment.slope));
    if (!(vertex > segment.from)) return segment.from;
    return std::min(vertex, segment.until);
  }
};

double segment_supremum(const Parabola& parabola, double rounding) {
  const Segment& segment = parabola.segment;
  if (segment.slope >= parabola.mu) {
    return std::max(parabola.upper_value(segment.from, rounding),
                    parabola.upper_value(segment.until, rounding));
  }
  const double t = parabola.highest_point();
  const double slope = parabola.derivative(t);
  const double error = kEnlarged * rounding * parabola.derivative_size(t);
  const double rise =
      std::max({0.0, (slope + error) * (segment.until - t), (error - slope) * (t - segment.from)});
  return parabola.upper_value(t, rounding) + kEnlarged * rise;
}

}  // namespace

void make_segments(double start, double slack, double slope, std::vector<Knot>& knots, double until,
                   std::vector<Segment>& segments) {
  std::sort(knots.begin(), knots.end(), [](const Knot& a, const Knot& b) { return a.at < b.at; });
  double all_losses = 0.0;
  for (const Knot& knot : knots) all_losses += knot.loss;
  const double rounding = gamma(static_cast<double>(knots.size()) + 2.0);
  const double missed =
      slack + kEnlarged * (rounding + 4.0 * kUnitRoundoff) * (std::abs(start) + all_losses);
  double losses = 0.0;
  double gains = 0.0;
  segments.clear();
  const auto add = [&](double begin, double end) {
    segments.push_back({begin, end, start - losses + kEnlarged * missed,
                        (slope + gains) * (1.0 + kEnlarged * rounding)});
  };
  double from = 0.0;
  for (const Knot& knot : knots) {
    if (knot.at >= until) break;
    if (knot.at > from) add(from, knot.at);
    from = std::max(from, knot.at);
    losses += knot.loss;
    gains += knot.gain;
  }
  add(from, until);
}

double neuron_supremum(double w, double mu, const std::vector<Segment>& segments) {
  const double rounding = gamma(kRoundings);
  double largest = -kInfinity;
  for (const Segment& segment : segments) {
    const double supremum = segment_supremum({w, mu, segment}, rounding);
    if (!(supremum < kInfinity)) return kInfinity;
    largest = std::max(largest, supremum);
  }
  return largest;
}

double turning_point(double w, double mu, double largest_start, double largest_slope) {
  // So much below mu that the difference of the squares keeps most of its digits.
  if (!(largest_slope < mu * (1.0 - 0x1p-20))) return kInfinity;
  const double falling = mu - largest_slope * largest_slope / mu;
  return kEnlarged * largest_slope * (std::abs(w) + largest_start / mu) / falling;
}

}  // namespace eenet::theory
