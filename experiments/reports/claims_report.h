// What `eenet claims` tells people: the list, the verdicts, the explanation of one, the page.
#pragma once

#include <string>
#include <vector>

#include "experiments/formats/claims_json.h"

namespace eenet::experiments {

// Every claim with its recorded status, and how the error budget is split.
std::string claims_list_text();
Json claims_list_json();
// docs/claims.md, whole: a test compares them.
std::string claims_page();

// For somebody who sees it for the first time: how many claims have which status, the most notable
// of the contradicted ones, and how to look further.
struct ClaimStatus {
  const verify::Claim* claim = nullptr;
  verify::Status status = verify::Status::kInconclusive;
};
std::string summary_text(const std::vector<ClaimStatus>& statuses);
// What a check of all claims ends with if every verdict is the recorded one.
std::string recorded_summary_text(verify::Effort effort);

std::string claims_text(const std::vector<JudgedClaim>& judged, const verify::Context& context);
Json claims_json(const std::vector<JudgedClaim>& judged, const verify::Context& context);

// Statement, place, correction, check, verdict with its numbers, and how to see it again.
std::string explanation_text(const JudgedClaim& judged, const verify::Context& context);

// Did a verdict come out other than recorded?
bool differs_from_record(const JudgedClaim& judged, const verify::Context& context);

// 0, 1 or with `strict` 4.
int exit_code(const std::vector<JudgedClaim>& judged, const verify::Context& context, bool strict);

}  // namespace eenet::experiments
