// Regret curves and bounds from files: arrays, tables, and the folders that `eenet run --out`
// writes. All functions throw std::runtime_error with the path and what was expected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reference/kind.h"
#include "reference/settings.h"
#include "theory/regret/promised_bound.h"
#include "theory/regret/regret_curves.h"

namespace eenet::experiments {

// What the numbers of a file are.
struct RegretReading {
  bool realised = false;   // of realised rewards: may fall
  bool per_round = false;  // of each round alone, not summed
};

// Curves, and what is known about where they are from.
struct RegretInput {
  theory::RegretCurves curves;
  std::string source;               // for people: "curves of R.npy", "runs of eenet in two-arms"
  std::optional<Spec> environment;  // complete; of a known environment
  std::optional<Spec> method;
  std::vector<std::uint64_t> seeds;  // of the runs; empty if not known
};

// An array (runs, rounds); `from` names it in messages.
RegretInput regret_of_array(const Array& array, const std::string& from,
                            const RegretReading& reading);
RegretInput read_regret_npy(const std::filesystem::path& path, const RegretReading& reading);

// Without a header: a line per run, a column per round. With one: a line per run and recorded
// round, with columns `seed` or `run`, `round` and `regret`, and with `realised` the column
// `realized_regret` where there is one.
RegretInput read_regret_csv(const std::filesystem::path& path, const RegretReading& reading);

// The runs of all folders together. Requires the same environment, method and rounds in each, and
// no seed twice: the same run again would count as an independent one.
RegretInput read_run_folders(const std::vector<std::string>& folders, bool realised);

// A bound per round: an array of one dimension, or a table with one number per line, or in one
// line. Numbers beyond the last round are not used.
theory::PromisedBound read_bound(const std::string& path, std::uint64_t rounds);

// The same of numbers; `from` names them in messages.
theory::PromisedBound bound_of_array(const std::string& from, std::vector<double> numbers,
                                     std::uint64_t rounds);

// Throws std::invalid_argument if a seed stands twice.
void require_different_seeds(const std::vector<std::uint64_t>& seeds, const std::string& from);

}  // namespace eenet::experiments
