// Runs that are passed off as another program's, whole and with one wrong field.
#include "verify/traces/trace_properties.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/registry.h"
#include "reference/require.h"
#include "verify/generators/numbers.h"
#include "verify/properties/trace_samples.h"
#include "verify/traces/trace_check.h"

namespace eenet::verify {

namespace {

// A run that did not diverge, in an environment that nobody here knows, with the parameters that it
// started from. No round: it diverged at once.
Trace foreign(const Case& one) {
  Trace trace = recorded(one);
  const auto environment = make_environment(trace.header, {});
  trace.header.initial_parameters = make_policy(trace.header, *environment)->parameters();
  trace.header.environment = {"somebody-elses", {}};
  trace.header.producer = "somebody 1.0";
  return trace;
}

TraceCheck checked(const Trace& trace) {
  return check_trace(trace, {}, kDouble, {});
}

void right_traces_agree(const Case& one, Findings& findings) {
  const Trace trace = foreign(one);
  if (trace.rounds.empty()) return;
  const TraceCheck check = checked(trace);
  findings.require(check.verdict != TraceVerdict::kDisagrees,
                   [&] { return check.first_divergence()->sentence; });
  findings.require(!check.rerun.first_bits, [&] {
    return text("round ", check.rerun.first_bits->round, ": the rerun of our own run has other ",
                check.rerun.first_bits->field);
  });
}

// A fault, and where it must be found.
struct Fault {
  std::string level;
  std::string check;
  std::function<void(TraceRound&)> seed;
};

std::vector<Fault> faults_of(const TraceHeader& header, const TraceRound& round, bool rerun) {
  std::vector<Fault> all;
  const bool has_f2 = header.method.given.contains("features");
  if (round.rewards) {
    all.push_back({"consistency", "reward", [](TraceRound& wrong) { wrong.reward += 0.25; }});
  }
  if (round.label && round.exploitation_scores) {
    all.push_back({"consistency", "label",
                   [](TraceRound& wrong) { *wrong.label += 1.0 + std::abs(*wrong.label); }});
  }
  if (round.exploitation_scores && header.arms > 1) {
    all.push_back({"consistency", "arm", [has_f2](TraceRound& wrong) {
                     Eigen::VectorXd& scores =
                         has_f2 ? *wrong.exploration_scores : *wrong.exploitation_scores;
                     const Eigen::Index other = wrong.arm == 0 ? 1 : 0;
                     const double size = wrong.exploitation_scores->cwiseAbs().maxCoeff() +
                                         scores.cwiseAbs().maxCoeff();
                     scores[other] = 4.0 * size + 1.0;
                   }});
  }
  if (rerun && round.exploitation_scores) {
    all.push_back({"rerun", "f1", [](TraceRound& wrong) {
                     double& score = (*wrong.exploitation_scores)[0];
                     score += 1.0 + std::abs(score);
                   }});
  }
  if (rerun && round.exploration_scores && has_f2) {
    all.push_back({"rerun", "f2", [](TraceRound& wrong) {
                     double& score = (*wrong.exploration_scores)[0];
                     score += 1.0 + std::abs(score);
                   }});
  }
  all.push_back({"consistency", "digest", [](TraceRound& wrong) { *wrong.digest += "0"; }});
  return all;
}

void wrong_fields_are_found(const Case& one, Findings& findings) {
  const Trace right = foreign(one);
  if (right.rounds.empty()) return;
  const Rerun before = checked(right).rerun;
  // A bound of rounding above 1/2 would hide the faults below.
  const bool rerun = before.rounds == right.rounds.size() && before.largest_bound < 0.5;
  Rng rng = case_rng(one, "fault");
  const std::size_t at = rng.below(right.rounds.size());
  const std::vector<Fault> faults = faults_of(right.header, right.rounds[at], rerun);
  const Fault& fault = faults[rng.below(faults.size())];
  Trace wrong = right;
  fault.seed(wrong.rounds[at]);
  const TraceCheck check = checked(wrong);
  const auto level = std::ranges::find(check.levels, fault.level, &TraceLevel::level);
  const auto count = std::ranges::find(level->checks, fault.check, &TraceCheckCount::name);
  const bool counted = count != level->checks.end() && count->failures >= 1;
  const bool here = level->first && level->first->round == at + 1;
  findings.require(counted && here && check.verdict == TraceVerdict::kDisagrees, [&] {
    return text("a wrong ", fault.check, " in round ", at + 1, " is ",
                counted ? "counted elsewhere" : "not found");
  });
}

// Wrong sums at the end, by more than rounding and by less.
void regret_is_added_up(const Case& one, Findings& findings) {
  Trace trace = foreign(one);
  if (trace.rounds.empty() || !trace.rounds[0].expected_rewards || !trace.end) return;
  const auto verdict_with = [&](double regret) {
    trace.end->regret = regret;
    return checked(trace).verdict;
  };
  const double regret = *trace.end->regret;
  const auto rounds = static_cast<double>(trace.rounds.size());
  // One bit of the largest sum that there can be is within the rounding of its terms unless they
  // are all 0; a thousandth is not.
  findings.require(verdict_with(regret + 1e-3 * (rounds + 1.0)) == TraceVerdict::kDisagrees,
                   "a regret that is too large is not found");
  findings.require(verdict_with(regret) != TraceVerdict::kDisagrees,
                   "the regret of our own run is refused");
}

}  // namespace

std::vector<Property> judged_trace_properties() {
  return {
      {"A run of ours agrees with itself and with its rerun, also under another program's name.",
       right_traces_agree},
      {"A wrong reward, label, arm, score or digest is found by its check, in its round.",
       wrong_fields_are_found},
      {"Regret is the sum of the rounds' regret.", regret_is_added_up}};
}

}  // namespace eenet::verify
