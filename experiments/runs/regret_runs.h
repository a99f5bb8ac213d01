// Regret curves of runs that are played here or stand in traces, with the right-hand sides of the
// theorem on each run where they are wanted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/data/regret_files.h"
#include "theory/regret/theorem_curves.h"

namespace eenet::experiments {

// Which bounds to compute on each run, and how.
struct RunBoundsWanted {
  bool theorem = false;      // those with Psi, at rounds 1, 2, 4, ..., T
  bool online_loss = false;  // in every round
  theory::BoundStudySettings settings;

  [[nodiscard]] bool any() const { return theorem || online_loss; }
};

struct RegretRunSettings {
  bool realised = false;
  RunBoundsWanted bounds;
  unsigned jobs = 1;  // changes the speed, never the result
  bool quiet = false;
};

struct RegretRuns {
  RegretInput input;
  std::vector<theory::PromisedBound> theorem;      // as far as wanted
  std::vector<theory::PromisedBound> online_loss;  // one or none
  std::vector<std::string> warnings;               // sentences
};

// One run per seed; 0 rounds: 1000, or as many as the environment has. Throws std::invalid_argument
// if a run diverges.
RegretRuns play_for_regret(const Spec& environment, const Spec& method, std::uint64_t rounds,
                           const std::vector<std::uint64_t>& seeds,
                           const RegretRunSettings& settings);

// Requires traces of the same environment and method, of as many rounds, and no seed twice.
RegretRuns regret_of_traces(const std::vector<std::string>& paths,
                            const RegretRunSettings& settings);

}  // namespace eenet::experiments
