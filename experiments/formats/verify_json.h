// What a property-based test run found, as JSON and back, exactly: pieces come home from their
// processes this way, and other programs read it.
#pragma once

#include <string>

#include "experiments/formats/output.h"
#include "verify/test_run.h"

namespace eenet::experiments {

// JSON has no infinity and no NaN: they are the strings "inf", "-inf" and "nan".
Json ratio_json(double ratio);
double ratio_from_json(const Json& json);

// Bytes that are no UTF-8 are replaced: what a counterexample says must not cost the document.
std::string dump_json(const Json& json, int indent);

// {"cases", "agree", "kink", "disagree", "discarded", "inconclusive", "worst_ratio", "kinds",
// "ratios"}.
Json to_json(const verify::Statistics& statistics);
verify::Statistics statistics_from_json(const Json& json);

// {"suite", "property", "reproduce", "counterexample"}.
Json to_json(const verify::Failure& failure);
verify::Failure failure_from_json(const Json& json);

struct TimedPiece {
  verify::PieceResult result;
  double seconds = 0.0;
};
std::string to_json_text(const TimedPiece& piece);
TimedPiece timed_piece_from_json(const std::string& text);

}  // namespace eenet::experiments
