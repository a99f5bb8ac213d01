// EE-Net beside the networks of the proof that start from the same parameters and always learn from
// the best arm: the terms that bound its regret (theory/regret/proof_terms.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "theory/regret/proof_terms.h"

namespace eenet::verify {

struct ProofRun {
  std::vector<theory::ProofRound> rounds;
  theory::ProofTerms terms;  // the sums over the rounds
  double regret = 0.0;       // pseudo-regret of the whole run
};

ProofRun proof_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                   std::uint64_t seed);

}  // namespace eenet::verify
