// Numbers of 100 decimal digits, for answers that no order of operations may colour.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

namespace eenet::verify::oracle {

// Boost computes with integers. Where it starts an iteration from libm's value (acos), only digits
// far beyond a double's depend on it.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>,
                                           boost::multiprecision::et_off>;
using WideMatrix = std::vector<std::vector<Wide>>;

// The largest double that is not above, and the smallest that is not below.
struct DoubleEnds {
  double lower = 0.0;
  double upper = 0.0;
};
DoubleEnds ends_of(const Wide& number);

// The neural tangent kernel of two vectors after so many levels [EENET, Regret Analysis, def:NTK].
Wide wide_ntk(const std::vector<double>& x, const std::vector<double>& y, int levels);

// Ascending, of a symmetric matrix.
std::vector<Wide> wide_eigenvalues(WideMatrix matrix);

// The lower triangular L with L L^T = matrix. Requires a positive definite matrix.
WideMatrix wide_cholesky(WideMatrix matrix);

}  // namespace eenet::verify::oracle
