#include "theory/psi/per_sample_bound.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

constexpr double kEnlarged = 1.0 + 0x1p-20;

// The grid of mu: all numbers whose significand has three bits behind the point. The number of a
// cell grows with mu, so that comparisons of numbers are comparisons of cells.
constexpr int kDropped = 49;
std::uint64_t cell_of(double mu) {
  return std::bit_cast<std::uint64_t>(mu) >> kDropped;
}
double mu_of(std::uint64_t cell) {
  return std::bit_cast<double>(cell << kDropped);
}

// sum_j (w_j^2 / (2 mu) - |w_j| |z_j|)_+ as a function of mu on the grid: term j is positive below
// mu = |w_j| / (2 |z_j|). A wrong sign within two roundings of there changes the sum by less
// than gamma allows for.
class FlipTerms {
 public:
  // For mu from 2^-48 to 2^16 times `scale`.
  FlipTerms(const ConstVector& w, const ConstVector& z, double side, double scale)
      : lowest_(cell_of(scale * 0x1p-48)),
        squares_(kCells + 1, 0.0),
        products_(kCells + 1, 0.0),
        rounding_(gamma(static_cast<double>(w.size()) + static_cast<double>(kCells) + 12.0)) {
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      if (!(side * w[j] > 0.0)) continue;
      const double size = std::abs(w[j]);
      const double product = size * std::abs(z[j]);
      const double turns = product == 0.0 ? kInfinity : size / (2.0 * std::abs(z[j]));
      const std::uint64_t cell = turns < kInfinity ? cell_of(turns) : lowest_ + kCells;
      if (cell < lowest_) continue;
      const std::size_t at = std::min<std::size_t>(cell - lowest_, kCells);
      squares_[at] += size * size;
      products_[at] += product;
    }
    for (std::size_t at = kCells; at-- > 0;) {
      squares_[at] += squares_[at + 1];
      products_[at] += products_[at + 1];
    }
  }

  // Above mu rho^2 / 2 + the sum, at cell `at` of the grid.
  [[nodiscard]] double bound(std::size_t at, double rho) const {
    const double mu = mu_of(lowest_ + at);
    const double ball = mu * rho * rho / 2.0;
    const double raised = squares_[at] / (2.0 * mu);
    return ball + (raised - products_[at]) +
           kEnlarged * rounding_ * (ball + raised + products_[at]);
  }

  // The smallest, found by descent from cell `at`, which becomes its cell. Any start is valid.
  double smallest(double rho, std::size_t& at) const {
    double best = bound(at, rho);
    for (const int step : {1, -1}) {
      while ((step > 0 && at + 1 < kCells) || (step < 0 && at > 0)) {
        const std::size_t next = step > 0 ? at + 1 : at - 1;
        const double candidate = bound(next, rho);
        if (!(candidate < best)) break;
        best = candidate;
        at = next;
      }
    }
    return above(best);
  }

  static constexpr std::size_t kCells = std::size_t{64} * 8;

 private:
  std::uint64_t lowest_;
  std::vector<double> squares_;
  std::vector<double> products_;
  double rounding_;
};

// The best mu is at most |w| / rho. For a point or a ball so small that this overflows there is no
// bound.
double mu_scale(const ConstVector& w, double rho) {
  const double scale = norm_upper(w) / rho;
  return scale > 0x1p-900 && scale < 0x1p900 ? scale : 1.0;
}

// One side of the remainder at a point of norm `norm`.
double remainder_bound(const ConstVector& w, const ConstVector& z, double side, double norm,
                       double r) {
  constexpr int kParts = 64;
  const FlipTerms terms(w, z, side, mu_scale(w, norm * r));
  std::size_t at = FlipTerms::kCells - 1;
  double largest = 0.0;
  for (int part = kParts; part-- > 0;) {
    // r1 in [low, high]: both factors at their largest.
    const double low = below(r * part / kParts);
    const double high = std::min(r, above(r * (part + 1) / kParts));
    const double rho = above(high * norm);
    const double rest = part == 0 ? r : above(std::sqrt(above(above(r * r) - below(low * low))));
    largest = std::max(largest, above(terms.smallest(rho, at) + above(rho * rest)));
  }
  return largest;
}

}  // namespace

Remainder remainder_of(const Mlp& start, const Mlp& moved, const ConstVector& x) {
  EENET_REQUIRE(start.shape() == moved.shape() && start.shape().depth == 2,
                "remainder_of: expected two networks of one shape and depth 2");
  Remainder remainder;
  for (Eigen::Index j = 0; j < start.shape().width; ++j) {
    const double w = start.weights(2)(0, j);
    const double z = start.weights(1).row(j).dot(x);
    const double a = (moved.weights(1).row(j) - start.weights(1).row(j)).dot(x);
    const double s = z > 0.0 ? -1.0 : 1.0;
    remainder.flips += w * relu(s * a - std::abs(z));
    remainder.products += (moved.weights(2)(0, j) - w) * (relu(z + a) - relu(z));
  }
  return remainder;
}

double flip_bound(const ConstVector& w, const ConstVector& z, double side, double rho) {
  EENET_REQUIRE(w.size() == z.size() && rho >= 0.0, "flip_bound: ", w.size(), " and ", z.size(),
                " numbers and radius ", rho, ", expected equal sizes and at least 0");
  const FlipTerms terms(w, z, side, mu_scale(w, rho));
  std::size_t at = FlipTerms::kCells - 1;
  return terms.smallest(rho, at);
}

double per_sample_supremum(const WeightedPoints& weighted, unsigned threads) {
  const TwoLayerPoints& points = weighted.points();
  const double r = points.problem.ball_radius;
  const TangentBound tangent = tangent_bound(weighted, threads);
  if (r == 0.0) return tangent.exact_value;
  const Eigen::MatrixXd& rows = points.problem.start.weights(1);
  std::vector<double> terms(static_cast<std::size_t>(points.count()), 0.0);
  // |error of f(x_i)| <= |w + dw| |errors of z_i|, gamma_d |W| |x_i| at most. Below z is multiplied
  // in another order than for the tangent, so the same error may occur again on either side.
  const double moved = 3.0 * kEnlarged * (norm_upper(points.output_weights) + r) *
                       points.dot_error * norm_upper(points.row_norms);
  do_in_parallel(terms.size(), threads, [&](std::size_t piece) {
    const auto i = static_cast<Eigen::Index>(piece);
    const double weight = weighted.weights()[i];
    if (weight == 0.0 || points.norms[i] == 0.0) return;
    const Eigen::VectorXd z = rows * points.merged.inputs.col(i);
    const double remainder =
        remainder_bound(points.output_weights, z, weight > 0.0 ? 1.0 : -1.0, points.norms[i], r);
    terms[piece] = std::abs(weight) * (remainder + kEnlarged * moved * points.norms[i]);
  });
  double sum = 0.0;
  for (const double term : terms) sum += term;
  const double rounded_up = above(1.0 + gamma(static_cast<double>(terms.size()) + 3.0));
  return above(above(tangent.value + above(r * tangent.norm)) + above(sum * rounded_up)) +
         points.underflow();
}

}  // namespace eenet::theory
