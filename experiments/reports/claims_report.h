// What `eenet claims` prints: the list, the verdicts, the explanation of one, the page.
#pragma once

#include <string>
#include <vector>

#include "experiments/runs/judged_claim.h"

namespace eenet::experiments {

// Every claim with its recorded status, and how the error budget is split.
std::string claims_list_text();
Json claims_list_json();
// docs/claims.md, whole: a test compares them.
std::string claims_page();

// An introduction: how many claims have which status, by kind of evidence, the most notable of the
// contradicted ones, and the commands that say more.
struct ClaimStatus {
  const verify::Claim* claim = nullptr;
  verify::Status status = verify::Status::kInconclusive;
  bool vacuous = false;
};
std::string summary_text(const std::vector<ClaimStatus>& statuses);
// The end of a check of all claims if every verdict is the recorded one.
std::string recorded_summary_text(verify::Effort effort);

std::string claims_text(const std::vector<JudgedClaim>& judged, const verify::Context& context);
Json claims_json(const std::vector<JudgedClaim>& judged, const verify::Context& context);

// Statement, place, correction, check, verdict with its numbers, and the command that repeats it.
std::string explanation_text(const JudgedClaim& judged, const verify::Context& context);

// Whether the verdict is not the recorded one.
bool differs_from_record(const JudgedClaim& judged, const verify::Context& context);

// 0, 1 or with `strict` 4.
int exit_code(const std::vector<JudgedClaim>& judged, const verify::Context& context, bool strict);

}  // namespace eenet::experiments
