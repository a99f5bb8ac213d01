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
};

// The environments and methods whose regret is shown; the paper's algorithm first.
const std::vector<std::string>& shown_environments();
const std::vector<std::string>& compared_methods();

// "claims/THM-1/proof-regime", "verify", "regret/two-arms", "comparison/linear/greedy", ...
std::vector<Piece> planned_pieces(const ReportSettings& settings);

}  // namespace eenet::experiments
