// The pieces that a report is made of: commands of this program and the documents that they print.
// Every number of the report comes from a piece, so a reader can show every number again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/formats/json.h"

namespace eenet::experiments {

struct Piece {
  std::string id;                       // "regret/two-arms"
  std::vector<std::string> arguments;   // of `eenet`, without --json and --quiet
  std::uint64_t weight = 1;             // about how many tenths of a second it takes
  bool prepares = false;                // others read its files: it is done before them
  std::vector<std::string> reads = {};  // files of the user's: if one changes, it is done again
};

struct PieceResult {
  std::string id;
  std::string command;  // "eenet regret check --env two-arms"
  int exit_code = 0;
  double seconds = 0.0;
  Json document;       // null if there is none
  std::string reason;  // why there is none
};

struct PieceRun {
  std::filesystem::path program;  // `eenet`
  std::filesystem::path folder;   // gets a file per piece; what is in it is not done again
  unsigned jobs = 1;              // changes the speed, never a document
  bool quiet = false;
};

// In the order given; pieces of one kind, the part of their ids before the first slash, are done
// together, and the progress names the kind. A piece that was stopped leaves nothing, so a run that
// is killed goes on where it was. Pieces of another revision, or with other arguments, are done
// again, and so are those that failed.
std::vector<PieceResult> results_of(const std::vector<Piece>& pieces, const PieceRun& run);

}  // namespace eenet::experiments
