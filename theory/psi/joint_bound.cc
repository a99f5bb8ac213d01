#include "theory/psi/joint_bound.h"

#include <algorithm>
#include <cmath>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/psi/neuron_supremum.h"

namespace eenet::theory {

namespace {

constexpr double kEnlarged = 1.0 + 0x1p-20;

// Sums over a tile of neurons, for each mu.
struct TileSums {
  std::vector<double> values;
  std::vector<double> sizes;
};

// The memory of one thread's work.
struct Scratch {
  std::vector<Knot> knots;
  std::vector<Segment> segments;
};

// max_s E(c(s), s) for each mu, of the end c_j^+ (side > 0), or of c_j^- (side < 0), which is c_j^+
// of -w and -U.
void add_side(const WeightedPoints& weighted, const Eigen::Ref<const Eigen::VectorXd>& z, double w,
              const NeuronSums& neuron, double side, const std::vector<double>& mu,
              Scratch& scratch, std::vector<double>& largest) {
  const TwoLayerPoints& points = weighted.points();
  const double start = side * neuron.b;
  const double slack = kEnlarged * (neuron.b_error + neuron.b_moved);
  const double reach = side > 0.0 ? weighted.positive_reach() : weighted.negative_reach();
  const double smallest_mu = *std::min_element(mu.begin(), mu.end());
  const double until = std::min(points.problem.ball_radius,
                                turning_point(w, smallest_mu, kEnlarged * (std::abs(start) + slack),
                                              kEnlarged * (neuron.g_norm + reach)));
  scratch.knots.clear();
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double weight = side * weighted.weights()[i];
    if (weight <= 0.0 || points.norms[i] == 0.0) continue;
    const double size = std::abs(z[i]);
    const double at = size / points.norms[i];
    if (at <= kEnlarged * until) {
      scratch.knots.push_back({at, weight * size, weight * points.norms[i]});
    }
  }
  make_segments(start, slack, neuron.g_norm, scratch.knots, until, scratch.segments);
  for (std::size_t k = 0; k < mu.size(); ++k) {
    largest[k] = std::max(largest[k], neuron_supremum(side * w, mu[k], scratch.segments));
  }
}

TileSums tile_sums(const WeightedPoints& weighted, Eigen::Index first, const Eigen::MatrixXd& z,
                   const std::vector<double>& mu) {
  const std::vector<NeuronSums> neurons = weighted.sums(first, z);
  TileSums sums{std::vector<double>(mu.size(), 0.0), std::vector<double>(mu.size(), 0.0)};
  Scratch scratch;
  std::vector<double> largest(mu.size());
  for (Eigen::Index j = 0; j < z.cols(); ++j) {
    const double w = weighted.points().output_weights[first + j];
    const NeuronSums& neuron = neurons[static_cast<std::size_t>(j)];
    std::fill(largest.begin(), largest.end(), -kInfinity);
    add_side(weighted, z.col(j), w, neuron, 1.0, mu, scratch, largest);
    add_side(weighted, z.col(j), w, neuron, -1.0, mu, scratch, largest);
    for (std::size_t k = 0; k < mu.size(); ++k) {
      sums.values[k] += largest[k];
      sums.sizes[k] += std::abs(largest[k]);
    }
  }
  return sums;
}

std::vector<double> geometric(double lowest, double highest, std::size_t count) {
  std::vector<double> numbers(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(count - 1);
    numbers[k] = lowest * std::pow(highest / lowest, part);
  }
  return numbers;
}

}  // namespace

std::vector<double> dual_bounds(const WeightedPoints& weighted, const std::vector<double>& mu,
                                unsigned threads) {
  EENET_REQUIRE(!mu.empty(), "dual_bounds: no mu, expected one");
  for (const double number : mu) {
    EENET_REQUIRE(number > 0.0, "dual_bounds: mu is ", number, ", expected above 0");
  }
  const TwoLayerPoints& points = weighted.points();
  const auto tiles = static_cast<std::size_t>((points.width() + kNeuronTile - 1) / kNeuronTile);
  std::vector<TileSums> sums(tiles);
  for_neuron_tiles(points, threads, [&](Eigen::Index first, const Eigen::MatrixXd& z) {
    sums[static_cast<std::size_t>(first / kNeuronTile)] = tile_sums(weighted, first, z, mu);
  });
  const double rounding =
      gamma(static_cast<double>(tiles) + static_cast<double>(kNeuronTile) + 4.0);
  const double underflow = points.underflow();
  const double r = points.problem.ball_radius;
  std::vector<double> bounds;
  for (std::size_t k = 0; k < mu.size(); ++k) {
    const double multiplier = mu[k] * r * r / 2.0;
    double value = multiplier;
    double size = multiplier;
    for (const TileSums& tile : sums) {
      value += tile.values[k];
      size += tile.sizes[k];
    }
    const double bound = above(value + kEnlarged * rounding * size + underflow);
    bounds.push_back(bound < kInfinity ? bound : kInfinity);
  }
  return bounds;
}

DualMinimum smallest_dual_bound(const WeightedPoints& weighted, unsigned threads) {
  // U = 0: the sum is 0 everywhere.
  if (weighted.reach() == 0.0) return {0.0, 0.0};
  const double r = weighted.points().problem.ball_radius;
  if (r == 0.0) return {tangent_bound(weighted, threads).exact_value, 0.0};
  // The multiplier of the linearised problem, and one so large that no parabola opens upwards.
  const double linear = tangent_bound(weighted, threads).norm / r;
  const double steep = 4.0 * std::max(linear, weighted.reach());
  double lowest = std::max(linear / 4.0, steep * 0x1p-24);
  double highest = steep;
  DualMinimum best{kInfinity, 0.0};
  constexpr std::size_t kScan = 14;
  double vertex = 0.0;
  for (int zoom = 0; zoom < 2; ++zoom) {
    const std::vector<double> mu = geometric(lowest, highest, kScan);
    const std::vector<double> bounds = dual_bounds(weighted, mu, threads);
    const auto at =
        static_cast<std::size_t>(std::min_element(bounds.begin(), bounds.end()) - bounds.begin());
    if (bounds[at] < best.supremum) best = {bounds[at], mu[at]};
    const std::size_t inner = std::clamp<std::size_t>(at, 1, kScan - 2);
    lowest = mu[inner - 1];
    highest = mu[inner + 1];
    // Of the parabola in log mu through the three lowest points.
    const double left = bounds[inner - 1] - bounds[inner];
    const double right = bounds[inner + 1] - bounds[inner];
    const double bend = left + right;
    const double shift = bend > 0.0 ? (left - right) / (2.0 * bend) : 0.0;
    vertex = mu[inner] * std::pow(mu[inner + 1] / mu[inner], shift);
  }
  if (vertex > lowest && vertex < highest) {
    const double bound = dual_bounds(weighted, {vertex}, threads)[0];
    if (bound < best.supremum) best = {bound, vertex};
  }
  return best;
}

}  // namespace eenet::theory
