// What `eenet verify` prints: text for people, and the JSON document `eenet.verify/1`.
#pragma once

#include <string>
#include <vector>

#include "experiments/runs/verification.h"

namespace eenet::experiments {

std::string verify_json(const VerifyReport& report);
std::string verify_text(const VerifyReport& report);

// "eigen-forward, central-differences (absent: adolc-tape)".
std::string witnesses_line(const std::vector<std::string>& present,
                           const std::vector<std::string>& absent);

}  // namespace eenet::experiments
