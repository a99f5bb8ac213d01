#include "experiments/runs/mutant_outcome.h"

#include <fmt/format.h>

namespace eenet::experiments {

std::optional<std::string> mutant_problem(const MutantOutcome& outcome) {
  const Mutant& mutant = outcome.mutant;
  if (outcome.is_equivalent() == !outcome.is_killed()) return std::nullopt;
  if (!outcome.is_killed()) {
    return fmt::format("mutant {} survives ({}): {}", mutant.name, mutant.file, mutant.why);
  }
  return fmt::format("mutant {} is said to be equivalent ({}), but {} kills it: {}", mutant.name,
                     mutant.equivalent, outcome.killed_by.front().suite,
                     outcome.killed_by.front().property);
}

}  // namespace eenet::experiments
