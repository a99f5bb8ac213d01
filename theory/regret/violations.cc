#include "theory/regret/violations.h"

#include <boost/math/distributions/beta.hpp>

#include "reference/require.h"

namespace eenet::theory {

namespace {

void require_counts(std::uint64_t count, std::uint64_t trials) {
  EENET_REQUIRE(trials >= 1 && count <= trials, "event_probability: ", count, " of ", trials,
                " trials, expected at least one trial and no more events");
}

// The probability with which `count` or more events just happen with probability `tail`.
double lower_end(std::uint64_t count, std::uint64_t trials, double tail) {
  if (count == 0) return 0.0;
  const auto k = static_cast<double>(count);
  const auto n = static_cast<double>(trials);
  return boost::math::quantile(boost::math::beta_distribution<>(k, n - k + 1.0), tail);
}

// The same for `count` or fewer.
double upper_end(std::uint64_t count, std::uint64_t trials, double tail) {
  if (count == trials) return 1.0;
  const auto k = static_cast<double>(count);
  const auto n = static_cast<double>(trials);
  return boost::math::quantile(complement(boost::math::beta_distribution<>(k + 1.0, n - k), tail));
}

}  // namespace

Measured event_probability(std::uint64_t count, std::uint64_t trials, double level) {
  require_counts(count, trials);
  EENET_REQUIRE(level > 0.0 && level < 1.0, "event_probability: level is ", level,
                ", expected between 0 and 1");
  const double tail = (1.0 - level) / 2.0;
  return Measured::statistical(static_cast<double>(count) / static_cast<double>(trials),
                               lower_end(count, trials, tail), upper_end(count, trials, tail),
                               level);
}

double excess_p_value(std::uint64_t count, std::uint64_t trials, double probability) {
  require_counts(count, trials);
  EENET_REQUIRE(probability >= 0.0 && probability <= 1.0, "excess_p_value: probability is ",
                probability, ", expected 0 to 1");
  if (count == 0) return 1.0;
  const auto k = static_cast<double>(count);
  const auto n = static_cast<double>(trials);
  return boost::math::cdf(boost::math::beta_distribution<>(k, n - k + 1.0), probability);
}

Answer is_at_most_everywhere(const std::vector<Measured>& regret,
                             const std::vector<Measured>& bound) {
  EENET_REQUIRE(regret.size() == bound.size() && !regret.empty(), "regret at ", regret.size(),
                " rounds, bound at ", bound.size(), ", expected as many and at least one");
  Answer all = Answer::kYes;
  for (std::size_t i = 0; i < regret.size(); ++i) {
    const Answer here = is_at_most(regret[i], bound[i]);
    if (here == Answer::kNo) return Answer::kNo;
    if (here == Answer::kUnknown) all = Answer::kUnknown;
  }
  return all;
}

PromiseReport judge_promise(const std::vector<Answer>& kept, double delta, double level) {
  PromiseReport report;
  report.seeds = kept.size();
  for (const Answer of_seed : kept) {
    if (of_seed == Answer::kNo) ++report.violations;
    if (of_seed != Answer::kYes) ++report.possible_violations;
  }
  report.probability = event_probability(report.violations, report.seeds, level);
  report.probability.upper =
      event_probability(report.possible_violations, report.seeds, level).upper;
  report.p_value = excess_p_value(report.violations, report.seeds, delta);
  if (report.probability.upper <= delta) {
    report.kept = Answer::kYes;
  } else if (report.probability.lower > delta) {
    report.kept = Answer::kNo;
  }
  return report;
}

PromiseReport judge_promise(const std::vector<std::vector<Measured>>& regrets,
                            const std::vector<std::vector<Measured>>& bounds, double delta,
                            double level) {
  EENET_REQUIRE(regrets.size() == bounds.size() && !regrets.empty(),
                "judge_promise: ", regrets.size(), " regrets, ", bounds.size(),
                " bounds, expected as many and at least one");
  std::vector<Answer> kept;
  for (std::size_t seed = 0; seed < regrets.size(); ++seed) {
    kept.push_back(is_at_most_everywhere(regrets[seed], bounds[seed]));
  }
  return judge_promise(kept, delta, level);
}

}  // namespace eenet::theory
