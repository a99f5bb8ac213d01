// All right-hand sides that can be evaluated on one run, for a horizon t within it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "theory/regret/bounds.h"
#include "theory/regret/proof_terms.h"

namespace eenet::theory {

// The three readings of Psi over the first t rounds. A bound is left out if its reading is not
// known.
struct ComplexityAt {
  std::optional<Measured> printed;
  std::optional<Measured> played;
  std::optional<Measured> optimal;
};

// Of the kernel over all arms of the first t rounds.
struct KernelAt {
  Measured smallest_eigenvalue;
  Measured effective_dimension;
  Measured S;
};

struct RunQuantities {
  RegretSums sums;
  std::optional<MeasuredRun> run;       // none: the method has no scores
  std::uint64_t dim = 0;                // of a context
  Answer is_linear = Answer::kUnknown;  // whether h is linear in the context
  double delta = 0.1;
};

// In this order, as far as known: THM-1/printed, THM-1/corrected, THM-1/sharpened,
// THM-1/online-loss, NUCB/printed, NUCB/corrected, EENET/ntk, LIN/d, LIN/sqrt-d,
// TRIVIAL/optimal-reward, TRIVIAL/rounds; each with its preconditions and its vacuity.
// Requires 1 <= t <= rounds of the run.
std::vector<RegretBound> bounds_at(std::uint64_t t, const RunQuantities& quantities,
                                   const ComplexityAt& complexity,
                                   const std::optional<KernelAt>& kernel);

}  // namespace eenet::theory
