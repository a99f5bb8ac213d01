// The picture of how the paper hangs together, laid out by graphviz.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

struct ClaimGraph {
  std::string svg;      // an element of a page, its nodes linked to the claims' rows
  std::string finding;  // what it shows, in a sentence
  Json carries;         // the same as a list: [{"id", "anchor", "status", "words", "in": [...]}]
};

// Writes graph.dot into the folder. Throws std::runtime_error with graphviz' words where it fails
// or is not there.
ClaimGraph claim_graph(const Json& report, const std::filesystem::path& folder);

}  // namespace eenet::experiments
