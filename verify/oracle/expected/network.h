// The network at an input that is known up to an error: its value and gradient with bounds that
// hold for every order of the additions, and for every derivative that a unit at its kink may have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/oracle/expected/ball.h"
#include "verify/oracle/expected/parameters.h"

namespace eenet::verify::oracle {

// What a unit does whose sign rounding decides.
enum class Kinks {
  kAsTwin,  // what the plain computation says; at an exact zero, the declared derivative
  kHull     // any derivative between the one-sided ones, unless it is declared
};

class BallNetwork {
 public:
  // The map and theta must live as long. `theta` is that of map.shape(). `gates_missing`: the
  // gradient as the paper prints it, without the factor D_l.
  BallNetwork(const ParameterMap& map, const std::vector<double>& theta, const Dialect& dialect,
              const Rounding& rounding, bool gates_missing = false);

  // `x` of the declared size.
  void forward(const Balls& x);

  [[nodiscard]] Ball value() const { return value_; }
  // Whether some unit's sign is open.
  [[nodiscard]] bool at_kink() const { return at_kink_; }
  // Of f by the implementation's parameters, in their order. Requires forward().
  [[nodiscard]] Balls gradient(Kinks kinks) const;
  // Of everything met so far: no number or above Rounding::largest() means that nothing is said.
  [[nodiscard]] double largest() const { return largest_; }

 private:
  enum class Unit : std::uint8_t { kOff, kOn, kOpen, kZero };

  void hidden_layer(std::size_t l);
  void find_exact_zeros();
  [[nodiscard]] Ball gated(Unit unit, double twin, const Ball& ball, Kinks kinks) const;

  const ParameterMap& map_;
  const std::vector<double>& theta_;
  std::optional<double> relu_at_zero_;
  const Rounding& rounding_;
  bool gates_missing_;
  Ball scale_;  // sqrt(m), where it is declared
  std::vector<Balls> outputs_;
  std::vector<std::vector<double>> sums_;  // pre-activations as the twin has them
  std::vector<std::vector<Unit>> units_;
  Ball value_;
  bool at_kink_ = false;
  double largest_ = 0.0;
};

// Whether every sum of these products is exact in this arithmetic, whatever the order: all are
// multiples of one power of two, and few enough of it.
bool sums_are_exact(const double* weights, const double* inputs, std::size_t size,
                    double unit_roundoff);

}  // namespace eenet::verify::oracle
