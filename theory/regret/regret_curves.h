// Regret of many runs over the rounds, as it was recorded: at every round, or at some of them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "theory/regret/regret_growth.h"

namespace eenet::theory {

struct RegretCurves {
  std::vector<std::uint64_t> rounds;  // increasing, from 1 on; the last is T
  Eigen::MatrixXd regret;             // rounds x runs: after the round, summed from the first on
  bool may_fall = false;              // regret of realised rewards, which can fall
  double unit_roundoff = 0x1p-53;     // of the type that the numbers were stored in

  [[nodiscard]] std::uint64_t runs() const { return static_cast<std::uint64_t>(regret.cols()); }
  [[nodiscard]] std::uint64_t last_round() const { return rounds.back(); }
};

// Throws std::invalid_argument, naming the run (counting from 0) and the round, unless there are at
// least two runs and 8 rounds, all numbers are at most 1e30 in size, and none is below the one before
// (the first: below 0) where regret may not fall.
void require_regret(const RegretCurves& curves);

// The rounds q, 2q and 4q that growth is read off, as indices into `rounds`: of the largest q for
// which all three are recorded. Where every round is, q is a quarter of T. Throws
// std::invalid_argument if there are none with 2q > T / 4, or q is 1.
struct DoublingRounds {
  Eigen::Index quarter = 0;
  Eigen::Index half = 0;
  Eigen::Index full = 0;
};
DoublingRounds doubling_rounds_in(const std::vector<std::uint64_t>& rounds);

// Every run at those rounds.
std::vector<RegretAtDoublings> at_doublings(const RegretCurves& curves);

// How far a recorded regret of one run may be from the sum that it stands for: the rounding of
// adding T terms, none of which takes the sum beyond `largest`.
double sum_rounding(const RegretCurves& curves, double largest);

// Mean regret over runs at a recorded round (an index into `rounds`).
double mean_regret(const RegretCurves& curves, Eigen::Index at);

// The same with Student's interval, cut to regret that is not negative where it may not fall.
Measured mean_between(const RegretCurves& curves, Eigen::Index at, double level);

// One column per run that `members` names.
RegretCurves only_runs(const RegretCurves& curves, const std::vector<std::uint64_t>& members);

}  // namespace eenet::theory
