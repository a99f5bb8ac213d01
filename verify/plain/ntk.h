// The infinite-width neural tangent kernel a second time: from its definition, in long double and
// in plain loops, sharing no code with theory/. [EENET, Regret Analysis, def:NTK]
#pragma once

#include <Eigen/Core>

namespace eenet::verify::plain {

// (H^M + Sigma^M)/2 of two unit vectors at the angle theta in [0, pi], and M/2 + 1 less that.
struct WideNtk {
  long double value = 0.0L;
  long double deficit = 0.0L;
};

// The deficit keeps its digits at small angles, the value near pi where M = 1.
WideNtk unit_ntk(long double theta, int levels);

// 2 atan2(|a - b|, |a + b|) of the directions a and b. Neither may be zero.
long double angle(const Eigen::Ref<const Eigen::VectorXd>& x,
                  const Eigen::Ref<const Eigen::VectorXd>& y);

// |x|.
long double norm(const Eigen::Ref<const Eigen::VectorXd>& x);

// The kernel of any two vectors; 0 if one is zero.
long double ntk(const Eigen::Ref<const Eigen::VectorXd>& x,
                const Eigen::Ref<const Eigen::VectorXd>& y, int levels);

// trace H of the points in the columns: (M/2 + 1) sum_i |x_i|^2.
long double trace(const Eigen::Ref<const Eigen::MatrixXd>& points, int levels);

// log det (I + H / lambda) of the points in the columns, by a Cholesky factor.
long double log_det(const Eigen::Ref<const Eigen::MatrixXd>& points, int levels,
                    long double lambda);

}  // namespace eenet::verify::plain
