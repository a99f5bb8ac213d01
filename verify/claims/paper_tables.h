// The numbers that the paper prints, transcribed once. [EENET, Experiments, tab:allregret,
// tab:abondimension; Further Discussion, tab:record, tab:epsilonplus]
#pragma once

#include <string>
#include <vector>

namespace eenet::verify {

// A mean and the number after the plus-minus sign; what that is, is not said (claim TAB-1-PM).
struct Entry {
  double mean = 0.0;
  double spread = 0.0;
};

// Columns of the regret tables, in the order of print.
inline constexpr std::size_t kMnist = 0;
inline constexpr std::size_t kDisin = 1;
inline constexpr std::size_t kMovieLens = 2;
inline constexpr std::size_t kYelp = 3;
inline constexpr std::size_t kDataSets = 4;
std::string data_set_name(std::size_t column);

// The paper's groups of baselines.
enum class BaselineKind { kLinear, kKernel, kNeural, kOurs };

struct RegretRow {
  std::string method;
  BaselineKind kind = BaselineKind::kNeural;
  std::vector<Entry> regret;  // one per data set
};

// Cumulative regret after 10000 rounds; the last row is EE-Net's.
const std::vector<RegretRow>& regret_table();
const RegretRow& regret_row(const std::string& method);
inline constexpr double kRounds = 10000.0;
inline constexpr double kRuns = 10.0;
inline constexpr double kArms = 10.0;

// The improvements printed in EE-Net's row, in percent.
const std::vector<double>& printed_improvements();

// The decaying variant of Neural-epsilon.
const RegretRow& epsilon_plus_row();

// Regret by the dimension of phi on MovieLens.
struct DimensionEntry {
  double dimension = 0.0;
  Entry regret;
};
const std::vector<DimensionEntry>& dimension_table();
// The grid that the text says was searched.
const std::vector<double>& dimension_grid_of_text();

// Upward and downward exploration, in percent.
struct DirectionRow {
  std::string data_set;
  double upward = 0.0;
  double downward = 0.0;
};
const std::vector<DirectionRow>& direction_table();

// Configurations: "we use a diagonal matrix to make approximation", of NeuralUCB and NeuralTS.
inline constexpr bool kBaselinesUseADiagonal = true;

}  // namespace eenet::verify
