// Judging claims, each in a process of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/runs/judged_claim.h"

namespace eenet::experiments {

struct ClaimsPlan {
  std::vector<const verify::Claim*> claims;
  verify::Context context;  // its false_alarm is set by the run
  // One file per claim, renamed into place when complete: a stopped run continues from there.
  std::optional<std::filesystem::path> out = {};
  unsigned jobs = 1;  // changes the speed, never a verdict
  bool quiet = false;
};

// In the order of the plan.
std::vector<JudgedClaim> judge_claims(const ClaimsPlan& plan);

// About how long the claim takes beside the others: its part of the progress, and so of the time
// that is left.
std::uint64_t weight_of(const verify::Claim& claim);

// "THM-1.proof-regime.json".
std::string claim_file_name(const std::string& id);

}  // namespace eenet::experiments
