// A method with several settings: which one is chosen, and on which runs it is then reported. The
// smallest of many means is too small an estimate of its own expectation; so the runs that choose
// are not those that report.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

namespace eenet::theory {

// Regret of every setting (row) with every seed (column). NaN: there is no such run; infinite: the
// run failed, and a setting that fails is worse than any that does not.
using SettingRuns = Eigen::MatrixXd;

// The first half of the seeds chooses, rounded down; the others report.
Eigen::Index choosing_seeds(Eigen::Index seeds);

struct HeldOutChoice {
  // The setting with the smallest mean over the choosing seeds that every setting has; the first of
  // equals, and the only one where there is one. None: nothing to choose by, or every one fails.
  std::optional<Eigen::Index> setting;
  std::uint64_t chosen_on = 0;   // seeds
  std::vector<double> reported;  // regret of the setting with each of the other seeds, as above
};

// The first `choosing` columns choose, the others report. Requires at least one setting.
HeldOutChoice choose_setting(const SettingRuns& regret, Eigen::Index choosing);

// What the paper does, "we choose the best of them": the setting with the smallest mean over all
// seeds that every setting has. None if every one fails, or there are no such seeds.
std::optional<Eigen::Index> best_of_grid(const SettingRuns& regret);

// The square root of the sum of squared deviations divided by n - 1. Requires two finite samples.
double sample_deviation(const std::vector<double>& samples);

}  // namespace eenet::theory
