// Matrices that are known to 50 digits, and their rounded copies for the library.
#pragma once

#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "theory/measured/measured.h"

namespace eenet::theory {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                           boost::multiprecision::et_off>;

}  // namespace eenet::theory

// Boost 1.74's own traits lack the members that eigenvalues need. The names are Eigen's.
template <>
struct Eigen::NumTraits<eenet::theory::Wide> : Eigen::GenericNumTraits<eenet::theory::Wide> {
  // NOLINTNEXTLINE(readability-identifier-naming)
  enum { RequireInitialization = 1, ReadCost = 8, AddCost = 64, MulCost = 64 };
};

namespace eenet::theory {

using WideMatrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<Wide, Eigen::Dynamic, 1>;

// A A^T + ridge I for a random N x rank matrix A of normal numbers over sqrt(rank).
WideMatrix random_gram(Eigen::Index size, Eigen::Index rank, double ridge, std::uint64_t index);

// Q diag(eigenvalues) Q^T for a random rotation Q (a product of reflections).
WideMatrix with_eigenvalues(const std::vector<Wide>& eigenvalues, std::uint64_t index);

// Each entry rounded to double.
Eigen::MatrixXd rounded(const WideMatrix& matrix);

// Each entry moved by up to error sqrt(H_ii H_jj), to the full extent and with a random sign.
Eigen::MatrixXd perturbed(const WideMatrix& matrix, double error, std::uint64_t index);

// In increasing order.
std::vector<Wide> exact_eigenvalues(const WideMatrix& matrix);

// log det (I + H / lambda).
Wide exact_log_det(const WideMatrix& matrix, const Wide& lambda);

// The ends are certified, and the number that is known exactly is between them.
void expect_certified(const Measured& measured, const Wide& exact);

}  // namespace eenet::theory
