#include "theory/kernel/distinct_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

// Compares point a with `sign` times point b, coordinate by coordinate: returns -1, 0 or 1.
int compare(const Eigen::Ref<const MatrixXd>& points, Index a, Index b, double sign) {
  for (Index k = 0; k < points.rows(); ++k) {
    const double left = points(k, a);
    const double right = sign * points(k, b);
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

}  // namespace

MatrixXd DistinctPoints::columns(const Eigen::Ref<const MatrixXd>& contexts) const {
  MatrixXd out(contexts.rows(), count());
  for (Index i = 0; i < count(); ++i) out.col(i) = contexts.col(first[at(i)]);
  return out;
}

VectorXd DistinctPoints::weights() const {
  VectorXd roots(count());
  for (Index i = 0; i < count(); ++i) {
    roots[i] = std::sqrt(static_cast<double>(multiplicity[at(i)]));
  }
  return roots;
}

DistinctPoints distinct_points(const Eigen::Ref<const MatrixXd>& contexts) {
  EENET_REQUIRE(contexts.allFinite(), "distinct_points: a coordinate is not finite");
  std::vector<Index> order(at(contexts.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&contexts](Index a, Index b) {
    const int sign = compare(contexts, a, b, 1.0);
    return sign != 0 ? sign < 0 : a < b;
  });

  // The first of every run of equal points, which is the one with the lowest index.
  std::vector<Index> leader(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeated = k > 0 && compare(contexts, order[k - 1], order[k], 1.0) == 0;
    leader[at(order[k])] = repeated ? leader[at(order[k - 1])] : order[k];
  }
  DistinctPoints points;
  points.group.resize(order.size());
  for (Index i = 0; i < contexts.cols(); ++i) {
    if (leader[at(i)] == i) {
      points.group[at(i)] = points.count();
      points.first.push_back(i);
      points.multiplicity.push_back(1);
    } else {
      points.group[at(i)] = points.group[at(leader[at(i)])];
      ++points.multiplicity[at(points.group[at(i)])];
    }
  }
  return points;
}

DistinctPoints all_distinct(Index points) {
  DistinctPoints result;
  result.first.resize(at(points));
  std::iota(result.first.begin(), result.first.end(), Index{0});
  result.group = result.first;
  result.multiplicity.assign(at(points), 1);
  return result;
}

std::vector<std::pair<Index, Index>> antipodal_pairs(const Eigen::Ref<const MatrixXd>& contexts,
                                                     const DistinctPoints& distinct) {
  const MatrixXd points = distinct.columns(contexts);
  std::vector<Index> order(at(points.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&points](Index a, Index b) { return compare(points, a, b, 1.0) < 0; });
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < points.cols(); ++i) {
    const auto found = std::lower_bound(order.begin(), order.end(), i, [&points](Index a, Index b) {
      return compare(points, a, b, -1.0) < 0;
    });
    // The zero vector is its own negative.
    if (found != order.end() && *found > i && compare(points, *found, i, -1.0) == 0) {
      pairs.emplace_back(i, *found);
    }
  }
  return pairs;
}

WeightedKernel::WeightedKernel(const Kernel& kernel, VectorXd weights)
    : kernel_(kernel), weights_(std::move(weights)) {
  EENET_REQUIRE(weights_.size() == kernel_.size(), "WeightedKernel: got ", weights_.size(),
                " weights, expected ", kernel_.size());
  EENET_REQUIRE((weights_.array() > 0.0).all(), "WeightedKernel: a weight is not above 0");
}

void WeightedKernel::block(Index row, Index column, Eigen::Ref<MatrixXd> out) const {
  kernel_.block(row, column, out);
  for (Index j = 0; j < out.cols(); ++j) {
    for (Index i = 0; i < out.rows(); ++i) {
      // The product of the weights first: the same bits on both sides of the diagonal.
      out(i, j) *= weights_[row + i] * weights_[column + j];
    }
  }
}

double WeightedKernel::entry_error() const {
  // Two rounded roots, two products: four roundings of a number that is at most
  // (1 + e) sqrt(H_ii H_jj) in size.
  const Interval e = exactly(kernel_.entry_error());
  return (e + (exactly(1.0) + e) * exactly(gamma(4.0))).upper;
}

}  // namespace eenet::theory
