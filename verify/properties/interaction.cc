#include "verify/properties/interaction.h"
#include "verify/plain/digest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "reference/floating_point.h"
#include "reference/interaction.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

std::unique_ptr<Environment> environment_of(const Case& one) {
  return make_environment(random_environment(one), {one.seed, false, {}});
}

// A run as it was watched.
struct Watched {
  struct Turn {
    Round round;
    Choice choice;
    double reward = 0.0;
    std::optional<double> label;
    Regret regret;
    std::uint64_t digest = 0;
    std::vector<Eigen::VectorXd> parameters;  // after learning
  };
  std::vector<Turn> turns;
  RunOutcome outcome;
};

Watched watch(const Environment& environment, Policy& policy, std::uint64_t rounds,
              std::uint64_t stop_after = UINT64_MAX) {
  Watched watched;
  watched.outcome = play(environment, policy, rounds, [&](const PlayedRound& played) {
    watched.turns.push_back({played.round, played.choice, played.reward, played.label,
                             played.regret, played.digest.value(), policy.parameters()});
    return played.t < stop_after;
  });
  return watched;
}

// Of any policy in the case's environment.
Watched watch_any(const Case& one, std::uint64_t stop_after = UINT64_MAX) {
  const auto environment = environment_of(one);
  Rng rng = case_rng(one, "policy");
  Spec spec = random_method(one);
  if (rng.below(3) == 0) spec = {"random", {}};
  const auto policy = make_policy(spec, *environment, {one.seed, {}});
  return watch(*environment, *policy, one.rounds, stop_after);
}

bool is_power_of_two(std::uint64_t t) {
  while (t % 2 == 0) t /= 2;
  return t == 1;
}

void add_turn(const Watched::Turn& turn, bool with_parameters, plain::Digest& digest) {
  for (Eigen::Index i = 0; i < turn.round.contexts.cols(); ++i) {
    digest.add(Eigen::VectorXd(turn.round.contexts.col(i)));
  }
  digest.add(turn.choice.exploitation_scores);
  digest.add(turn.choice.exploration_scores);
  digest.add(static_cast<std::uint64_t>(turn.choice.arm));
  digest.add(turn.reward);
  if (turn.label) digest.add(*turn.label);
  if (!with_parameters) return;
  for (const Eigen::VectorXd& theta : turn.parameters) digest.add(theta);
}

void check_digest(const Watched& watched, std::uint64_t announced, Findings& findings) {
  plain::Digest digest;
  std::uint64_t t = 0;
  for (const Watched::Turn& turn : watched.turns) {
    ++t;
    add_turn(turn, is_power_of_two(t) || t == announced, digest);
    findings.require(turn.digest == digest.value(),
                     [&] { return text("the digest of round ", t, " is not the documented one"); });
  }
  findings.require(watched.outcome.digest.value() == digest.value(),
                   "the digest of the run is not the documented one");
}

void regret_is_what_was_lost(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const Watched watched = watch_any(one);
  double pseudo = 0.0;
  double realized = 0.0;
  double uniform = 0.0;
  for (const Watched::Turn& turn : watched.turns) {
    const plain::Numbers h = plain::numbers_of(turn.round.expected_rewards);
    const std::size_t best = plain::first_largest(h);
    const auto played = static_cast<std::size_t>(turn.choice.arm);
    double lost = 0.0;
    for (const double reward : h) lost += h[best] - reward;
    const double before = pseudo;
    pseudo += h[best] - h[played];
    realized +=
        turn.round.rewards[static_cast<Eigen::Index>(best)] - turn.round.rewards[turn.choice.arm];
    uniform += lost / static_cast<double>(h.size());
    require_same("regret", turn.regret.pseudo, pseudo, findings);
    require_same("realized regret", turn.regret.realized, realized, findings);
    require_same("regret of uniform choice", turn.regret.uniform, uniform, findings);
    findings.require(turn.regret.pseudo >= before, "the regret has fallen");
    require_same("the reward", turn.reward, turn.round.rewards[turn.choice.arm], findings);
  }
  require_same("the regret of the run", watched.outcome.regret.pseudo, pseudo, findings);
  require_same("the realized regret of the run", watched.outcome.regret.realized, realized,
               findings);
}

void optimal_loses_nothing(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const auto environment = environment_of(one);
  const auto policy = make_policy(Spec{"optimal", {}}, *environment, {one.seed, {}});
  const Watched watched = watch(*environment, *policy, one.rounds);
  require_same("the regret of `optimal`", watched.outcome.regret.pseudo, 0.0, findings);
  require_same("its realized regret", watched.outcome.regret.realized, 0.0, findings);
  findings.require(watched.turns.size() == one.rounds, "`optimal` did not play all rounds");
}

void digest_is_the_documented_hash(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const Watched watched = watch_any(one);
  check_digest(watched, one.rounds, findings);
}

void stops_when_told(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const std::uint64_t stop = 1 + case_rng(one, "stop").below(one.rounds);
  const Watched watched = watch_any(one, stop);
  if (watched.outcome.status == RunStatus::kDiverged) return;
  findings.require(watched.turns.size() == stop && watched.outcome.rounds == stop, [&] {
    return text(watched.turns.size(), " rounds were played, it was told to stop after ", stop);
  });
  check_digest(watched, one.rounds, findings);
}

// A learning rate that throws the parameters out of range within a few rounds.
void divergence_ends_the_run(const Case& any, Findings& findings) {
  Case one = affordable(any);
  one.kind = Kind::kOrdinary;  // an environment whose contexts change
  const auto environment = environment_of(one);
  Spec method = random_method(one);
  method.given.erase("R");
  method.given["eta1"] = "1e200";
  method.given["eta2"] = "0.1";
  const auto policy = make_policy(method, *environment, {one.seed, {}});
  const Watched watched = watch(*environment, *policy, one.rounds);
  bool parameters_finite = true;
  for (const Eigen::VectorXd& theta : watched.outcome.parameters) {
    parameters_finite = parameters_finite && theta.allFinite();
  }
  for (const Watched::Turn& turn : watched.turns) {
    findings.require(
        turn.choice.exploitation_scores.allFinite() && turn.choice.exploration_scores.allFinite(),
        "a round with a score that is no number was played");
  }
  findings.require(watched.outcome.rounds == watched.turns.size(),
                   "rounds are counted that were not played");
  if (watched.outcome.status == RunStatus::kCompleted) {
    findings.require(watched.turns.size() == one.rounds && parameters_finite,
                     "the run has diverged, but says that it has not");
  } else if (parameters_finite) {  // then the scores of the next round are not
    Round round;
    Choice choice;
    environment->observe(watched.turns.size() + 1, round);
    policy->choose(watched.turns.size() + 1, round.contexts, choice);
    findings.require(
        watched.turns.size() < one.rounds &&
            !(choice.exploitation_scores.allFinite() && choice.exploration_scores.allFinite()),
        "the run says that it has diverged, but it has not");
  }
  check_digest(watched, one.rounds, findings);
}

// Shows the rounds of another environment, one of them with a fault.
class Spoiled final : public Environment {
 public:
  Spoiled(const Environment& sound, std::uint64_t round, std::uint64_t fault, std::uint64_t word)
      : sound_(sound), spoiled_round_(round), fault_(fault), word_(word) {}

  static constexpr std::uint64_t kFaults = 7;

  [[nodiscard]] Eigen::Index dim() const override { return sound_.dim(); }
  [[nodiscard]] Eigen::Index arms() const override { return sound_.arms(); }

  void observe(std::uint64_t t, Round& round) const override {
    sound_.observe(t, round);
    if (t != spoiled_round_) return;
    const auto arm = static_cast<Eigen::Index>(word_ % static_cast<std::uint64_t>(arms()));
    // Norm 1 is | |x|^2 - 1 | <= (2d + 8) u: this is four times as far, and not much farther.
    const double off = (4.0 * static_cast<double>(dim()) + 16.0) * 0x1p-53;
    switch (fault_) {
      case 0:
        round.contexts.col(arm) *= 1.0 + off;
        break;
      case 1:
        round.contexts.col(arm) *= 1.0 - off;
        break;
      case 2:
        round.contexts(0, arm) = kNaN;
        break;
      case 3:
        round.rewards[arm] = std::nextafter(1.0, 2.0);
        break;
      case 4:
        round.expected_rewards[arm] = -0x1p-60;
        break;
      case 5:
        round.expected_rewards[arm] = kNaN;
        break;
      default:
        round.rewards.conservativeResize(arms() + 1);
        round.rewards[arms()] = 0.5;
    }
  }

 private:
  const Environment& sound_;
  std::uint64_t spoiled_round_;
  std::uint64_t fault_;
  std::uint64_t word_;
};

void unsound_rounds_are_refused(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const auto sound = environment_of(one);
  Rng rng = case_rng(one, "fault");
  const std::uint64_t at = 1 + rng.below(one.rounds);
  const std::uint64_t fault = rng.below(Spoiled::kFaults);
  const Spoiled spoiled(*sound, at, fault, rng.word());
  const auto policy = make_policy(Spec{"random", {}}, *sound, {one.seed, {}});
  std::uint64_t played = 0;
  bool refused = false;
  try {
    play(spoiled, *policy, one.rounds, [&played](const PlayedRound&) { return ++played, true; });
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  findings.require(refused && played == at - 1, [&] {
    return text("fault ", fault, " in round ", at, ": ", played, " rounds were played");
  });
}

}  // namespace

std::vector<Property> interaction_properties() {
  return {
      {"Regret is the sum of what was lost: never negative, never falling, and the realised and "
       "the uniform one likewise sums.",
       regret_is_what_was_lost},
      {"`optimal` has no regret.", optimal_loses_nothing},
      {"The digest is the documented hash of the documented words.", digest_is_the_documented_hash},
      {"A run that is told to stop has played that round, and no further one.", stops_when_told},
      {"A run ends before a round whose scores are not finite.", divergence_ends_the_run},
      {"A round with a context off the sphere, or a reward outside [0, 1], is refused.",
       unsound_rounds_are_refused}};
}

}  // namespace eenet::verify
