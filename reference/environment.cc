#include "reference/environment.h"

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

void require_reward(double r, std::uint64_t t, Eigen::Index arm, const char* what) {
  EENET_REQUIRE(r >= 0.0 && r <= 1.0, "round ", t, ", arm ", arm, ": the ", what, " is ", r,
                ", expected 0 to 1");
}

}  // namespace

void require_valid_round(const Environment& environment, std::uint64_t t, const Round& round) {
  EENET_REQUIRE(round.contexts.cols() >= 1, "round ", t,
                ": the arm set is empty, expected at least one arm");
  EENET_REQUIRE(round.contexts.cols() == environment.arms() &&
                    round.rewards.size() == environment.arms() &&
                    round.expected_rewards.size() == environment.arms(),
                "round ", t, ": ", round.contexts.cols(), " contexts, ", round.rewards.size(),
                " rewards and ", round.expected_rewards.size(), " expected rewards, expected ",
                environment.arms(), " of each");
  EENET_REQUIRE(round.contexts.rows() == environment.dim(), "round ", t, ": contexts have ",
                round.contexts.rows(), " entries, expected ", environment.dim());
  const double allowed =
      (2.0 * static_cast<double>(environment.dim()) + 8.0) * environment.unit_roundoff();
  for (Eigen::Index i = 0; i < round.contexts.cols(); ++i) {
    EENET_REQUIRE(all_finite(round.contexts.col(i)), "round ", t, ", arm ", i,
                  ": the context holds NaN or infinity, expected finite numbers");
    const double square = dot(round.contexts.col(i), round.contexts.col(i));
    const bool has_norm_1 = square - 1.0 <= allowed && 1.0 - square <= allowed;
    EENET_REQUIRE(has_norm_1 || !environment.has_unit_norm(), "round ", t, ", arm ", i,
                  ": the context has squared norm ", square,
                  ", expected 1 (an environment can normalise them)");
    require_reward(round.rewards[i], t, i, "reward");
    require_reward(round.expected_rewards[i], t, i, "expected reward");
  }
}

}  // namespace eenet
