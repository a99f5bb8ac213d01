#include "verify/claims/registry.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/require.h"
#include "verify/nearest_word.h"

namespace eenet::verify {

namespace {

std::vector<ClaimGroup> make_groups() {
  return {{"problem", problem_claims()},
          {"algorithm", algorithm_claims()},
          {"direction", direction_claims()},
          {"exploration", exploration_claims()},
          {"network", network_claims()},
          {"theorem", theorem_claims()},
          {"regret bound", regret_bound_claims()},
          {"complexity", complexity_claims()},
          {"loss bound", loss_bound_claims()},
          {"kernel", kernel_claims()},
          {"dimension", dimension_claims()},
          {"connection", connection_claims()},
          {"tables", table_claims()},
          {"setup", setup_claims()},
          {"timing and figures", timing_and_figure_claims()},
          {"ball", ball_claims()},
          {"attack", attack_claims()},
          {"convexity", convexity_claims()},
          {"trajectory", trajectory_claims()},
          {"martingale", martingale_claims()},
          {"decomposition", decomposition_claims()},
          {"ridge", ridge_claims()},
          {"potential", potential_claims()}};
}

std::vector<Claim> flattened(const std::vector<ClaimGroup>& groups) {
  std::vector<Claim> all;
  for (const ClaimGroup& group : groups) {
    for (Claim claim : group.claims) {
      claim.group = group.name;
      all.push_back(std::move(claim));
    }
  }
  return all;
}

// Case does not count: no two ids differ in it alone.
bool is_named(const Claim& claim, std::string_view id) {
  const std::string own = lower_case(claim.id);
  const std::string asked = lower_case(id);
  return own == asked || own.starts_with(asked + "/");
}

// Everything that claims_named takes: the ids, and what stands before a slash.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Claim& claim : all_claims()) {
    names.push_back(claim.id);
    const std::size_t slash = claim.id.find('/');
    if (slash != std::string::npos) names.push_back(claim.id.substr(0, slash));
  }
  return names;
}

}  // namespace

const std::vector<ClaimGroup>& claim_groups() {
  static const std::vector<ClaimGroup> kGroups = make_groups();
  return kGroups;
}

const std::vector<Claim>& all_claims() {
  static const std::vector<Claim> kClaims = flattened(claim_groups());
  return kClaims;
}

std::vector<const Claim*> claims_named(std::string_view id) {
  std::vector<const Claim*> found;
  for (const Claim& claim : all_claims()) {
    if (is_named(claim, id)) found.push_back(&claim);
  }
  EENET_REQUIRE(!found.empty(), "claim '", id,
                "': there is no such id, expected one of `eenet claims list`",
                suggestion(id, all_names()));
  return found;
}

double false_alarm_of_one_claim(const std::vector<Claim>& claims) {
  double shares = 0.0;
  for (const Claim& claim : claims) {
    if (claim.statistical) shares += 1.0;
  }
  return kVerdictBudget / std::max(1.0, shares);
}

}  // namespace eenet::verify
