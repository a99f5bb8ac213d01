// Products and solves of tiles by OpenBLAS, which has code for every processor where Eigen is
// compiled for the oldest one: five times as fast with AVX2.
//
// A call stays on its own thread, so that the number of threads changes no bit: the first call
// switches the threads of OpenBLAS off for the whole process. Without memory for OpenBLAS' own
// buffer, OutOfMemory is thrown.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// c -= a b^T.
void subtract_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                      const Eigen::Ref<const Eigen::MatrixXd>& b, Eigen::Ref<Eigen::MatrixXd> c);

// a^T b.
Eigen::MatrixXd inner_products(const Eigen::Ref<const Eigen::MatrixXd>& a,
                               const Eigen::Ref<const Eigen::MatrixXd>& b);

// b := b L^-T, L the lower triangle of `lower`.
void solve_from_right(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                      Eigen::Ref<Eigen::MatrixXd> b);

// b := (L L^T)^-1 b, L the lower triangle of `lower`.
void solve_with_factor(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                       Eigen::Ref<Eigen::VectorXd> b);

}  // namespace eenet::theory
