// The ledger: every claim of the paper, in one table, group by group.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verify/claims/claim.h"

namespace eenet::verify {

struct ClaimGroup {
  std::string name;
  std::vector<Claim> claims;
};

// All groups in the order of the paper; ids are unique.
const std::vector<ClaimGroup>& claim_groups();

// The same as one list, each with its group's name.
const std::vector<Claim>& all_claims();

// The claims that an id names: itself, or the parts that it was split into (THM-1 names
// THM-1/proof-regime and THM-1/large-radius), in any case. Throws std::invalid_argument, with the
// nearest id, if there is none.
std::vector<const Claim*> claims_named(std::string_view id);

// All statistical verdicts on the paper together may be wrong with this probability.
inline constexpr double kVerdictBudget = 1e-2;

// One claim's share of the budget. It is split evenly over all statistical claims, whether or not
// they are checked now, so that the verdict on one claim does not depend on which others are
// checked. A claim that makes several comparisons splits its share over them.
double false_alarm_of_one_claim(const std::vector<Claim>& claims);

// One function per file.
std::vector<Claim> problem_claims();            // rewards, regret, labels, inputs
std::vector<Claim> algorithm_claims();          // Algorithm 1 as a program
std::vector<Claim> direction_claims();          // whether f2 knows where to go
std::vector<Claim> exploration_claims();        // what the second network is said to do
std::vector<Claim> network_claims();            // the network, its initialisation, its gradient
std::vector<Claim> theorem_claims();            // Theorem 1 and what is said of it
std::vector<Claim> regret_bound_claims();       // both sides of Theorem 1
std::vector<Claim> complexity_claims();         // Psi
std::vector<Claim> loss_bound_claims();         // the online loss and what is drawn from it
std::vector<Claim> kernel_claims();             // the neural tangent kernel
std::vector<Claim> dimension_claims();          // effective dimension, S, and comparisons with them
std::vector<Claim> connection_claims();         // what the kernel is said to say of regret
std::vector<Claim> table_claims();              // the paper's tables against its text
std::vector<Claim> setup_claims();              // how the experiments were done
std::vector<Claim> timing_and_figure_claims();  // what cannot be seen in the source
std::vector<Claim> ball_claims();               // lemmas about a ball of parameters
std::vector<Claim> attack_claims();             // the same lemmas, attacked
std::vector<Claim> convexity_claims();          // almost convexity of the loss
std::vector<Claim> trajectory_claims();         // where training goes
std::vector<Claim> martingale_claims();         // the concentration step
std::vector<Claim> decomposition_claims();      // the regret's decomposition
std::vector<Claim> ridge_claims();              // ridge regression in gradient space
std::vector<Claim> potential_claims();          // determinants and the elliptical potential

}  // namespace eenet::verify
