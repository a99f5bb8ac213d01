// A property-based test run, its pieces spread over processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/formats/shard.h"
#include "experiments/runs/verification.h"

namespace eenet::experiments {

struct VerifyPlan {
  std::vector<std::string> suites;
  std::uint64_t cases = 0;  // over all suites
  std::uint64_t seed = 0;
  bool shrink = true;
  std::vector<std::string> replayed;  // tokens, tried first
  unsigned jobs = 1;                  // changes the speed, never the result
  bool quiet = false;
  // One file per piece: a run that was stopped goes on there, and shards meet there.
  std::optional<std::filesystem::path> out = {};
  Shard shard = {};
};

// What a piece found. It returns from its process as JSON, without losing a bit.
struct TimedPiece {
  verify::PieceResult result;
  double seconds = 0.0;
};
std::string to_json_text(const TimedPiece& piece);
TimedPiece timed_piece_from_json(const std::string& text);

// Fills the report's suites, replays and failures. Of a shard, the suites have its own pieces
// alone. Throws std::runtime_error if plan.out holds pieces of a run with other cases.
void run_verification(const VerifyPlan& plan, VerifyReport& report);

// The same from given results: first those of `plan.replayed`, then those of `pieces`.
void add_results(const VerifyPlan& plan, const std::vector<verify::Piece>& pieces,
                 const std::vector<TimedPiece>& results, VerifyReport& report);

// A suite and its properties, before any case.
SuiteReport report_of_suite(const std::string& name);

// Runs one case again, in a process of its own. A statistical check may use the whole error budget
// here. In a run it has only a part of it, so what failed in a run fails here too.
TimedPiece reproduce(const std::string& token);

}  // namespace eenet::experiments
