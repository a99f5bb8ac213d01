// Which pieces a report has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/theory_check/piece.h"
#include "verify/claims/claim.h"

namespace eenet::experiments {

struct ReportSettings {
  verify::Effort effort = verify::Effort::kQuick;
  std::uint64_t seed = 1;
  std::filesystem::path out = "report";
  std::vector<std::string> only;  // pieces whose ids begin so; none: all
  std::vector<std::string> runs;  // traces: the report is about these, not about the paper
  std::vector<std::string> from;  // folders with results of larger experiments
};

// The environments and methods whose regret is shown; the paper's algorithm first.
const std::vector<std::string>& shown_environments();
const std::vector<std::string>& compared_methods();

// The widths at which Psi is bracketed beside radius 1.
const std::vector<std::string>& shown_widths();

// "claims/THM-1/proof-regime", "verify", "regret/two-arms", "comparison/linear/greedy",
// "runs/0/bound", ... Throws std::invalid_argument if no piece begins like one of `only`.
std::vector<Piece> planned_pieces(const ReportSettings& settings);

}  // namespace eenet::experiments
