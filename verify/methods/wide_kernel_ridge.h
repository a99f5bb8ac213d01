// Kernel ridge regression as textbooks write it, with whole matrices in long double, and how far a
// computation in double may be from it.
//
// A factor that t rotations or rows have made is the exact one of a matrix that is off by epsilon
// times its trace, epsilon = gamma_N, N counted with room. Estimates and squares move with it to
// first order; 4 times that covers the sums that are taken of them and the second order.
#pragma once

#include <functional>
#include <vector>

#include "reference/settings.h"
#include "verify/methods/method_games.h"

namespace eenet::verify {

using Wide = long double;

inline constexpr Wide kRoom = 4.0L;

// What `rows` rows after `samples` steps may be off by, relative to the trace.
Wide relative_error(std::size_t samples, std::size_t rows);

// A kernel in long double, and how far its values in double may be from that.
struct WideKernel {
  std::function<Wide(const Eigen::VectorXd& x, const Eigen::VectorXd& y)> value;
  Wide error = 0.0L;
};

// A method, its kernel, its limit.
struct KernelMethod {
  Spec spec;
  WideKernel kernel;
  std::size_t limit = 0;
  double lambda = 0.0;
  double nu = 0.0;
};

// The samples and the round's arms of a kernel method, which must outlive it.
class WideKernelRidge {
 public:
  explicit WideKernelRidge(const KernelMethod& method) : method_(method) {}

  void observe(const Eigen::MatrixXd& contexts);

  // Whether first order says enough.
  [[nodiscard]] bool is_well_posed() const;

  [[nodiscard]] Wide estimate(std::size_t arm) const;
  [[nodiscard]] Wide estimate_bound(std::size_t arm) const;
  [[nodiscard]] Wide covariance(std::size_t i, std::size_t j) const;
  [[nodiscard]] Wide covariance_bound(std::size_t i, std::size_t j) const;

  void learn(std::size_t arm, double reward);

 private:
  [[nodiscard]] plain::WideVector column(std::size_t arm) const;

  const KernelMethod& method_;
  std::vector<Eigen::VectorXd> samples_;
  plain::WideVector rewards_;
  std::vector<Eigen::VectorXd> arms_;
  plain::WideMatrix matrix_;
  plain::WideVector weights_;
  Wide relative_ = 0.0L;
  Wide column_error_ = 0.0L;
  Wide matrix_error_ = 0.0L;
};

}  // namespace eenet::verify
