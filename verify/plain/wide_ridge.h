// Ridge regression and its confidence as textbooks write them: whole matrices in long double,
// solved by elimination, sharing no code with reference/.
#pragma once

#include <cstddef>
#include <vector>

namespace eenet::verify::plain {

using WideVector = std::vector<long double>;
using WideMatrix = std::vector<WideVector>;

// A^-1 b by elimination with row pivoting.
WideVector solve(WideMatrix a, WideVector b);

// The lower triangular L with A = L L^T. Requires A positive definite.
WideMatrix cholesky(const WideMatrix& a);

// The sum of all squared entries of A^-1, its root.
long double inverse_norm(const WideMatrix& a);

long double dot(const WideVector& a, const WideVector& b);
long double norm(const WideVector& v);
long double trace(const WideMatrix& a);

// A = lambda I + sum x x^T, b = sum r x.
class WideRidge {
 public:
  WideRidge(std::size_t dim, double lambda);

  void add(const WideVector& x, double reward);

  [[nodiscard]] const WideMatrix& a() const { return a_; }
  [[nodiscard]] WideVector theta() const { return solve(a_, b_); }
  // A^-1 x.
  [[nodiscard]] WideVector solved(const WideVector& x) const { return solve(a_, x); }
  [[nodiscard]] long double rewards() const { return rewards_; }  // sum of r^2, its root
  [[nodiscard]] std::size_t samples() const { return samples_; }

 private:
  WideMatrix a_;
  WideVector b_;
  long double rewards_ = 0.0L;
  std::size_t samples_ = 0;
};

}  // namespace eenet::verify::plain
