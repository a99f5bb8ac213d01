// EE-Net beside the networks of the proof that start from the same parameters and always learn from
// the best arm, and the terms that bound its regret. [EENET, Main Proof, sec:the1p]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace eenet::verify {

// One round. f = f1 + f2; a star marks the counterfactual networks; expectations are over rewards.
struct ProofRound {
  double regret = 0.0;            // h(x_i*) - h(x_played)
  double optimal_error = 0.0;     // I_2 = E |f*(x_i*) - r_i*|
  double exploration_gap = 0.0;   // I_3 = |f2*(x_i*) - f2(x_i*)|
  double exploitation_gap = 0.0;  // I_4 = |f1*(x_i*) - f1(x_i*)|
  double played_error = 0.0;      // I_5 = E |f(x_played) - r_played|
  double played_residual = 0.0;   // |f(x_played) - r_played|, realised
  double optimal_residual = 0.0;  // |f*(x_i*) - r_i*|, realised
  double score_played = 0.0;      // f(x_played)
  double score_optimal = 0.0;     // f(x_i*)
};

// `environment` has no noise or Bernoulli noise (its expectations are sums of two terms).
std::vector<ProofRound> proof_rounds(const std::string& environment, const std::string& method,
                                     std::uint64_t rounds, std::uint64_t seed);

}  // namespace eenet::verify
