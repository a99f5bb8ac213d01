#include "theory/comparison/held_out_choice.h"

#include <cmath>
#include <limits>

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr double kFailed = std::numeric_limits<double>::infinity();

struct Best {
  std::optional<Index> setting;
  std::uint64_t seeds = 0;
};

// Over the columns [begin, end) without a gap: settings are compared on the same seeds.
Best smallest_mean(const SettingRuns& regret, Index begin, Index end) {
  std::vector<Index> complete;
  for (Index seed = begin; seed < end; ++seed) {
    if (!regret.col(seed).array().isNaN().any()) complete.push_back(seed);
  }
  Best best;
  best.seeds = complete.size();
  if (complete.empty()) return best;
  double smallest = kFailed;
  for (Index setting = 0; setting < regret.rows(); ++setting) {
    double sum = 0.0;
    for (const Index seed : complete) sum += regret(setting, seed);
    const double mean = sum / static_cast<double>(complete.size());
    if (!(mean < smallest)) continue;
    smallest = mean;
    best.setting = setting;
  }
  return best;
}

}  // namespace

Index choosing_seeds(Index seeds) {
  return seeds / 2;
}

HeldOutChoice choose_setting(const SettingRuns& regret, Index choosing) {
  EENET_REQUIRE(regret.rows() >= 1, "choose_setting: no setting, expected one at least");
  EENET_REQUIRE(choosing >= 0 && choosing <= regret.cols(), "choose_setting: ", choosing,
                " choosing seeds of ", regret.cols());
  const Best best = smallest_mean(regret, 0, choosing);
  HeldOutChoice choice;
  choice.setting = regret.rows() == 1 ? std::optional<Index>(0) : best.setting;
  choice.chosen_on = best.seeds;
  if (!choice.setting) return choice;
  for (Index seed = choosing; seed < regret.cols(); ++seed) {
    choice.reported.push_back(regret(*choice.setting, seed));
  }
  return choice;
}

std::optional<Index> best_of_grid(const SettingRuns& regret) {
  return smallest_mean(regret, 0, regret.cols()).setting;
}

double sample_deviation(const std::vector<double>& samples) {
  EENET_REQUIRE(samples.size() >= 2, "sample_deviation: got ", samples.size(),
                " samples, expected at least 2");
  const auto n = static_cast<double>(samples.size());
  double mean = 0.0;
  for (const double sample : samples) mean += sample / n;
  double squares = 0.0;  // two passes: no cancellation
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return std::sqrt(squares / (n - 1.0));
}

}  // namespace eenet::theory
