// Products of a kernel matrix with vectors, block by block: the matrix is never stored.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// The computed diagonal.
Eigen::VectorXd diagonal(const Kernel& kernel);

// The exact trace, from the computed diagonal.
Interval exact_trace(const Eigen::Ref<const Eigen::VectorXd>& diagonal, double entry_error);

// How a product is divided among threads. It is cut into at most kProductPieces, for any number of
// threads, and their sums are added in one order: the bits do not depend on the threads.
inline constexpr std::size_t kProductPieces = 16;
struct ProductWork {
  unsigned threads = 1;                           // >= 1
  std::function<void(double part)> on_part = {};  // called after each piece, from its thread
};

// H X for a few columns at once, from the entries on and above the diagonal. Rounded like a plain
// product. Memory: kProductPieces times that of X. Requires X.rows() == kernel.size().
Eigen::MatrixXd product(const Kernel& kernel, const Eigen::Ref<const Eigen::MatrixXd>& x,
                        const ProductWork& work = {});

// A vector with a bound of the error of each entry.
struct EnclosedVector {
  Eigen::VectorXd value;
  Eigen::VectorXd error;
};

// H x for the exact kernel: dot products in twice the precision, and the errors of the kernel's
// entries. With t = sum_j |x_j| sqrt(H_jj), the error of entry i is about
// u |value_i| + entry_error() sqrt(H_ii) t. Requires finite x of the kernel's size.
EnclosedVector enclosed_product(const Kernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& x);

// H x for the exact kernel from half of its entries in plain double precision, with about gamma_N
// in place of u above; and an upper end of |H| x, entry by entry. Requires finite x > 0
// of the kernel's size.
struct PositiveProduct {
  EnclosedVector product;
  Eigen::VectorXd absolute;
};
PositiveProduct positive_product(const Kernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& x,
                                 const ProductWork& work = {});

// x^T y for every y that is enclosed.
Interval dot(const Eigen::Ref<const Eigen::VectorXd>& x, const EnclosedVector& y);

// x^T H x / x^T x for the exact kernel, and so a number between its extreme eigenvalues.
// Requires x != 0.
Interval rayleigh_quotient(const Kernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& x);

}  // namespace eenet::theory
