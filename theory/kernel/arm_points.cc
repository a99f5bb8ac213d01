#include "theory/kernel/arm_points.h"

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

// Writes the entries of one round, or forgets all of them if the round has none.
void keep(const std::optional<Eigen::VectorXd>& of_round, Index first,
          std::optional<Eigen::VectorXd>& all) {
  if (!of_round) all.reset();
  if (all) all->segment(first, of_round->size()) = *of_round;
}

}  // namespace

ArmPoints arm_points(const Environment& environment, std::uint64_t rounds) {
  const Index arms = environment.arms();
  const Index count = arms * static_cast<Index>(rounds);
  ArmPoints points = {Eigen::MatrixXd(environment.dim(), count), Eigen::VectorXd(count),
                      Eigen::VectorXd(count)};
  Round round;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    environment.observe(t, round);
    const Index first = arms * static_cast<Index>(t - 1);
    points.contexts.middleCols(first, arms) = round.contexts;
    points.expected_rewards->segment(first, arms) = round.expected_rewards;
    points.rewards->segment(first, arms) = round.rewards;
  }
  return points;
}

ArmPoints arm_points(std::span<const TraceRound> rounds) {
  EENET_REQUIRE(!rounds.empty() && rounds[0].contexts,
                "arm_points: the first round has no contexts, expected rounds with contexts");
  const Index arms = rounds[0].contexts->cols();
  const Index count = arms * static_cast<Index>(rounds.size());
  ArmPoints points = {Eigen::MatrixXd(rounds[0].contexts->rows(), count), Eigen::VectorXd(count),
                      Eigen::VectorXd(count)};
  Index first = 0;
  for (const TraceRound& round : rounds) {
    EENET_REQUIRE(round.contexts && round.contexts->cols() == arms &&
                      round.contexts->rows() == points.contexts.rows(),
                  "arm_points: round ", round.t, " has no contexts of ", points.contexts.rows(),
                  " coordinates for ", arms, " arms, expected them in every round");
    points.contexts.middleCols(first, arms) = *round.contexts;
    keep(round.expected_rewards, first, points.expected_rewards);
    keep(round.rewards, first, points.rewards);
    first += arms;
  }
  return points;
}

}  // namespace eenet::theory
