// The smallest eigenvalue lambda0 of a kernel matrix [EENET, Regret Analysis, assumption on the NTK
// matrix] and its largest one, between proven ends.
//
// A Cholesky factorisation of H - s I that succeeds proves lambda0 >= s, less a bound of its
// rounding; a Rayleigh quotient proves an upper end. Both count the errors of the kernel's
// entries: e in each makes at most e trace(H) in an eigenvalue. Matrices rounded to double cannot
// show a lambda0 below about u N trace(H): then the lower end is 0, because the exact kernel is
// positive semidefinite.
#pragma once

#include <Eigen/Core>

#include "theory/kernel/kernel.h"
#include "theory/kernel/kernel_product.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

struct SmallestEigenvalue {
  Measured value;  // not below 0
  // False if the entries are proven not to be those of a positive semidefinite matrix, whatever
  // their errors; the value is then that of the matrix as it stands, and may be negative.
  bool positive_semidefinite = true;
};

// Dense: three factorisations or so. Overwrites the kernel's factor.
SmallestEigenvalue smallest_eigenvalue(StoredKernel& kernel);

// Dense: one factorisation or so. Overwrites the kernel's factor.
Measured largest_eigenvalue(StoredKernel& kernel);

// With two products at once, from half of the entries: for the vector x of the absolute values of
// `near`, which should be close to the eigenvector, the quotient x^T H x / x^T x is below, and
// max_i (|H| x)_i / x_i above [Collatz and Wielandt]; that is close where the entries are positive.
// Requires a finite vector of the kernel's size.
Measured largest_eigenvalue(const Kernel& kernel, const Eigen::VectorXd& near,
                            const ProductWork& work = {});

}  // namespace eenet::theory
