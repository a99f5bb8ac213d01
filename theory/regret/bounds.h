// The right-hand sides of the regret theorems, every O() with an explicit constant, and the
// conditions under which each holds.
//
// A bound is computed whether or not its preconditions hold: that is a finding of its own. It is
// vacuous if it is not below the trivial bound sum_t h(x_(t,i*)), which every policy satisfies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/measured/answer.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

struct Precondition {
  std::string name;
  Answer holds = Answer::kUnknown;
  std::optional<Measured> measured;
  std::optional<Measured> needed;
  std::string meaning;  // a phrase: what `measured` is, and how it must compare with `needed`
};

// A summand of a bound.
struct BoundPart {
  std::string name;
  Measured value;
};

struct RegretBound {
  std::string id;
  Measured value;
  std::vector<BoundPart> parts;       // their sum is the value; empty where it is no sum
  Answer vacuous = Answer::kUnknown;  // set by judge_vacuity
  std::vector<Precondition> preconditions;
};

// With probability 1 - failure, a sum of `rounds` martingale differences, each in an interval of
// length `range` given the past, is at most range sqrt(rounds log(1 / failure) / 2) (Hoeffding,
// Azuma). Requires range >= 0, 0 < failure < 1.
Measured azuma_deviation(const Measured& range, std::uint64_t rounds, const Measured& failure);

// "THM-1/printed": 2 sqrt(Psi T) + 2 sqrt(2 T log(1/delta)) + O(1), the last line of the proof.
// [EENET, Main Proof] The O(1) stands for the sums of I_3 and of I_4, at most 1 each: 2.
// Parts: complexity, confidence, constant.
inline constexpr double kPrintedConstant = 2.0;
RegretBound theorem_1_printed(const Measured& psi, std::uint64_t rounds, double delta);

// The sums of the proof as corrected (claims PRF-I3, COR-main1, PRF-I34; errata E-5 to E-7 and
// E-10).
struct CorrectedTheorem {
  Measured psi_played;   // Psi of the arms played, labels r - f1
  Measured psi_optimal;  // Psi of the counterfactual networks that learn from the best arms
  // |theta' - theta0|^2 / eta for theta' in the ball, at most radius^2 / eta2: 1 with the theorem's
  // eta = R^2 / sqrt(m). It is the O(1) that is added to Psi.
  Measured start_term = Measured::exact(1.0);
  Measured range;     // C: |f1 + f2 - r| <= C for every reward r in [0, 1]
  Measured distance;  // sum of I_3 + I_4 over the rounds
  std::uint64_t rounds = 0;
  double delta = 0.0;
};

// "THM-1/corrected": sqrt(T (Psi_played + start)) + sqrt(T (Psi_optimal + start))
//   + 2 C sqrt(2 T log(2/delta)) + sum (I_3 + I_4).
// Parts: complexity-played, complexity-optimal, confidence, distance.
RegretBound theorem_1_corrected(const CorrectedTheorem& theorem);

// "THM-1/sharpened": the same with sqrt(2 T log(2/delta)) for the confidence. A reward in [0, 1]
// moves |f - r| within an interval of length 1 whatever f is, so that the martingale differences
// need no C at all; `range` is not read.
RegretBound theorem_1_sharpened(const CorrectedTheorem& theorem);

// "THM-1/online-loss": the sharpened bound one step earlier in the proof, with the squared loss
// of the two networks in place of Psi + start. It needs neither a ball nor a width:
// with probability 1 - delta it holds at a given horizon for every network and step size. Where it
// is not below the trivial bound, no Psi for which the proof's next step is true can help.
struct OnlineLoss {
  Measured loss_played;   // sum of (f2 - (r - f1))^2 over the arms played
  Measured loss_optimal;  // the same for the counterfactual networks on the best arms
  Measured distance;
  std::uint64_t rounds = 0;
  double delta = 0.0;
};
RegretBound theorem_1_online_loss(const OnlineLoss& theorem);

// The neural bounds that the paper compares with, through effective dimension and S; `log_rounds`
// is log T, or 1 to compare without logarithms. All O() constants 1.
//   "NUCB/printed"    sqrt(d T log T + S^2) sqrt(d log T)      [EENET, eq:baselinebound]
//   "NUCB/corrected"  sqrt(d T log T + S^2 T) sqrt(d log T)    (claim EQ-NUCB, erratum E-11)
//   "EENET/ntk"       sqrt(d T) (S + sqrt(d))                  (claim CLM-CONNECT)
struct KernelQuantities {
  Measured effective_dimension;
  Measured S;
  std::uint64_t rounds = 0;
  Measured log_rounds;
};
Measured log_of_rounds(std::uint64_t rounds);
RegretBound neural_ucb_printed(const KernelQuantities& kernel);
RegretBound neural_ucb_corrected(const KernelQuantities& kernel);
RegretBound eenet_through_kernel(const KernelQuantities& kernel);

// The linear bounds that the paper quotes (claim LIT-LIN), constants 1; d is the contexts'
// dimension.
//   "LIN/d"       d sqrt(T) log T
//   "LIN/sqrt-d"  sqrt(d T) log T
RegretBound linear_ucb(std::uint64_t dim, std::uint64_t rounds);
RegretBound linear_sup(std::uint64_t dim, std::uint64_t rounds);

// Bounds that every policy satisfies: "TRIVIAL/optimal-reward" sum_t h(x_(t,i*)), "TRIVIAL/rounds"
// T. Both are vacuous by definition.
RegretBound trivial_optimal_reward(const Measured& optimal_reward);
RegretBound trivial_rounds(std::uint64_t rounds);

// Vacuous: not below sum_t h(x_(t,i*)).
void judge_vacuity(RegretBound& bound, const Measured& optimal_reward);

}  // namespace eenet::theory
