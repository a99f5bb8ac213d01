// Algorithm 1 against a second writing of it. [EENET, Proposed Method, alg:main]
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "reference/registry.h"
#include "reference/require.h"
#include "verify/generators/contexts.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/kinks.h"
#include "verify/methods/method_games.h"
#include "verify/plain/eenet.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

// What the rounds of one case may cost: parameters times arms and steps.
constexpr std::uint64_t kMostWork = 40'000;

NaiveShape exploration_shape(const Case& one, const Spec& method) {
  const plain::Features features(method, one.parameter_count(), one.seed);
  return {features.output_size(), one.width, one.depth};
}

// A method, what it starts from, and how many rounds of it are affordable.
struct Game {
  explicit Game(const Case& one)
      : method(complete_policy_spec(random_method(one))),
        environment(make_environment(
            Spec{"linear",
                 {{"dim", std::to_string(one.dimension)}, {"arms", std::to_string(one.arms)}}},
            {one.seed, false, {}})),
        shape1(shape_of(one)),
        shape2(exploration_shape(one, method)) {
    const bool printed = one.kind == Kind::kOrdinary || one.kind == Kind::kNearEqual ||
                         one.kind == Kind::kAntipodal || one.kind == Kind::kOrthogonal;
    if (!printed) {
      start = {random_point(one).theta, random_parameters(one, shape2, "exploration")};
    }
    const bool replay = method.given.at("schedule") == "replay";
    const std::uint64_t passes = one.arms + 2 * (replay ? plain::whole_number(method, "steps") : 1);
    const std::uint64_t work = passes * (shape1.parameter_count() + shape2.parameter_count());
    rounds = std::clamp<std::uint64_t>(kMostWork / work, 1, one.rounds);
  }

  [[nodiscard]] std::unique_ptr<Policy> new_policy(const Case& one) const {
    PolicyInputs inputs{one.seed, {}};
    for (const plain::Numbers& theta : start) {
      inputs.initial_parameters.push_back(plain::vector_of(theta));
    }
    return make_policy(method, *environment, inputs);
  }

  Spec method;
  std::unique_ptr<Environment> environment;
  NaiveShape shape1;
  NaiveShape shape2;
  std::vector<plain::Numbers> start;  // theta1 and theta2; empty: the printed initialisation
  std::uint64_t rounds = 1;
};

// The first arm of the first round is the input that the case's network is peculiar at.
Eigen::MatrixXd contexts_of_round(const Case& one, const Game& game, std::uint64_t t) {
  Eigen::MatrixXd contexts = random_contexts(one, t);
  if (t == 1 && !game.start.empty()) contexts.col(0) = plain::vector_of(random_point(one).x);
  return contexts;
}

double reward_of_round(const Case& one, std::uint64_t t) {
  Rng rng = case_rng(one, "reward", t);
  const double r = rng.uniform();
  return rng.below(2) == 0 ? r : std::round(r);
}

void starts_from_named_streams(const Case& one, Findings& findings) {
  Game game(one);
  game.start.clear();
  const std::vector<Eigen::VectorXd> got = game.new_policy(one)->parameters();
  Rng first(one.seed, "init/f1", 0);
  Rng second(one.seed, "init/f2", 0);
  findings.require(got.size() == 2, "there are not two networks");
  if (got.size() != 2) return;
  require_same("theta1", got[0], plain::initial_parameters(game.shape1, first), findings);
  require_same("theta2", got[1], plain::initial_parameters(game.shape2, second), findings);
}

// One round played by both; false once a score is not finite, where a run would end.
bool same_round(const Case& one, const Game& game, std::uint64_t t, Policy& policy,
                plain::EeNet& expected, Findings& findings) {
  const Eigen::MatrixXd contexts = contexts_of_round(one, game, t);
  Choice choice;
  policy.choose(t, contexts, choice);
  const plain::EeNet::Scores scores = expected.scores(plain::columns_of(contexts));
  if (!plain::finite(scores.exploitation) || !plain::finite(scores.exploration)) return false;
  require_same("f1", choice.exploitation_scores, scores.exploitation, findings);
  require_same("f2", choice.exploration_scores, scores.exploration, findings);
  findings.require(choice.arm == static_cast<Eigen::Index>(scores.arm), [&] {
    return text("round ", t, " plays arm ", choice.arm, ", expected ", scores.arm);
  });
  if (findings.worst().outcome == Outcome::kDisagree) return false;
  const double reward = reward_of_round(one, t);
  const std::optional<double> label = policy.learn(reward);
  const double expected_label = expected.learn(t, scores.arm, reward);
  findings.require(label.has_value(), "there is no label");
  if (label) require_same("label", *label, expected_label, findings);
  if (!plain::finite(expected.theta1()) || !plain::finite(expected.theta2())) return false;
  require_same("theta1", policy.parameters()[0], expected.theta1(), findings);
  require_same("theta2", policy.parameters()[1], expected.theta2(), findings);
  return findings.worst().outcome != Outcome::kDisagree;
}

void plays_as_written(const Case& one, Findings& findings) {
  const Game game(one);
  const auto policy = game.new_policy(one);
  plain::EeNet expected(game.method, one.dimension, one.seed, game.start);
  for (std::uint64_t t = 1; t <= game.rounds; ++t) {
    if (!same_round(one, game, t, *policy, expected, findings)) break;
  }
}

// f of the twin in the wider numbers, and how far a computation in double may be from it.
void compare_score(const char* what, std::size_t arm, double got, const Point& point,
                   Findings& findings) {
  const Pattern active = active_units(point);
  WorstEntry worst;
  const long double wide_share = 1.0L + 0x1p-10L;  // the wider sums' own error
  worst.see(arm, got, wide_slope(point, active).value,
            wide_share * PathSums(point, active).value().bound(kDouble));
  worst.tell(what, findings);
}

void scores_are_the_twins(const Case& one, Findings& findings) {
  const Game game(one);
  const auto policy = game.new_policy(one);
  plain::Features features(game.method, one.parameter_count(), one.seed);
  const std::uint64_t rounds = std::min<std::uint64_t>(game.rounds, 3);
  Choice choice;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    const std::vector<Eigen::VectorXd> before = policy->parameters();
    if (!before[0].allFinite() || !before[1].allFinite()) break;
    const Eigen::MatrixXd contexts = contexts_of_round(one, game, t);
    policy->choose(t, contexts, choice);
    if (!choice.exploitation_scores.allFinite() || !choice.exploration_scores.allFinite()) break;
    const auto arm = static_cast<std::size_t>(choice.arm);
    const plain::Numbers x = plain::numbers_of(contexts.col(choice.arm));
    const Point first = {game.shape1, plain::numbers_of(before[0]), x};
    compare_score("f1", arm, choice.exploitation_scores[choice.arm], first, findings);
    const plain::Numbers gradient =
        plain::gradient(game.shape1, first.theta, plain::forward(game.shape1, first.theta, x));
    if (!plain::finite(gradient)) break;
    const Point second = {game.shape2, plain::numbers_of(before[1]), features.map(gradient)};
    compare_score("f2", arm, choice.exploration_scores[choice.arm], second, findings);
    features.observe(gradient);
    policy->learn(reward_of_round(one, t));
  }
}

void permutes_with_the_arms(const Case& one, Findings& findings) {
  const Game game(one);
  const Eigen::MatrixXd contexts = contexts_of_round(one, game, 1);
  Rng rng = case_rng(one, "permutation");
  const std::vector<std::size_t> order = permutation(rng, one.arms);
  Eigen::MatrixXd permuted(contexts.rows(), contexts.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    permuted.col(static_cast<Eigen::Index>(i)) = contexts.col(static_cast<Eigen::Index>(order[i]));
  }
  Choice choice;
  Choice moved;
  game.new_policy(one)->choose(1, contexts, choice);
  game.new_policy(one)->choose(1, permuted, moved);
  const Eigen::VectorXd scores = choice.exploitation_scores + choice.exploration_scores;
  if (!scores.allFinite()) return;
  plain::Numbers expected1;
  plain::Numbers expected2;
  for (const std::size_t i : order) {
    expected1.push_back(choice.exploitation_scores[static_cast<Eigen::Index>(i)]);
    expected2.push_back(choice.exploration_scores[static_cast<Eigen::Index>(i)]);
  }
  require_same("f1 of the permuted arms", moved.exploitation_scores, expected1, findings);
  require_same("f2 of the permuted arms", moved.exploration_scores, expected2, findings);
  const bool tie = (scores.array() == scores.maxCoeff()).count() > 1;
  if (!tie) {
    const std::size_t played = order[static_cast<std::size_t>(moved.arm)];
    findings.require(static_cast<Eigen::Index>(played) == choice.arm, [&] {
      return text("the permuted arms give arm ", played, ", before it was ", choice.arm);
    });
  }
}

// Equal arms have equal scores, and the best of them that stands first is played.
void ties_go_to_the_first(const Case& one, Findings& findings) {
  const Game game(one);
  const Eigen::MatrixXd half = contexts_of_round(one, game, 1);
  Rng rng = case_rng(one, "twins");
  const std::vector<std::size_t> order = permutation(rng, 2 * one.arms);
  Eigen::MatrixXd doubled(half.rows(), 2 * half.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    doubled.col(static_cast<Eigen::Index>(order[i])) = half.col(static_cast<Eigen::Index>(i / 2));
  }
  Choice choice;
  game.new_policy(one)->choose(1, doubled, choice);
  const Eigen::VectorXd scores = choice.exploitation_scores + choice.exploration_scores;
  if (!scores.allFinite()) return;
  Eigen::Index expected = 0;
  while (scores[expected] != scores.maxCoeff()) ++expected;
  findings.require(choice.arm == expected, [&] {
    return text("arm ", choice.arm, " is played, expected ", expected, " of the tied ones");
  });
}

void same_seed_same_run(const Case& one, Findings& findings) {
  const Game game(one);
  const auto first = game.new_policy(one);
  const auto second = game.new_policy(one);
  Choice choice;
  Choice again;
  for (std::uint64_t t = 1; t <= std::min<std::uint64_t>(game.rounds, 2); ++t) {
    const Eigen::MatrixXd contexts = contexts_of_round(one, game, t);
    first->choose(t, contexts, choice);
    second->choose(t, contexts, again);
    require_same("f1", again.exploitation_scores, plain::numbers_of(choice.exploitation_scores),
                 findings);
    require_same("f2", again.exploration_scores, plain::numbers_of(choice.exploration_scores),
                 findings);
    first->learn(reward_of_round(one, t));
    second->learn(reward_of_round(one, t));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    require_same("theta", second->parameters()[i], plain::numbers_of(first->parameters()[i]),
                 findings);
  }
}

void greedy_has_f1_alone(const Case& one, Findings& findings) {
  const Game game(one);
  Spec method = {"greedy", {}};
  for (const auto& [key, value] : game.method.given) {
    const bool of_both = key == "width" || key == "depth" || key == "schedule" || key == "eta1" ||
                         key == "R" || key == "every" || key == "late_every" ||
                         key == "late_from" || key == "steps" || key == "loss1";
    if (of_both) method.given[key] = value;
  }
  const auto policy = make_policy(method, *game.environment, {one.seed, {}});
  plain::Training training = plain::training_of(method, 0, one.seed);
  Rng rng(one.seed, "init/f1", 0);
  plain::Numbers theta = plain::initial_parameters(game.shape1, rng);
  Choice choice;
  for (std::uint64_t t = 1; t <= std::min<std::uint64_t>(game.rounds, 2); ++t) {
    const std::vector<plain::Numbers> contexts = plain::columns_of(random_contexts(one, t));
    policy->choose(t, random_contexts(one, t), choice);
    plain::Numbers scores;
    for (const plain::Numbers& x : contexts) {
      scores.push_back(plain::forward(game.shape1, theta, x).value);
    }
    if (!plain::finite(scores)) break;
    require_same("f1", choice.exploitation_scores, scores, findings);
    const std::size_t arm = plain::first_largest(scores);
    findings.require(choice.arm == static_cast<Eigen::Index>(arm),
                     [&] { return text("arm ", choice.arm, " is played, expected ", arm); });
    if (findings.worst().outcome == Outcome::kDisagree) break;
    const double reward = reward_of_round(one, t);
    const bool labelled = policy->learn(reward).has_value();
    training.learn(t, game.shape1, {contexts[arm], reward}, theta);
    findings.require(!labelled && choice.exploration_scores.size() == 0,
                     "there is something of a second network");
    if (plain::finite(theta)) require_same("theta1", policy->parameters()[0], theta, findings);
  }
}

void random_is_the_policy_stream(const Case& one, Findings& findings) {
  const Game game(one);
  const auto policy = make_policy(Spec{"random", {}}, *game.environment, {one.seed, {}});
  const Eigen::MatrixXd contexts = random_contexts(one, 1);
  Choice choice;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    policy->choose(t, contexts, choice);
    const std::uint64_t expected = Rng(one.seed, "policy", t).below(one.arms);
    findings.require(choice.arm == static_cast<Eigen::Index>(expected),
                     [&] { return text("arm ", choice.arm, " is played, expected ", expected); });
  }
}

}  // namespace

Suite algorithm_suite() {
  Suite suite = {
      "algorithm",
      2,
      {{"Both networks start as printed, from the streams init/f1 and init/f2.",
        starts_from_named_streams},
       {"In every round the scores, the choice, the label and both updates are those of the plain "
        "writing, to the bit.",
        plays_as_written},
       {"f1 and f2 are the twin's values at the parameters that the policy shows.",
        scores_are_the_twins},
       {"Permuting the arms permutes scores and choice.", permutes_with_the_arms},
       {"Of arms that tie, the first is played.", ties_go_to_the_first},
       {"Two policies of one seed do the same, to the bit.", same_seed_same_run},
       {"`greedy` plays the largest f1, and has no second network.", greedy_has_f1_alone},
       {"`random` plays what the stream `policy` says for the round.",
        random_is_the_policy_stream}}};
  for (auto* more :
       {ridge_method_properties, neural_method_properties, released_method_properties}) {
    for (Property& property : more()) suite.properties.push_back(std::move(property));
  }
  return suite;
}

}  // namespace eenet::verify
