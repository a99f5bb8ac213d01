// How far a computed f and its gradient can be from the exact ones, for every way of adding and
// multiplying the same terms. f is a sum over paths of products of weights; so is each entry of the
// gradient. If no term takes part in more than N roundings, the computed sum differs from the exact
// one by at most gamma_N times the sum of the terms' absolute values, gamma_N = N u / (1 - N u),
// u the unit roundoff. [Higham, Accuracy and Stability of Numerical Algorithms, section 3.1] On top
// of that comes what products lose below the smallest normal number.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/naive_mlp.h"

namespace eenet::verify {

// The arithmetic that something was computed in.
struct Arithmetic {
  double unit_roundoff = 0x1p-53;
  double underflow = 0x1p-1074;  // the smallest positive number: a product loses half of it at most
  double largest = 0x1.fffffffffffffp+1023;
};
inline constexpr Arithmetic kDouble = {};
inline constexpr Arithmetic kFloat = {0x1p-24, 0x1p-149, 0x1.fffffep+127};

// error / bound; infinite for any error where the bound is zero, because the result should be
// exact.
double margin_of(double error, double bound);

// Infinite where the bound does not exist (N u >= 1).
double gamma(double roundings, const Arithmetic& arithmetic);

// What rounding can do to a sum whose terms take part in at most so many roundings. Made once for
// many sums: the two divisions in gamma are most of the work.
class RoundingBound {
 public:
  RoundingBound(double roundings, const Arithmetic& arithmetic);
  // `magnitude` and `underflows` as in PathSum.
  [[nodiscard]] double operator()(double magnitude, double underflows) const {
    return (relative_ * magnitude + 2.0 * underflows * underflow_) * inflate_;
  }

 private:
  double relative_;
  double underflow_;
  double inflate_;
};

// One entry for every hidden unit, layer by layer: is it active?
using Pattern = std::vector<std::uint8_t>;

// A sum of products of one of the functions below, in absolute values.
struct PathSum {
  double magnitude = 0.0;   // the sum of the terms' absolute values
  double roundings = 0.0;   // N
  double underflows = 0.0;  // how many times `underflow` can be off, amplified by later weights

  [[nodiscard]] double bound(const Arithmetic& arithmetic) const;
};

// The path sums of the function that is f where the pattern is the given one. (It is multilinear,
// and defined everywhere.)
class PathSums {
 public:
  PathSums(const Point& point, const Pattern& active);

  [[nodiscard]] PathSum value() const;
  [[nodiscard]] PathSum gradient(std::size_t entry) const;
  // The largest magnitude of any layer's numbers: above what the arithmetic holds, nothing is said.
  [[nodiscard]] double largest() const { return largest_; }

 private:
  // A layer's numbers and what underflow can take from them.
  struct Layer {
    std::vector<double> magnitude;
    std::vector<double> underflows;
    double roundings = 0.0;
  };

  NaiveShape shape_;
  std::vector<Layer> outputs_;  // outputs_[l] of layer l, outputs_[0] the input
  std::vector<Layer> signals_;  // signals_[l] = derivative of f by the pre-activations of layer l
  // Entry l: how many times `underflow` a derivative by W_l can lose on its way forward through the
  // layers above, a sum of two products per term in each, amplified by the weights still to come.
  std::vector<double> forward_underflows_;
  PathSum value_;
  double largest_ = 0.0;
};

}  // namespace eenet::verify
