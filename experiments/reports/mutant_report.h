// Which seeded faults the suites have noticed, as JSON and as text.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "experiments/runs/mutant_outcome.h"

namespace eenet::experiments {

// {"total", "killed", "survivors", "equivalent", "table", "scores", "seconds"}. Equivalent mutants
// count in none of the first three and in no score.
Json to_json(const MutantReport& report);
std::string mutants_text(const MutantReport& report);

}  // namespace eenet::experiments
