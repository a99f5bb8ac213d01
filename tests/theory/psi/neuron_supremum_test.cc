#include "theory/psi/neuron_supremum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference/rng.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

struct Neuron {
  double w = 0.0;
  double mu = 1.0;
  double start = 0.0;
  double slope = 0.0;
  double until = 1.0;
  std::vector<Knot> knots;
};

Neuron random_neuron(std::uint64_t seed) {
  Rng rng(seed, "neuron");
  Neuron neuron;
  neuron.w = rng.normal();
  neuron.mu = std::exp(2.0 * rng.normal());
  neuron.start = rng.normal();
  neuron.slope = std::abs(rng.normal());
  neuron.until = std::exp(rng.normal());
  for (std::uint64_t k = rng.below(8); k > 0; --k) {
    const double gain = std::abs(rng.normal()) + 0x1p-20;
    const double loss = rng.below(5) == 0 ? 0.0 : gain * neuron.until * 1.2 * rng.uniform();
    neuron.knots.push_back({loss / gain, loss, gain});
  }
  return neuron;
}

long double energy(const Neuron& neuron, long double c, long double s) {
  return neuron.w * c + c * c / (2.0L * neuron.mu) - neuron.mu * s * s / 2.0L;
}

long double reach(const Neuron& neuron, long double s) {
  long double c = neuron.start + static_cast<long double>(neuron.slope) * s;
  for (const Knot& knot : neuron.knots) {
    c += std::max(0.0L, static_cast<long double>(knot.gain) * s - knot.loss);
  }
  return c;
}

std::vector<Segment> segments_of(Neuron neuron, double slack = 0.0) {
  std::vector<Segment> segments;
  make_segments(neuron.start, slack, neuron.slope, neuron.knots, neuron.until, segments);
  return segments;
}

double supremum(const Neuron& neuron, double slack = 0.0) {
  return neuron_supremum(neuron.w, neuron.mu, segments_of(neuron, slack));
}

TEST(NeuronSupremum, IsAboveTheFunctionEverywhereAndNotFarAboveItsMaximum) {
  constexpr int kGrid = 4000;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Neuron neuron = random_neuron(seed);
    const std::vector<Segment> segments = segments_of(neuron);
    const double bound = supremum(neuron);
    long double largest = -1e300L;
    for (int k = 0; k <= kGrid; ++k) {
      const long double s = static_cast<long double>(neuron.until) * k / kGrid;
      for (const Segment& segment : segments) {
        if (s < segment.from || s > segment.until) continue;
        const long double c = segment.offset + static_cast<long double>(segment.slope) * s;
        ASSERT_GE(c, reach(neuron, s)) << seed;
        ASSERT_LE(
            c, reach(neuron, s) + 64.0L * 0x1p-52L * (std::abs(neuron.start) + 20.0L * s + 20.0L))
            << seed;
        largest = std::max(largest, energy(neuron, c, s));
      }
    }
    ASSERT_GE(bound, largest) << seed;
    // Between two points of the grid the function moves by its slope times half their distance.
    long double slope = neuron.slope;
    for (const Knot& knot : neuron.knots) slope += knot.gain;
    const long double farthest = std::abs(neuron.start) + slope * neuron.until;
    const long double steepest = slope * (std::abs(neuron.w) + farthest / neuron.mu) +
                                 static_cast<long double>(neuron.mu) * neuron.until;
    ASSERT_LE(bound, largest + steepest * neuron.until / kGrid) << seed;
  }
}

TEST(NeuronSupremum, IsAttainedAtTheVertexOfOneSegment) {
  // w = 1, mu = 1, c = s / 2: E = s / 2 + s^2 / 8 - s^2 / 2, at its vertex 2/3 equal to 1/6.
  Neuron neuron;
  neuron.w = 1.0;
  neuron.slope = 0.5;
  EXPECT_GE(supremum(neuron), 1.0 / 6.0);
  EXPECT_LE(supremum(neuron), 1.0 / 6.0 + 4.0 * gamma(16.0));  // terms of E and of E' are below 2
}

TEST(NeuronSupremum, TakesTheEndWhereTheParabolaOpensUpwards) {
  Neuron neuron;  // E = -c + c^2 / 2 - s^2 / 2 with c = 3 s: 4 s^2 - 3 s, largest at s = 1
  neuron.w = -1.0;
  neuron.slope = 3.0;
  EXPECT_NEAR(supremum(neuron), 1.0, 64.0 * 0x1p-52 * 10.0);
}

TEST(NeuronSupremum, GrowsWithTheSlack) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Neuron neuron = random_neuron(seed);
    neuron.w = std::abs(neuron.w);
    neuron.start = std::abs(neuron.start);
    EXPECT_GE(supremum(neuron, 0.25), supremum(neuron) + 0.25 * neuron.w) << seed;
  }
}

TEST(NeuronSupremum, NothingIsLostBehindTheTurningPoint) {
  int finite = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Neuron neuron = random_neuron(seed);
    double slope = neuron.slope;
    for (const Knot& knot : neuron.knots) slope += knot.gain;
    neuron.mu = slope * (1.01 + neuron.mu);
    const double turn = turning_point(neuron.w, neuron.mu, std::abs(neuron.start), slope);
    if (turn >= neuron.until) continue;
    ++finite;
    for (int k = 0; k < 50; ++k) {
      const double s = turn + (neuron.until - turn) * k / 50.0;
      ASSERT_LE(energy(neuron, reach(neuron, s), s), energy(neuron, reach(neuron, turn), turn))
          << seed;
    }
  }
  EXPECT_GE(finite, 20);
  EXPECT_TRUE(std::isinf(turning_point(1.0, 1.0, 1.0, 1.0)));
}

TEST(NeuronSupremum, SaysInfinityRatherThanNothing) {
  const std::vector<Segment> segments = {{0.0, 1.0, 1e200, 1e200}};
  EXPECT_TRUE(std::isinf(neuron_supremum(1e200, 1.0, segments)));
}

}  // namespace
}  // namespace eenet::theory
