// Judged claims as JSON and back, exactly: they come home from their processes this way, wait in
// files for a run that goes on, and are what other programs read (`eenet.claims/1`).
#pragma once

#include <string>

#include "experiments/formats/output.h"
#include "verify/claims/claim.h"

namespace eenet::experiments {

struct JudgedClaim {
  std::string id;
  verify::Verdict verdict;
  double seconds = 0.0;
};

// How a verdict is made again: `eenet claims check ID --seed S --effort E`.
std::string evidence_of(const std::string& id, const verify::Context& context);

theory::Measured measured_from_json(const Json& json);

// One line a claim, with whatever decides whether it may be used again: seed, effort, revision,
// data.
std::string to_json_text(const JudgedClaim& judged, const verify::Context& context);
JudgedClaim judged_claim_from_json(const std::string& text);
// Was this text made by this program in this context?
bool is_result_of(const std::string& text, const std::string& id, const verify::Context& context);

// The contract's {"id", "status", "vacuous", "measured", "bound", "p_value", "evidence",
// "seconds"}, and "seeds", "finding", "decides", "recorded".
Json claim_json(const JudgedClaim& judged, const verify::Context& context);

}  // namespace eenet::experiments
