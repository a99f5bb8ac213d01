// Sums whose order is part of their definition, so that every compiler gets the same bits.
// Eigen stores the numbers; these loops, not Eigen, add and multiply them (docs/numerics.md).
#pragma once

#include <Eigen/Core>
#include <vector>

namespace eenet {

using ConstVector = Eigen::Ref<const Eigen::VectorXd>;

// sum_i a_i b_i in eight lanes: lane j adds the products i = j, j+8, j+16, ... in this order; then
// lane j takes lane j+4, then j+2, then 0 takes 1. Requires equal sizes.
double dot(const ConstVector& a, const ConstVector& b);

// sum_i (a_i - b_i)^2, in the order of dot. Requires equal sizes.
double squared_distance(const ConstVector& a, const ConstVector& b);

// y_i += scale * x_i, one rounding for the product and one for the sum. Requires equal sizes.
void add_scaled(double scale, const ConstVector& x, Eigen::Ref<Eigen::VectorXd> y);

// sqrt(dot(v, v)).
double euclidean_norm(const ConstVector& v);

// v / |v|, first scaled by the power of two of its largest entry, so that neither huge nor tiny
// entries are lost. A zero v becomes the first unit vector: the result always has norm 1.
// Requires size >= 1.
void normalise(Eigen::Ref<Eigen::VectorXd> v);

bool all_finite(const ConstVector& v);

// The indices of the entries that are not 0, ascending; a NaN is one of them. Reuses the memory of
// `indices`.
void find_nonzero(const ConstVector& v, std::vector<Eigen::Index>& indices);

// The index of the largest entry, the lowest such index on a tie. Requires size >= 1, no NaN.
Eigen::Index index_of_largest(const ConstVector& v);

}  // namespace eenet
