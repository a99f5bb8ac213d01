// The infinite-width kernel in 100 digits, straight from the definition: u = cos theta, k0, k1 and
// the recursion, and for vectors u from their inner product. No deficits, no angles: it has
// more digits than this loses.
#pragma once

#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace eenet::theory {

// Of 100 digits 50 are left when an angle of 1e-20 costs u 40 of them.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>,
                                           boost::multiprecision::et_off>;

inline Wide wide_pi() {
  return boost::math::constants::pi<Wide>();
}

inline Wide wide_dot(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  Wide sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += Wide(x[i]) * Wide(y[i]);
  return sum;
}

// cos of the angle, cut to [-1, 1].
inline Wide wide_cosine(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  const Wide u = wide_dot(x, y) / sqrt(wide_dot(x, x) * wide_dot(y, y));
  if (u > 1) return 1;
  return u < -1 ? Wide(-1) : u;
}

// From the wedge |x|^2 |y|^2 - (x.y)^2; exact minus exact, so nothing is lost but by the digits.
inline Wide wide_angle(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  const Wide xy = wide_dot(x, y);
  const Wide area = wide_dot(x, x) * wide_dot(y, y) - xy * xy;
  return atan2(sqrt(area > 0 ? area : Wide(0)), xy);
}

// (H^levels + Sigma^levels)/2 at u.
inline Wide wide_ntk(const Wide& u, int levels) {
  Wide sigma = u;
  Wide h = u;
  for (int level = 0; level < levels; ++level) {
    const Wide rest = wide_pi() - acos(sigma);
    const Wide square = 1 - sigma * sigma;
    const Wide next = (sqrt(square > 0 ? square : Wide(0)) + sigma * rest) / wide_pi();
    h = h * rest / wide_pi() + next;
    sigma = next > 1 ? Wide(1) : next;
  }
  return (h + sigma) / 2;
}

// |computed - exact| / |scale|.
inline double wide_error(double computed, const Wide& exact, const Wide& scale) {
  if (scale == 0) return computed == 0.0 ? 0.0 : HUGE_VAL;
  return static_cast<double>(abs((Wide(computed) - exact) / scale));
}

inline double wide_error(double computed, const Wide& exact) {
  return wide_error(computed, exact, exact);
}

}  // namespace eenet::theory
