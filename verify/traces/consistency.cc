#include "verify/traces/consistency.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "reference/interaction.h"
#include "reference/operations/operations.h"
#include "reference/require.h"
#include "verify/plain/digest.h"
#include "verify/traces/method.h"

namespace eenet::verify {

namespace {

using Eigen::Index;

std::string no_field(const char* field) {
  return text("no round has ", field);
}

// The rounding of one sum of two numbers, by them.
double rounding_of(double sum, const Arithmetic& arithmetic) {
  return arithmetic.unit_roundoff * std::abs(sum) / (1.0 - arithmetic.unit_roundoff);
}

// ---- The arm ------------------------------------------------------------------------------------

// What each arm's score may have been computed as.
struct Scores {
  Eigen::VectorXd sum;
  Eigen::VectorXd bound;
};

void check_arms(const Trace& trace, const Arithmetic& arithmetic, TraceLevel& level) {
  CheckCounter arms(level, "arm");
  const ScoreRule rule = score_rule(trace.header.method);
  if (rule == ScoreRule::kUnknown) {
    arms.skip(text("method ", trace.header.method.name, " does not choose by f1 and f2"));
    return;
  }
  const bool both = rule == ScoreRule::kSum;
  for (const TraceRound& round : trace.rounds) {
    if (!round.exploitation_scores || (both && !round.exploration_scores)) {
      arms.skip(text("round ", round.t, " has no ", round.exploitation_scores ? "f2" : "f1"));
      continue;
    }
    Scores scores = {*round.exploitation_scores, Eigen::VectorXd::Zero(trace.header.arms)};
    if (both) {
      scores.sum += *round.exploration_scores;
      for (Index i = 0; i < scores.sum.size(); ++i) {
        // Theirs, and ours beside the exact sum.
        scores.bound[i] =
            rounding_of(scores.sum[i], arithmetic) + rounding_of(scores.sum[i], kDouble);
      }
    }
    const Index best = index_of_largest(scores.sum);
    const double short_of = scores.sum[best] - scores.sum[round.arm];
    const double allowed = scores.bound[best] + scores.bound[round.arm];
    arms.require(short_of <= allowed, round.t, "arm", std::to_string(round.arm),
                 std::to_string(best),
                 both ? "the arm with the largest f1 + f2" : "the arm with the largest f1");
    if (best != round.arm && short_of <= allowed) arms.accept();
  }
  if (arms.cases() == 0) arms.skip(no_field(both ? "f1 and f2" : "f1"));
}

// ---- Rewards and labels -------------------------------------------------------------------------

void check_rewards(const Trace& trace, TraceLevel& level) {
  CheckCounter rewards(level, "reward");
  for (const TraceRound& round : trace.rounds) {
    if (!round.rewards) continue;
    rewards.number(round.t, "reward", round.reward, (*round.rewards)[round.arm], 0.0,
                   "rewards of the arm played");
  }
  if (rewards.cases() == 0) rewards.skip(no_field("rewards"));
}

// By how much a label of `gain`, which is known within `error`, may differ from ours. A rectified
// label is exactly 0 wherever the whole interval is negative, however wide it is; so is a constant
// of any other convex rule. Twice the error, because the ends of the interval are rounded too.
double label_error(LabelOfGain rule, double gain, double error) {
  const double label = rule(gain);
  const bool constant = rule(gain - 2.0 * error) == label && rule(gain + 2.0 * error) == label;
  return constant ? 0.0 : error;
}

void check_labels(const Trace& trace, const Arithmetic& arithmetic, TraceLevel& level) {
  CheckCounter labels(level, "label");
  const std::optional<LabelOfGain> rule = label_rule(trace.header.method);
  if (!rule) {
    labels.skip(text("which label method ", trace.header.method.name, " has is not known"));
    return;
  }
  for (const TraceRound& round : trace.rounds) {
    if (!round.label || !round.exploitation_scores) continue;
    const double gain = round.reward - (*round.exploitation_scores)[round.arm];
    const double error = rounding_of(gain, arithmetic) + rounding_of(gain, kDouble);
    labels.number(round.t, "label", *round.label, (*rule)(gain), label_error(*rule, gain, error),
                  "the method's label of r - f1 of the arm played");
  }
  if (labels.cases() == 0) labels.skip("no round has label and f1");
}

// ---- Regret -------------------------------------------------------------------------------------

// A sum over rounds, between the ends that ties leave open, with what rounding can do to it.
struct Sum {
  double lower = 0.0;
  double upper = 0.0;
  double magnitude = 0.0;  // of all terms that were added
};

// Of two numbers that hold the sum between them: the one nearer to `got`, or `got` itself.
double nearest_in(const Sum& sum, double got) {
  return std::clamp(got, sum.lower, sum.upper);
}

// Every term is a difference, and takes part in at most one addition per round.
double rounding_of(const Sum& sum, std::uint64_t rounds, const Arithmetic& arithmetic) {
  const double roundings = static_cast<double>(rounds) + 1.0;
  return (gamma(roundings, kDouble) + gamma(roundings, arithmetic)) * sum.magnitude;
}

void check_regret(const Trace& trace, const Arithmetic& arithmetic, TraceLevel& level) {
  CheckCounter regrets(level, "regret");
  const bool has_end = trace.end && (trace.end->regret || trace.end->realized_regret);
  if (!has_end) {
    regrets.skip("the trace has no end with regret");
    return;
  }
  Sum expected;
  Sum realised;
  bool has_rewards = true;
  for (const TraceRound& round : trace.rounds) {
    if (!round.expected_rewards) {
      regrets.skip(text("round ", round.t, " has no expected_rewards"));
      return;
    }
    const Eigen::VectorXd& h = *round.expected_rewards;
    const double best = h[index_of_largest(h)];
    const double lost = best - h[round.arm];
    expected.lower += lost;
    expected.upper += lost;
    expected.magnitude += std::abs(best) + std::abs(h[round.arm]);
    has_rewards = has_rewards && round.rewards.has_value();
    if (!round.rewards) continue;
    double lowest = kDouble.largest;
    double highest = -kDouble.largest;
    double size = 0.0;
    for (Index i = 0; i < h.size(); ++i) {  // any arm of largest h may stand for the best one
      if (h[i] != best) continue;
      lowest = std::min(lowest, (*round.rewards)[i]);
      highest = std::max(highest, (*round.rewards)[i]);
      size = std::max(size, std::abs((*round.rewards)[i]));
    }
    const double got = (*round.rewards)[round.arm];
    realised.lower += lowest - got;
    realised.upper += highest - got;
    realised.magnitude += size + std::abs(got);
  }
  const std::uint64_t last = trace.rounds.size();
  if (trace.end->regret) {
    regrets.number(last + 1, "end.regret", *trace.end->regret,
                   nearest_in(expected, *trace.end->regret),
                   rounding_of(expected, last, arithmetic),
                   "the sum of largest expected reward minus that of the arm played");
  }
  if (trace.end->realized_regret && has_rewards) {
    regrets.number(last + 1, "end.realized_regret", *trace.end->realized_regret,
                   nearest_in(realised, *trace.end->realized_regret),
                   rounding_of(realised, last, arithmetic),
                   "the sum of the best arm's reward minus that of the arm played");
  }
}

// ---- The digest ---------------------------------------------------------------------------------

bool is_digest(const std::optional<std::string>& digest) {
  return digest && digest->size() == 16 &&
         digest->find_first_not_of("0123456789abcdef") == std::string::npos;
}

void check_digests(const Trace& trace, TraceLevel& level) {
  CheckCounter digests(level, "digest");
  const bool full = trace.header.detail == TraceDetail::kFull;
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    const TraceRound& round = trace.rounds[i];
    if (!round.digest) continue;
    digests.require(is_digest(round.digest), round.t, "digest", *round.digest,
                    "16 hexadecimal digits", "fnv1a64-words");
    const bool first = i == 0;
    if (!full || !round.contexts || !is_digest(round.digest) ||
        !(first || is_digest(trace.rounds[i - 1].digest))) {
      continue;
    }
    // The parameters after this round enter it too; only those of the last one can be recorded.
    const bool with_parameters = is_checkpoint(round.t, trace.header.rounds);
    const bool known = trace.end && round.t == trace.end->rounds && !trace.end->parameters.empty();
    if (with_parameters && !known) continue;
    plain::Digest digest =
        first ? plain::Digest()
              : plain::Digest(std::stoull(*trace.rounds[i - 1].digest, nullptr, 16));
    for (Index arm = 0; arm < round.contexts->cols(); ++arm) {
      digest.add(Eigen::VectorXd(round.contexts->col(arm)));
    }
    if (round.exploitation_scores) digest.add(*round.exploitation_scores);
    if (round.exploration_scores) digest.add(*round.exploration_scores);
    digest.add(static_cast<std::uint64_t>(round.arm));
    digest.add(round.reward);
    if (round.label) digest.add(*round.label);
    if (with_parameters) {
      for (const Eigen::VectorXd& theta : trace.end->parameters) digest.add(theta);
    }
    digests.require(digest.hex() == *round.digest, round.t, "digest", *round.digest, digest.hex(),
                    "the digest of what the round holds, from the digest of the round before");
  }
  if (trace.end && trace.end->digest && !trace.rounds.empty() && trace.rounds.back().digest) {
    digests.require(*trace.end->digest == *trace.rounds.back().digest, trace.rounds.size() + 1,
                    "end.digest", *trace.end->digest, *trace.rounds.back().digest,
                    "the digest of the last round");
  }
  if (digests.cases() == 0) digests.skip(no_field("digest"));
}

}  // namespace

TraceLevel check_consistency(const Trace& trace, const Arithmetic& arithmetic) {
  TraceLevel level;
  level.level = "consistency";
  check_arms(trace, arithmetic, level);
  check_rewards(trace, level);
  check_labels(trace, arithmetic, level);
  check_regret(trace, arithmetic, level);
  check_digests(trace, level);
  return level;
}

std::vector<std::string> broken_assumptions(const Trace& trace) {
  std::vector<std::string> sentences;
  std::string norm;
  std::string reward;
  // As reference/environment.h has it, for contexts that may have been stored as floats.
  const double allowed = (2.0 * static_cast<double>(trace.header.dim) + 8.0) * kFloat.unit_roundoff;
  const auto note_reward = [&](std::uint64_t t, const char* field, double r) {
    if (reward.empty() && !(r >= 0.0 && r <= 1.0)) {
      reward = text("round ", t, ": ", field, " holds ", r, ", the paper assumes 0 to 1");
    }
  };
  for (const TraceRound& round : trace.rounds) {
    for (Index i = 0; round.contexts && norm.empty() && i < round.contexts->cols(); ++i) {
      const double square = dot(round.contexts->col(i), round.contexts->col(i));
      if (std::abs(square - 1.0) <= allowed) continue;
      norm = text("round ", round.t, ": contexts[", i, "] has norm ", std::sqrt(square),
                  ", the paper assumes 1");
    }
    note_reward(round.t, "reward", round.reward);
    for (Index i = 0; i < trace.header.arms; ++i) {
      if (round.rewards) note_reward(round.t, "rewards", (*round.rewards)[i]);
      if (round.expected_rewards) {
        note_reward(round.t, "expected_rewards", (*round.expected_rewards)[i]);
      }
    }
  }
  for (const std::string& sentence : {norm, reward}) {
    if (!sentence.empty()) sentences.push_back(sentence);
  }
  return sentences;
}

}  // namespace eenet::verify
