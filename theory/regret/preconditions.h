// The conditions of the theorems, checked on a run. Hidden constants are 1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "theory/regret/bounds.h"

namespace eenet::theory {

// The facts about a run that the conditions use.
struct RunFacts {
  std::uint64_t rounds = 0;
  std::uint64_t depth = 0;
  std::uint64_t width = 0;
  double exploitation_rate = 0.0;   // eta1
  double exploration_rate = 0.0;    // eta2
  bool is_algorithm_1 = false;      // label r - f1, one step per round
  bool has_fixed_features = false;  // phi is a function of the gradient alone (erratum E-33)
  // The largest over the rounds, where they were measured.
  std::optional<Measured> exploitation_distance;  // |theta1_t - theta1_0|
  std::optional<Measured> exploration_distance;   // |theta2_t - theta2_0|
  std::optional<Measured> exploitation_step;      // eta1 |grad f1|^2 at the sample learned
  std::optional<Measured> exploration_step;       // eta2 |grad f2|^2
};

// R with eta2 = R^2 / sqrt(m).
Measured radius_parameter(const RunFacts& run);
// The radius R / m^(1/4) of the ball that belongs to a rate: sqrt(eta), whatever the width.
Measured radius_of_rate(double rate);

// The widths that the steps of the proof need (claim THM-1-M, erratum E-8): each is the smallest
// real m from which on its condition holds, infinite if that is above 1e290.
//   lemmas      R m^(-1/4) <= L^(-9/2) log(m)^(-3)       the lemmas' range of omega
//   trajectory  m >= (T R sqrt(L))^4                     the ball is not left; sum of I_3, I_4 <= 1
//   convexity   T R^(4/3) L^2 sqrt(log m) <= m^(1/3)     T epsilon <= 1
//   loss        m >= (T L R^2)^2                         T L R^2 / sqrt(m) <= 1
// Require R > 0, depth >= 2, rounds >= 1.
Measured width_for_lemmas(const Measured& R, double depth);
Measured width_for_trajectory(const Measured& R, double depth, double rounds);
Measured width_for_convexity(const Measured& R, double depth, double rounds);
Measured width_for_loss(const Measured& R, double depth, double rounds);

// All conditions of Theorem 1, in this order: algorithm-1, fixed-features, equal-rates,
// stability-limit (eta (L+1)/2 < 2 for the larger rate), stability-f1, stability-f2 (measured),
// ball-f1, ball-f2, width-lemmas, width-trajectory, width-convexity, width-loss.
std::vector<Precondition> theorem_1_preconditions(const RunFacts& run);

}  // namespace eenet::theory
