#include "theory/psi/merged_points.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/kernel/distinct_points.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

Eigen::VectorXd MergedPoints::sums(const Eigen::VectorXd& numbers) const {
  EENET_REQUIRE(numbers.size() == static_cast<Eigen::Index>(group.size()),
                "MergedPoints::sums: ", numbers.size(), " numbers, expected ", group.size());
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(count());
  for (std::size_t i = 0; i < group.size(); ++i) {
    sum[group[i]] += numbers[static_cast<Eigen::Index>(i)];
  }
  return sum;
}

MergedPoints merged_points(const FittingProblem& problem) {
  const DistinctPoints distinct = distinct_points(problem.inputs);
  MergedPoints merged;
  merged.group = distinct.group;
  merged.inputs = distinct.columns(problem.inputs);
  merged.multiplicity.resize(distinct.count());
  for (Eigen::Index g = 0; g < distinct.count(); ++g) {
    merged.multiplicity[g] =
        static_cast<double>(distinct.multiplicity[static_cast<std::size_t>(g)]);
  }
  merged.mean_labels = merged.sums(problem.labels).cwiseQuotient(merged.multiplicity);
  return merged;
}

Measured sum_of_squares(const MergedPoints& points, const Eigen::VectorXd& labels,
                        const BoundedValues& network) {
  double value = 0.0;
  double lower = 0.0;
  double upper = 0.0;
  for (Eigen::Index i = 0; i < labels.size(); ++i) {
    const Eigen::Index g = points.group[static_cast<std::size_t>(i)];
    const double distance = std::abs(network.values[g] - labels[i]);
    const double error = network.errors[g];
    value += distance * distance;
    const double closest = std::max(0.0, below(below(distance) - error));
    const double farthest = above(above(distance) + error);
    lower += std::max(0.0, below(closest * closest));
    upper += above(farthest * farthest);
  }
  const double rounding = gamma(static_cast<double>(labels.size()));
  const Interval ends = {std::max(0.0, below(lower * below(1.0 - rounding))),
                         above(upper * above(1.0 + rounding))};
  EENET_REQUIRE(std::isfinite(ends.upper),
                "sum_of_squares: the sum is not finite, expected smaller weights or labels");
  return certified_within(value, ends);
}

}  // namespace eenet::theory
