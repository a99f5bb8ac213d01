// One cell of a sweep: a method with its settings in an environment with a seed; its name, and the
// file that holds its result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "experiments/runs/run_seed.h"
#include "reference/settings.h"

namespace eenet::experiments {

// Raise it when a change of the program changes the bits of a run: every cell then has another
// name, and results of the two versions are never taken for each other. A test has the digests of
// this version.
inline constexpr std::uint64_t kResultsVersion = 1;

// Everything that a result depends on.
struct CellKey {
  Spec environment;  // complete, as the method
  Spec method;
  std::uint64_t rounds = 0;
  bool normalise = false;
  std::uint64_t seed = 0;
  std::string data;  // digest of what the environment reads
  std::uint64_t results_version = kResultsVersion;

  [[nodiscard]] std::uint64_t hash() const;
  // What differs from the defaults, for people, and the hash: "linear.eenet-eta1=0.01.seed-3.<16
  // hexadecimal digits>". Letters, digits and -=.,_ only.
  [[nodiscard]] std::string name() const;

  bool operator==(const CellKey&) const = default;
};

enum class CellStatus { kDone, kDiverged, kFailed };
std::string to_text(CellStatus status);

struct CellResult {
  CellKey key;
  CellStatus status = CellStatus::kDone;
  std::string sentence;  // why it diverged or failed
  std::uint64_t rounds = 0;
  double regret = 0.0;
  double realized_regret = 0.0;
  std::string digest;
  Directions directions;
  std::vector<CurvePoint> curve;  // at about two hundred rounds
};

// Neither host nor time is in it: the same bytes wherever it was made.
std::string to_json_text(const CellResult& result);
// Throws std::runtime_error with the path unless it is a whole result.
CellResult read_cell_result(const std::filesystem::path& path);

// Of a finished run: its curve with fewer rounds.
CellResult cell_result_of(const CellKey& key, const SeedResult& run);
CellResult failed_cell(const CellKey& key, const std::string& sentence);

}  // namespace eenet::experiments
