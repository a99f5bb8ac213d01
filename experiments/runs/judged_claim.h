// A judged claim, and its JSON: between processes, in the files of `--out`, and in the document
// `eenet.claims/1`. Every bit is kept.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "verify/claims/claim.h"

namespace eenet::experiments {

struct JudgedClaim {
  std::string id;
  verify::Verdict verdict;
  double seconds = 0.0;
};

// The command that repeats the verdict: `eenet claims check ID --seed S --effort E`.
std::string evidence_of(const std::string& id, const verify::Context& context);

// One line per claim, with what decides whether it may be reused: seed, effort, revision, data.
std::string to_json_text(const JudgedClaim& judged, const verify::Context& context);
JudgedClaim judged_claim_from_json(const std::string& text);
// Whether this program wrote the text, for this claim and in this context.
bool is_result_of(const std::string& text, const std::string& id, const verify::Context& context);

// The contract's {"id", "status", "vacuous", "measured", "bound", "p_value", "evidence",
// "seconds"}, and "seeds", "finding", "decides", "recorded".
Json claim_json(const JudgedClaim& judged, const verify::Context& context);

}  // namespace eenet::experiments
