// The rules before the run: the contract of each claim, and a hash that changes with any of them.
//
// A contract says what the claim states, how it is checked (the quantity, its bound, and when it
// passes), by what margin, what the authors would answer, and which seeded fault turns the verdict.
// The thresholds themselves stand in the checks' sources, so the hash is of these: verify/claims/,
// and the catalogue of faults. All that a contract says is in them.
#pragma once

#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "verify/claims/claim.h"

namespace eenet::experiments {

// The SHA-256, in 64 hexadecimal digits, of what `sha256sum` prints of the sources of the rules, in
// the order of their names. docs/claims.md has it too.
std::string rules_hash();

// The contracts of these claims, then the sources with their sums and the hash.
std::string rules_text(const std::vector<const verify::Claim*>& claims);
// {"hash", "sources": [{"path", "sha256"}], "claims": [{"id", "statement", ...}]}.
Json rules_json(const std::vector<const verify::Claim*>& claims);

// A mistake in the check that turns the verdict, from the catalogue of faults.
struct NegativeControl {
  std::string mutant;
  std::string claim;
  std::string mistake;
};
const std::vector<NegativeControl>& negative_controls();

// What `eenet report` says before it measures anything.
std::string rules_sentence();

}  // namespace eenet::experiments
