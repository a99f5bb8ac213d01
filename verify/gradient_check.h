// Is this the gradient of f? Every entry is compared with every witness, and held to a bound that
// follows from the arithmetic alone. At a kink f has no gradient; what an entry must satisfy there
// is said below, and it is counted, not skipped.
//
//   agree     within the bound of the witness's slope
//   kink      units may switch between the witness's two ends, or rounding alone decides whether a
//             unit is active; the entry lies between the smallest and the largest derivative that
//             those units allow (so between the one-sided derivatives, if it is one unit), and so
//             does the witness's slope
//   disagree  neither
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/mlp.h"
#include "verify/implementation.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// The comparison with the largest error beside its bound.
struct WorstEntry {
  std::string witness;
  std::size_t layer = 0;  // W_layer, from 1; 0: along a direction
  std::size_t row = 0;    // from 0
  std::size_t column = 0;
  double got = 0.0;       // of the judged implementation
  double expected = 0.0;  // of the witness
  double bound = 0.0;
};

struct GradientReport {
  Outcome outcome = Outcome::kDiscarded;  // the worst of the entries; discarded: numbers overflow
  std::vector<Outcome> entries;           // of every parameter, the worst over the witnesses
  double margin = 0.0;                    // error / bound of the worst comparison
  std::optional<WorstEntry> worst;

  [[nodiscard]] std::size_t count(Outcome wanted) const;
  // For a person: "dW_2[0][3] = 0.5, autodiff dual says 0.25, bound 1e-16".
  [[nodiscard]] std::string to_text() const;
};

// By all witnesses that take the size. `seed` decides the random directions.
GradientReport check_gradient(const Implementation& implementation, const Point& point,
                              std::uint64_t seed);

// The same for a gradient that is already there: how somebody checks their own. `pattern`: which
// units it was computed with; none: see Implementation::pattern.
GradientReport check_gradient(const std::vector<double>& gradient, const Arithmetic& arithmetic,
                              const std::optional<Pattern>& pattern, const Point& point,
                              std::uint64_t seed);

// Our network at a context.
GradientReport check_gradient(const Mlp& net, const ConstVector& x);

}  // namespace eenet::verify
