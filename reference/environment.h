// A contextual bandit whose expected rewards are known, so that pseudo-regret is exact.
// [EENET, Problem Definition]
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace eenet {

// What one round holds. A learner sees the contexts and the reward of the arm it plays; the rest is
// for measuring it.
struct Round {
  Eigen::MatrixXd contexts;          // d x n: arm i is column i; unit norm, as the paper has it
  Eigen::VectorXd expected_rewards;  // h(x_i), in [0, 1]
  Eigen::VectorXd rewards;           // r_i of every arm, in [0, 1], with mean h(x_i)
};

class Environment {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  [[nodiscard]] virtual Eigen::Index dim() const = 0;
  [[nodiscard]] virtual Eigen::Index arms() const = 0;
  [[nodiscard]] virtual std::uint64_t rounds_available() const { return kUnlimited; }
  // Of the type in which the contexts were stored: how far their norm may be from 1.
  [[nodiscard]] virtual double unit_roundoff() const { return 0x1p-53; }
  // Whether contexts have norm 1. Data that were asked for as they are need not have.
  [[nodiscard]] virtual bool has_unit_norm() const { return true; }

  // Fills round t = 1, 2, ...: a pure function of the settings, the seed and t, whatever was asked
  // before. Reuses the memory of `round`.
  virtual void observe(std::uint64_t t, Round& round) const = 0;
};

// Throws std::invalid_argument, naming round and arm (arms count from 0), unless `round` has the
// environment's shape, finite contexts, of norm 1 where they have that, and rewards in [0, 1].
// Norm 1 means | |x|^2 - 1 | <= (2d + 8) u: what d entries that were normalised and stored with
// unit roundoff u can miss, plus the rounding of our own sum.
void require_valid_round(const Environment& environment, std::uint64_t t, const Round& round);

}  // namespace eenet
