// All arms of the rounds of a run, as points: the kernel matrix of the paper is over them. [EENET,
// Regret Analysis, def:NTK]
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>

#include "reference/environment.h"
#include "reference/trace.h"

namespace eenet::theory {

// Point t n + i is arm i of round t + 1, for n arms per round.
struct ArmPoints {
  Eigen::MatrixXd contexts;  // one point per column
  // One entry per point; nothing if some round of a trace lacks them.
  std::optional<Eigen::VectorXd> expected_rewards;
  std::optional<Eigen::VectorXd> rewards;
};

// Rounds 1 ... `rounds` of an environment. Requires that it has so many.
ArmPoints arm_points(const Environment& environment, std::uint64_t rounds);

// The recorded rounds of a trace. Requires at least one round, and the contexts of every round, all
// of the same size.
ArmPoints arm_points(std::span<const TraceRound> rounds);

}  // namespace eenet::theory
