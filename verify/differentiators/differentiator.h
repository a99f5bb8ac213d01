// Witnesses for the gradient: ways to differentiate the twin that know nothing of our formula.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/rng.h"
#include "verify/kinks.h"
#include "verify/naive_mlp.h"

namespace eenet::verify {

// The derivative of f along a direction, as a witness says it is.
struct Slope {
  // Along one parameter, or, where there is none, along `direction` (as large as theta).
  std::optional<std::size_t> entry;
  std::vector<double> direction;
  double value = 0.0;
  // How far a difference quotient can be from the slope. Nothing: a derivative computed as a sum
  // over paths, whose error PathSums bounds.
  std::optional<double> bound;
  // Of a difference quotient: the units that may have switched between its ends. If there are none
  // f is affine between them and the quotient has no truncation error.
  std::vector<std::size_t> switched;
};

class Differentiator {
 public:
  Differentiator() = default;
  Differentiator(const Differentiator&) = delete;
  Differentiator& operator=(const Differentiator&) = delete;
  virtual ~Differentiator() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual bool takes(const NaiveShape& shape) const = 0;
  // `rng` is for directions.
  [[nodiscard]] virtual std::vector<Slope> slopes(const Point& point, Rng& rng) const = 0;
};

// Up to this many parameters every witness goes through all of them; above, those that need a pass
// for each look in a few random directions instead.
inline constexpr std::size_t kEveryEntry = 200;
inline constexpr int kRandomDirections = 3;

// Slopes along single parameters from a whole gradient.
std::vector<Slope> entry_slopes(const std::vector<double>& gradient);
// Entries uniform on [-1, 1): no direction is special, and normal ones took a fifth of a check.
std::vector<double> random_direction(Rng& rng, std::size_t size);

// One file each; nothing where the build did not find the library.
std::unique_ptr<Differentiator> autodiff_forward();
std::unique_ptr<Differentiator> autodiff_reverse();
std::unique_ptr<Differentiator> adolc_tape();
std::unique_ptr<Differentiator> eigen_forward();
std::unique_ptr<Differentiator> central_differences();
std::unique_ptr<Differentiator> layer_differences();

// Those that this build has, and the names of those it has not.
const std::vector<std::unique_ptr<Differentiator>>& witnesses();
std::vector<std::string> witness_names();
std::vector<std::string> absent_witness_names();

}  // namespace eenet::verify
