// What `eenet oracle check` prints.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "verify/traces/trace_check.h"

namespace eenet::experiments {

// A document of the schema eenet.judge/1: docs/schemas/judge.json.
Json trace_check_json(const Trace& trace, const verify::TraceCheck& check);
std::string trace_check_text(const Trace& trace, const verify::TraceCheck& check);

}  // namespace eenet::experiments
