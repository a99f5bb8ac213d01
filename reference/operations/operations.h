// Every sum and product of reference/ that runs over a whole vector or matrix, with the order of
// its additions. The order is part of the definition: it makes the bits the same with every
// compiler and processor (docs/numerics.md). Eigen stores the numbers and does not compute with
// them.
//
// Here, and nowhere above, is the place for speed: blocks, prefetching, zero entries, memory that
// is kept, and, through instruction_sets.h, wide vectors where they help. definitions.h has each of
// these functions once more as the plain loop that this comment describes, and a test holds both
// equal bit for bit.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace eenet {

using ConstVector = Eigen::Ref<const Eigen::VectorXd>;

// ---- Vectors ----------------------------------------------------------------------------------

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

// The index of the largest entry, the lowest such index on a tie. Requires size >= 1, no NaN.
Eigen::Index index_of_largest(const ConstVector& v);

// ---- Matrices and vectors ---------------------------------------------------------------------

// z = W x: z_j starts at 0 and adds x_k W_jk in the order of k, without the k where x_k is 0.
// Requires W.cols() == x.size(). Resizes z.
void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z);

// z = W^T v: z_k = dot(column k of W, v). Requires W.rows() == v.size(). Resizes z.
void multiply_transposed(const Eigen::MatrixXd& w, const Eigen::VectorXd& v, Eigen::VectorXd& z);

// W_jk -= scale * (u_j x_k), without the columns where x_k is 0.
// Requires W.rows() == u.size() and W.cols() == x.size().
void subtract_outer_product(double scale, const Eigen::VectorXd& u, const Eigen::VectorXd& x,
                            Eigen::MatrixXd& w);

// The entries g = u_j x_k of u x^T, row by row, each added to one entry of phi with a sign:
// phi[w/2] += g if w = draws[j * x.size() + k] is odd, phi[w/2] -= g if w is even. Entries whose
// u_j or x_k is 0 are left out. Requires u.size() * x.size() draws, each w/2 < phi.size().
void add_signed_outer_product(const std::uint32_t* draws, const Eigen::VectorXd& u,
                              const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> phi);

// The entries of W row by row. Requires W.size() places.
void write_rows(const Eigen::MatrixXd& w, double* places);

}  // namespace eenet
