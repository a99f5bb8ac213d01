// How far the numbers of a round may be from the exact ones, for every order of the additions: the
// bounds of verify/rounding.h, and what errors of one step do to the next.
#pragma once

#include <optional>
#include <vector>

#include "verify/kinks.h"
#include "verify/plain/numerics.h"
#include "verify/rounding.h"

namespace eenet::verify::oracle {

using plain::Numbers;

// The arithmetic that somebody computes in, and whether the numbers of the question are rounded
// already when they are stored.
struct Judged {
  Arithmetic arithmetic;
  bool rounds_inputs = false;
};
inline constexpr Judged kInDouble = {kDouble, false};

// f and its gradient at a point whose x is known up to x_error, entry by entry.
class NetworkBounds {
 public:
  NetworkBounds(const Point& point, const Numbers& x_error, const Judged& judged);

  // Whether every unit has one sign, whatever rounding does. The gradient has no bound otherwise.
  [[nodiscard]] bool certain() const { return here_.uncertain.empty(); }
  [[nodiscard]] const Activity& here() const { return here_; }
  [[nodiscard]] double value() const;
  [[nodiscard]] double gradient(std::size_t entry) const;
  [[nodiscard]] Numbers gradient() const;

 private:
  Judged judged_;
  std::size_t parameters_;
  double input_roundings_;  // of the factors of a term, by being stored
  Activity here_;
  PathSums sums_;
  PathSums moved_;  // what x_error moves
};

// Of theta - eta (f - y) g, with f - y and g known up to the given errors.
struct StepNumbers {
  double theta = 0.0;
  double eta = 0.0;
  double residual = 0.0;  // f - y
  double residual_error = 0.0;
  double slope = 0.0;  // g
  double slope_error = 0.0;
};
double step_bound(const StepNumbers& step, const Judged& judged);

// Of v/|v| for a v known up to the given errors; nothing where they leave its direction open.
std::optional<Numbers> direction_bounds(const Numbers& v, const Numbers& error,
                                        const Judged& judged);

}  // namespace eenet::verify::oracle
