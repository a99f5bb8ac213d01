#include "verify/properties/bound_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "reference/trace.h"
#include "theory/regret/proof_terms.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/plain/eenet.h"
#include "verify/properties/comparison.h"
#include "verify/properties/interaction.h"

namespace eenet::verify {

namespace {

using plain::Numbers;
using theory::RunningSum;

Trace full_trace(const Case& any) {
  const Case one = affordable(any);
  TraceHeader header;
  header.environment = complete_environment_spec(random_environment(one));
  header.method = complete_policy_spec(random_method(one));
  header.rounds = one.rounds;
  header.seed = one.seed;
  header.detail = TraceDetail::kFull;
  return recorded_run(std::move(header));
}

std::size_t best_arm(const TraceRound& round) {
  return plain::first_largest(plain::numbers_of(round.expected_rewards.value()));
}

// A sum round by round in long double, and the size of what was added. Its ends must hold the sum,
// and lie no further apart than the operations' steps outwards: each of `kOperations` an addend
// moves both ends by less than 2^-51 of a number below `size`.
class ExpectedSum {
 public:
  void add(long double term, long double size) {
    sum_ += term;
    size_ += std::abs(size);
    sums_.push_back(sum_);
    sizes_.push_back(size_ + 1.0L);
  }

  void compare(const char* what, const RunningSum& got, Findings& findings) const {
    constexpr long double kOperations = 24.0L;
    constexpr long double kLargest = std::numeric_limits<double>::max();
    findings.require(got.size() == sums_.size(), [&] {
      return text(what, " has ", got.size(), " rounds, expected ", sums_.size());
    });
    for (std::size_t t = 0; t < std::min(got.size(), sums_.size()); ++t) {
      const long double rounds = static_cast<long double>(t) + 1.0L;
      findings.require(got[t].lower <= sums_[t] && sums_[t] <= got[t].upper, [&] {
        return text(what, " after round ", t + 1, " is between ", shown(got[t].lower), " and ",
                    shown(got[t].upper), ", expected ", shown(static_cast<double>(sums_[t])));
      });
      // The square of a prediction that grows without bound leaves the doubles: the end is
      // infinite.
      if (sizes_[t] > kLargest / 4.0L) continue;
      findings.require(got[t].upper - got[t].lower <= kOperations * rounds * 0x1p-50L * sizes_[t],
                       [&] {
                         return text(what, " after round ", t + 1, " has ends ",
                                     shown(got[t].upper - got[t].lower), " apart");
                       });
    }
  }

 private:
  long double sum_ = 0.0L;
  long double size_ = 0.0L;
  std::vector<long double> sums_;
  std::vector<long double> sizes_;
};

void regret_is_that_of_expected_rewards(const Case& any, Findings& findings) {
  const Trace trace = full_trace(any);
  if (trace.rounds.empty()) return;
  ExpectedSum regret;
  ExpectedSum optimal;
  for (const TraceRound& round : trace.rounds) {
    const Numbers h = plain::numbers_of(round.expected_rewards.value());
    const long double best = h[best_arm(round)];
    regret.add(best - h[static_cast<std::size_t>(round.arm)], 1.0L);
    optimal.add(best, 1.0L);
  }
  const theory::RegretSums sums = theory::regret_sums(trace);
  regret.compare("regret", sums.regret, findings);
  optimal.compare("the trivial bound", sums.optimal_reward, findings);
}

// E |prediction - r|, from the definition of the noise.
long double expected_error(const Spec& environment, long double prediction, long double h) {
  const std::string& noise = environment.given.at("noise");
  if (noise == "none") return std::abs(prediction - h);
  if (noise == "bernoulli") {
    return h * std::abs(prediction - 1.0L) + (1.0L - h) * std::abs(prediction);
  }
  const long double amplitude = plain::decimal(environment, "amplitude");
  const long double reach = std::min({amplitude, h, 1.0L - h});
  const long double gap = std::abs(prediction - h);
  return gap >= reach ? gap : (gap * gap + reach * reach) / (2.0L * reach);
}

// The run and its counterfactual a second time.
struct ExpectedTerms {
  ExpectedSum optimal_error;
  ExpectedSum exploration_distance;
  ExpectedSum exploitation_distance;
  ExpectedSum played_error;
  ExpectedSum played_loss;
  ExpectedSum optimal_loss;
  std::vector<long double> range;
};

// False if a score stops being finite: nothing is said about such runs here.
bool expect_round(const Spec& environment, const TraceRound& round, plain::EeNet& net,
                  plain::EeNet& counterfactual, ExpectedTerms& expected) {
  const std::vector<Numbers> contexts = plain::columns_of(*round.contexts);
  const std::size_t best = best_arm(round);
  const auto arm = static_cast<std::size_t>(round.arm);
  const plain::EeNet::Scores scores = net.scores(contexts);
  const plain::EeNet::Scores other = counterfactual.scores({contexts[best]});
  if (!plain::finite(scores.exploitation) || !plain::finite(scores.exploration) ||
      !plain::finite(other.exploitation) || !plain::finite(other.exploration)) {
    return false;
  }
  net.learn(round.t, arm, round.reward);
  const double best_reward = round.rewards.value()[static_cast<Eigen::Index>(best)];
  counterfactual.learn(round.t, 0, best_reward);
  const auto h = [&round](std::size_t i) {
    return static_cast<long double>(round.expected_rewards.value()[static_cast<Eigen::Index>(i)]);
  };
  const long double f1_other = other.exploitation[0];
  const long double f2_other = other.exploration[0];
  const long double f_other = f1_other + f2_other;
  const long double f =
      static_cast<long double>(scores.exploitation[arm]) + scores.exploration[arm];
  const long double size = 1.0L + std::abs(f1_other) + std::abs(f2_other) +
                           std::abs(scores.exploitation[best]) +
                           std::abs(scores.exploration[best]) + std::abs(f);
  expected.optimal_error.add(expected_error(environment, f_other, h(best)), size);
  expected.exploration_distance.add(std::abs(f2_other - scores.exploration[best]), size);
  expected.exploitation_distance.add(std::abs(f1_other - scores.exploitation[best]), size);
  expected.played_error.add(expected_error(environment, f, h(arm)), size);
  expected.played_loss.add((f - round.reward) * (f - round.reward), size * size);
  expected.optimal_loss.add((f_other - best_reward) * (f_other - best_reward), size * size);
  const long double range =
      std::max({std::abs(f), std::abs(1.0L - f), std::abs(f_other), std::abs(1.0L - f_other),
                expected.range.empty() ? 0.0L : expected.range.back()});
  expected.range.push_back(range);
  return true;
}

void terms_are_those_of_the_proof(const Case& any, Findings& findings) {
  const Trace trace = full_trace(any);
  const TraceHeader& header = trace.header;
  if (trace.rounds.empty()) return;
  const auto dim = static_cast<std::size_t>(header.dim);
  plain::EeNet net(header.method, dim, header.seed, {});
  plain::EeNet counterfactual(header.method, dim, header.seed, {});
  ExpectedTerms expected;
  for (const TraceRound& round : trace.rounds) {
    if (!expect_round(header.environment, round, net, counterfactual, expected)) return;
  }
  const theory::ProofTerms got = theory::measure_run(trace, {}).terms;
  expected.optimal_error.compare("I_2", got.optimal_error, findings);
  expected.exploration_distance.compare("I_3", got.exploration_distance, findings);
  expected.exploitation_distance.compare("I_4", got.exploitation_distance, findings);
  expected.played_error.compare("I_5", got.played_error, findings);
  expected.played_loss.compare("loss on arms played", got.played_loss, findings);
  expected.optimal_loss.compare("loss on best arms", got.optimal_loss, findings);
  for (std::size_t t = 0; t < expected.range.size(); ++t) {
    const long double excess = got.range.at(t) - expected.range[t];
    findings.require(excess >= 0.0L && excess <= 0x1p-50L * expected.range[t], [&] {
      return text("C after round ", t + 1, " is ", shown(got.range[t]), ", expected ",
                  shown(static_cast<double>(expected.range[t])));
    });
  }
}

void terms_bound_regret(const Case& any, Findings& findings) {
  const Trace trace = full_trace(any);
  if (trace.rounds.empty()) return;
  const theory::RegretSums sums = theory::regret_sums(trace);
  theory::ProofTerms terms;
  try {
    terms = theory::measure_run(trace, {}).terms;
  } catch (const std::invalid_argument&) {
    return;  // the counterfactual networks diverge
  }
  for (std::size_t t = 0; t < trace.rounds.size(); ++t) {
    const double all = terms.optimal_error[t].upper + terms.exploration_distance[t].upper +
                       terms.exploitation_distance[t].upper + terms.played_error[t].upper;
    // Three additions of numbers that are not negative, each rounded once.
    const double bound = all * (1.0 + 4.0 * 0x1p-53);
    findings.require(sums.regret[t].lower <= bound, [&] {
      return text("after round ", t + 1, " regret is ", shown(sums.regret[t].lower),
                  ", the terms' sum ", shown(bound));
    });
  }
}

// The last parameters are one of those whose distance counts.
void the_ball_holds_the_trajectory(const Case& any, Findings& findings) {
  const Trace trace = full_trace(any);
  const TraceHeader& header = trace.header;
  if (trace.rounds.empty()) return;
  plain::EeNet net(header.method, static_cast<std::size_t>(header.dim), header.seed, {});
  const std::vector<Numbers> start = {net.theta1(), net.theta2()};
  std::vector<long double> farthest = {0.0L, 0.0L};
  for (const TraceRound& round : trace.rounds) {
    net.scores(plain::columns_of(*round.contexts));
    net.learn(round.t, static_cast<std::size_t>(round.arm), round.reward);
    const std::vector<Numbers> now = {net.theta1(), net.theta2()};
    for (std::size_t i = 0; i < 2; ++i) {
      if (!plain::finite(now[i])) return;
      long double square = 0.0L;
      for (std::size_t k = 0; k < now[i].size(); ++k) {
        const long double moved = static_cast<long double>(now[i][k]) - start[i][k];
        square += moved * moved;
      }
      farthest[i] = std::max(farthest[i], std::sqrt(square));
    }
  }
  theory::RunFacts facts;
  try {
    facts = theory::measure_run(trace, {}).facts;
  } catch (const std::invalid_argument&) {
    return;  // the counterfactual networks diverge
  }
  const std::array got = {*facts.exploitation_distance, *facts.exploration_distance};
  for (std::size_t i = 0; i < 2; ++i) {
    findings.require(got[i].lower <= farthest[i] && farthest[i] <= got[i].upper, [&] {
      return text("theta", i + 1, " goes as far as ", shown(got[i].lower), " to ",
                  shown(got[i].upper), ", expected ", shown(static_cast<double>(farthest[i])));
    });
  }
}

}  // namespace

std::vector<Property> bound_run_properties() {
  return {{"Regret is the sum of expected rewards lost, and the trivial bound that of the best.",
           regret_is_that_of_expected_rewards},
          {"The proof's terms are those of a second writing of both runs.",
           terms_are_those_of_the_proof},
          {"Regret is at most the sum of the proof's terms in every round.", terms_bound_regret},
          {"The distance from the start is the largest of the trajectory.",
           the_ball_holds_the_trajectory}};
}

}  // namespace eenet::verify
