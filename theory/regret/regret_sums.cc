#include "theory/regret/regret_sums.h"

#include "reference/operations/operations.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

void append(RunningSum& sum, const Interval& term) {
  sum.push_back(sum.empty() ? term : sum.back() + term);
}

Measured sum_until(const RunningSum& sum, std::uint64_t t) {
  EENET_REQUIRE(t >= 1 && t <= sum.size(), "sum_until: round ", t, ", expected 1 to ", sum.size());
  const Interval& ends = sum[t - 1];
  return certified_within(ends.lower + (ends.upper - ends.lower) / 2.0, ends);
}

RegretSums regret_sums(const Trace& trace) {
  EENET_REQUIRE(!trace.rounds.empty(), "trace: there is no whole round, expected at least one");
  RegretSums sums;
  for (const TraceRound& round : trace.rounds) {
    EENET_REQUIRE(round.expected_rewards && round.expected_rewards->size() >= 1, "trace: round ",
                  round.t, " has no expected_rewards, expected a full trace (--trace full)");
    const Eigen::VectorXd& h = *round.expected_rewards;
    EENET_REQUIRE(round.arm >= 0 && round.arm < h.size(), "trace: round ", round.t, " plays arm ",
                  round.arm, ", expected 0 to ", h.size() - 1);
    for (const double mean : h) {
      EENET_REQUIRE(mean >= 0.0 && mean <= 1.0, "trace: round ", round.t,
                    " has an expected reward of ", mean, ", expected 0 to 1");
    }
    const double best = h[index_of_largest(h)];
    append(sums.regret, exactly(best) - exactly(h[round.arm]));
    append(sums.optimal_reward, exactly(best));
  }
  return sums;
}

}  // namespace eenet::theory
