#include "theory/psi/lower_ends.h"

#include <algorithm>

#include "theory/psi/dual_direction.h"
#include "theory/psi/joint_bound.h"
#include "theory/psi/per_sample_bound.h"

namespace eenet::theory {

namespace {

// (y_i - mean of its group) + t (mean - value).
Eigen::VectorXd residual(const TwoLayerPoints& points, const Eigen::VectorXd& values, double t) {
  const MergedPoints& merged = points.merged;
  Eigen::VectorXd u = points.problem.labels;
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const Eigen::Index g = merged.group[static_cast<std::size_t>(i)];
    u[i] -= merged.mean_labels[g];
    u[i] += t * (merged.mean_labels[g] - values[g]);
  }
  return u;
}

struct Attempt {
  LowerEnds ends;
  double margin = 0.0;  // <u, y> - D
  double square = 0.0;  // |u|^2
};

Attempt attempt(const TwoLayerPoints& points, const Eigen::VectorXd& wished, unsigned threads) {
  const DualDirection dual(points.merged, points.problem.labels, wished);
  const WeightedPoints weighted(points, dual.merged);
  const double supremum = smallest_dual_bound(weighted, threads).supremum;
  Attempt result;
  result.ends.joint = dual.lower_bound(supremum);
  result.ends.per_sample = dual.lower_bound(per_sample_supremum(weighted, threads));
  result.margin = dual.label_product - supremum;
  result.square = dual.norm_square;
  return result;
}

}  // namespace

LowerEnds lower_ends(const TwoLayerPoints& points, const Eigen::VectorXd& values,
                     unsigned threads) {
  const Eigen::VectorXd whole = residual(points, values, 1.0);
  const Attempt first = attempt(points, whole, threads);
  LowerEnds best = first.ends;
  const double fixed = residual(points, values, 0.0).squaredNorm();
  if (points.count() == points.problem.points() || fixed == 0.0) return best;
  // In the units of `whole`: |u|^2 = w + q and margin = w + p.
  const double scale = whole.squaredNorm() / std::max(first.square, 0x1p-1000);
  const double p = first.margin * scale - fixed;
  const double q = whole.squaredNorm() - fixed;
  const double t = q > 0.0 ? std::max(p / q, 0.0) : 0.0;
  const Attempt second = attempt(points, residual(points, values, t), threads);
  best.joint = std::max(best.joint, second.ends.joint);
  best.per_sample = std::max(best.per_sample, second.ends.per_sample);
  return best;
}

}  // namespace eenet::theory
