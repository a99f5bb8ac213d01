// Whether f2 knows the direction of exploration.
#include <algorithm>
#include <optional>

#include "reference/require.h"
#include "theory/measured/mean.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

// How often sign(f2) is that of h - f1, over all arms and rounds of one run.
double sign_agreement(const char* environment, const std::string& rate, std::uint64_t rounds,
                      std::uint64_t seed) {
  double agree = 0.0;
  double arms = 0.0;
  play_run(environment, text("eenet:width=50,eta1=", rate, ",eta2=", rate), rounds, seed,
           [&](const PlayedRound& played) {
             const Eigen::VectorXd gain =
                 played.round.expected_rewards - played.choice.exploitation_scores;
             for (Eigen::Index i = 0; i < gain.size(); ++i) {
               agree += (gain[i] > 0.0) == (played.choice.exploration_scores[i] > 0.0) ? 1.0 : 0.0;
               arms += 1.0;
             }
             return true;
           });
  return agree / arms;
}

// The sentence has no exception: f2 is positive where h > f1 and negative where h < f1. "Will be"
// may mean "in nearly all cases", which is taken as nine in ten.
Verdict f2_predicts_the_direction(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(20, 100);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(1000, 4000);
  constexpr double kNearlyAlways = 0.9;
  const std::vector<const char*> environments = {"linear:dim=5,arms=4,noise=bernoulli",
                                                 "cosine:dim=5,arms=4,noise=bernoulli"};
  const std::vector<std::string> rates = {"0.1", "0.05", "0.02", "0.0125"};
  // Eight comparisons share what the claim may err by; it is contradicted if all fail.
  Context each = context;
  each.false_alarm /= static_cast<double>(environments.size() * rates.size());
  std::optional<Judgement> best;
  std::string found;
  for (const char* environment : environments) {
    std::vector<double> shares;
    for (const std::string& rate : rates) {
      std::vector<double> agreements;
      for (std::uint64_t i = 0; i < seeds; ++i) {
        agreements.push_back(sign_agreement(environment, rate, rounds, context.run_seed(i)));
      }
      const Judgement here =
          judge_mean(agreements, Relation::kAtLeast, kNearlyAlways, Evidence::kBelow, each);
      if (!best || here.value() > best->value()) best = here;
      shares.push_back(100.0 * here.value());
    }
    append_item(found, environment, ": ", brief(shares), "%");
  }
  return best->when_false(Status::kInconclusive)
      .decided_by(
          "the last quarter of longer runs on the arms that are played, with retraining and "
          "learning rates down to the paper's 0.0001")
      .finding(text("sign(f2) is that of h - f1 for so many of all arms, mean over ", seeds,
                    " seeds at the learning rates 0.1, 0.05, 0.02, 0.0125: ", found,
                    ". A coin has 50%."));
}

// In the first and in the last quarter of a run: the share of arms on which the signs agree.
std::vector<double> early_and_late_agreement(const char* environment, std::uint64_t rounds,
                                             std::uint64_t seed) {
  std::vector<double> agree = {0.0, 0.0};
  double arms = 0.0;  // of a quarter
  play_run(environment, "eenet:width=50", rounds, seed, [&](const PlayedRound& played) {
    const bool early = 4 * played.t <= rounds;
    const bool late = 4 * played.t > 3 * rounds;
    if (!early && !late) return true;
    const Eigen::VectorXd gain = played.round.expected_rewards - played.choice.exploitation_scores;
    for (Eigen::Index i = 0; i < gain.size(); ++i) {
      const bool same = (gain[i] > 0.0) == (played.choice.exploration_scores[i] > 0.0);
      agree[late ? 1 : 0] += same ? 1.0 : 0.0;
      arms += early ? 1.0 : 0.0;
    }
    return true;
  });
  return {agree[0] / arms, agree[1] / arms};
}

Verdict f2_improves(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(20, 100);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(1000, 4000);
  EveryMeanPositive improves(context, 2);
  std::string found;
  for (const char* environment :
       {"linear:dim=5,arms=4,noise=bernoulli", "cosine:dim=5,arms=4,noise=bernoulli"}) {
    std::vector<double> changes;
    double early = 0.0;
    for (std::uint64_t i = 0; i < seeds; ++i) {
      const auto agreement = early_and_late_agreement(environment, rounds, context.run_seed(i));
      changes.push_back(agreement[1] - agreement[0]);
      early += 100.0 * agreement[0] / static_cast<double>(seeds);
    }
    const Measured change = improves.add(changes);
    append_item(found, environment, ": ", brief(early), "% in the first quarter, ",
                brief(early + 100.0 * change.value), "% in the last");
  }
  return improves.judge()
      .when_false(Status::kInconclusive)
      .decided_by("the same with retraining, and at smaller learning rates")
      .finding(text("The sign of f2 is that of h - f1 for so many arms, over ", rounds,
                    " rounds: ", found, "."));
}

}  // namespace

std::vector<Claim> direction_claims() {
  return {
      {.id = "CLM-DIRECTION",
       .kind = EvidenceKind::kMeasured,
       .says = "When h - f1 > 0, f2 will also be positive; when h - f1 < 0, f2 will be negative.",
       .place = {"Motivation of Exploration Network", "fig:twotype"},
       .how = "Share of arms on which the signs of f2 and h - f1 agree, per seed, in two "
              "environments at four learning rates; Student's interval over seeds against nine in "
              "ten, at the best of the eight.",
       .recorded = always(Status::kInconclusive),
       .statistical = true,
       .cost = 1,
       .check = f2_predicts_the_direction},
      {.id = "CLM-IMPROVES",
       .kind = EvidenceKind::kMeasured,
       .says = "f2 progressively improves by learning from suboptimal decisions.",
       .place = {"Motivation of Exploration Network", "Discussion"},
       .how =
           "How often the sign of f2 is that of h - f1 in the last quarter of the rounds against "
           "the first, per seed, in two environments.",
       .recorded = always(Status::kInconclusive),
       .statistical = true,
       .cost = 1,
       .check = f2_improves}};
}

}  // namespace eenet::verify
