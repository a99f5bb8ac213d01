// `neural-epsilon`, `neural-ucb` and `neural-ts` against a plain writing: the network to the bit,
// the covariance as a whole matrix or a list of sums in long double.
#include <algorithm>
#include <cmath>
#include <string>

#include "reference/models/gradient_covariance.h"
#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/methods/method_games.h"
#include "verify/plain/eenet.h"
#include "verify/plain/training.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

using plain::WideVector;
using Wide = long double;

constexpr std::uint64_t kMostParametersOfWholeMatrix = 40;
constexpr std::uint64_t kMostRounds = 6;

// f1 written plainly, with the pull toward its start.
class PlainNetwork {
 public:
  PlainNetwork(const Case& one, const Spec& method, double anchor, bool from_case)
      : shape_(shape_of(one)),
        anchor_(anchor),
        eta_(plain::decimal(method, "eta1")),
        training_(plain::training_of(method, 0, one.seed)) {
    Rng rng(one.seed, "init/f1", 0);
    theta_ = from_case ? random_point(one).theta : plain::initial_parameters(shape_, rng);
    start_ = theta_;
  }

  [[nodiscard]] plain::Numbers scores(const std::vector<plain::Numbers>& contexts) const {
    plain::Numbers all;
    for (const plain::Numbers& x : contexts) all.push_back(plain::forward(shape_, theta_, x).value);
    return all;
  }

  [[nodiscard]] plain::Numbers gradient(const plain::Numbers& x) const {
    return plain::gradient(shape_, theta_, plain::forward(shape_, theta_, x));
  }

  void learn(std::uint64_t t, const plain::Numbers& x, double reward) {
    if (anchor_ == 0.0) {
      training_.learn(t, shape_, {x, reward}, theta_);
      return;
    }
    // Online, and the step is that of the theta before the pull.
    const plain::Pass pass = plain::forward(shape_, theta_, x);
    const plain::Numbers slope = plain::gradient(shape_, theta_, pass);
    const double c = eta_ * (pass.value - reward);
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      const double pulled = theta_[i] - (eta_ * anchor_) * (theta_[i] - start_[i]);
      theta_[i] = pulled - c * slope[i];
    }
  }

  [[nodiscard]] const plain::Numbers& theta() const { return theta_; }

 private:
  NaiveShape shape_;
  double anchor_;
  double eta_;
  plain::Training training_;
  plain::Numbers theta_;
  plain::Numbers start_;
};

// Equal as numbers: where a step of 0 is left out, a zero may keep its sign.
void require_equal(const Eigen::VectorXd& got, const plain::Numbers& expected, Findings& findings) {
  findings.require(got == plain::vector_of(expected), "theta1 is not that of the plain writing");
}

bool is_finite(const PlainNetwork& network) {
  return plain::finite(network.theta());
}

Spec network_spec(const Case& one, const std::string& name, bool online) {
  Spec method = {name,
                 {{"width", std::to_string(one.width)},
                  {"depth", std::to_string(one.depth)},
                  {"eta1", "0.25"}}};
  if (!online) {
    method.given.emplace("schedule", "replay");
    method.given.emplace("every", "2");
    method.given.emplace("steps", "9");
  }
  return method;
}

// ---- Epsilon ------------------------------------------------------------------------------------

void epsilon_is_as_printed(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "epsilon");
  const bool decays = rng.below(2) == 0;
  Spec method =
      network_spec(one, decays ? "neural-epsilon-decay" : "neural-epsilon", rng.below(3) != 0);
  method.given.emplace(decays ? "epsilon0" : "epsilon", "0.75");
  const MethodGame game(one, method);
  const auto policy = game.new_policy();
  PlainNetwork network(one, complete_policy_spec(method), 0.0, false);
  Choice choice;
  for (std::uint64_t t = 1; t <= std::min(one.rounds, kMostRounds); ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    const std::vector<plain::Numbers> arms = plain::columns_of(contexts);
    const plain::Numbers scores = network.scores(arms);
    if (!plain::finite(scores)) return;
    require_same("f1", choice.exploitation_scores, scores, findings);
    const double epsilon = decays ? 0.75 / (1.0 + std::sqrt(static_cast<double>(t))) : 0.75;
    Rng draws(one.seed, "policy", t);
    const bool explores = draws.uniform() < epsilon;
    const std::size_t arm = explores ? draws.below(one.arms) : plain::first_largest(scores);
    findings.require(choice.arm == static_cast<Eigen::Index>(arm),
                     [&] { return text("arm ", choice.arm, " is played, expected ", arm); });
    if (findings.worst().outcome == Outcome::kDisagree) return;
    const double reward = method_reward(one, t);
    policy->learn(reward);
    network.learn(t, arms[arm], reward);
    if (!is_finite(network)) return;
    require_same("theta1", policy->parameters().at(0), network.theta(), findings);
  }
}

// ---- Confidence ---------------------------------------------------------------------------------

struct Square {
  Wide value = 0.0L;  // g^T U^-1 g
  Wide bound = 0.0L;
};

// U, whole or as its diagonal.
class WideCovariance {
 public:
  WideCovariance(std::uint64_t parameters, double lambda, bool full)
      : diagonal_(parameters, lambda), whole_(full ? parameters : 0, lambda), full_(full) {}

  [[nodiscard]] Square square(const plain::Numbers& gradient) const {
    const WideVector g(gradient.begin(), gradient.end());
    Square result;
    if (!full_) {
      for (std::size_t k = 0; k < g.size(); ++k) result.value += g[k] * g[k] / diagonal_[k];
      const auto roundings = static_cast<double>(whole_.samples() + samples_ + g.size() + 8);
      result.bound = gamma(roundings, kDouble) * result.value;
    } else {
      // As for linucb (ridge_methods.cc).
      const WideVector solved = whole_.solved(g);
      const auto steps = static_cast<double>(samples_ + 2) * static_cast<double>(g.size() + 4);
      result.value = plain::dot(g, solved);
      result.bound = 4.0L * gamma(8.0 * steps + 64.0, kDouble) *
                     (plain::trace(whole_.a()) * plain::dot(solved, solved) + result.value);
    }
    result.bound += static_cast<Wide>(g.size()) * 0x1p-1060L;  // squares that underflow
    return result;
  }

  void add(const plain::Numbers& gradient) {
    ++samples_;
    for (std::size_t k = 0; k < gradient.size(); ++k)
      diagonal_[k] += static_cast<Wide>(gradient[k]) * static_cast<Wide>(gradient[k]);
    if (full_) whole_.add({gradient.begin(), gradient.end()}, 0.0);
  }

 private:
  WideVector diagonal_;
  plain::WideRidge whole_;
  bool full_;
  std::size_t samples_ = 0;
};

void confidence_is_textbook(const Case& one, const std::string& name, Findings& findings) {
  Rng rng = case_rng(one, "confidence");
  const bool thompson = name == "neural-ts";
  const bool full = one.parameter_count() <= kMostParametersOfWholeMatrix && rng.below(2) == 0;
  const bool online = rng.below(3) != 0;
  const double anchor = online && rng.below(2) == 0 ? 0.5 : 0.0;
  const double lambda = random_lambda(one);
  const double nu = random_scale(one);
  Spec method = network_spec(one, name, online);
  method.given["lambda"] = decimal_text(lambda);
  method.given["nu"] = decimal_text(nu);
  method.given["covariance"] = full ? "full" : "diagonal";
  method.given["anchor"] = decimal_text(anchor);
  const bool from_case = one.kind == Kind::kOnKink || one.kind == Kind::kDead;
  std::vector<plain::Numbers> start;
  if (from_case) start.push_back(random_point(one).theta);
  const auto policy = MethodGame(one, method, start).new_policy();
  PlainNetwork network(one, complete_policy_spec(method), anchor, from_case);
  WideCovariance covariance(one.parameter_count(), lambda, full);
  Choice choice;
  for (std::uint64_t t = 1; t <= std::min(one.rounds, kMostRounds); ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    const std::vector<plain::Numbers> arms = plain::columns_of(contexts);
    const plain::Numbers scores = network.scores(arms);
    if (!plain::finite(scores)) return;
    require_same("f1", choice.exploitation_scores, scores, findings);
    Rng draws(one.seed, "policy", t);
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const Square square = covariance.square(network.gradient(arms[i]));
      const Wide factor =
          thompson ? nu * std::sqrt(static_cast<Wide>(lambda)) * draws.normal() : nu;
      const Wide root = std::sqrt(square.value);
      Wide bound = std::sqrt(square.bound);
      if (square.value > 0.0L) bound = std::min(bound, square.bound / root);
      bound = std::abs(factor) * (bound + 8.0L * 0x1p-53L * root);
      const auto arm = static_cast<Eigen::Index>(i);
      if (!compare_method_score("f2", arm, choice.exploration_scores[arm], factor * root, bound,
                                findings)) {
        return;
      }
    }
    require_largest_sum(choice, findings);
    if (findings.worst().outcome == Outcome::kDisagree) return;
    const auto played = static_cast<std::size_t>(choice.arm);
    const double reward = method_reward(one, t);
    policy->learn(reward);
    covariance.add(network.gradient(arms[played]));
    network.learn(t, arms[played], reward);
    if (!is_finite(network)) return;
    require_equal(policy->parameters().at(0), network.theta(), findings);
  }
}

void neural_ucb_is_textbook(const Case& one, Findings& findings) {
  confidence_is_textbook(one, "neural-ucb", findings);
}

void neural_ts_is_textbook(const Case& one, Findings& findings) {
  confidence_is_textbook(one, "neural-ts", findings);
}

// Then g g^T is diagonal, and nothing is left out.
void full_is_diagonal_for_single_entries(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "single entries");
  const auto parameters = static_cast<Eigen::Index>(1 + rng.below(8));
  const double lambda = random_lambda(one);
  const auto diagonal = diagonal_covariance(parameters, lambda);
  const auto full = full_covariance(parameters, lambda);
  Eigen::VectorXd first;
  Eigen::VectorXd second;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    std::vector<SparseGradient> gradients(one.arms);
    for (SparseGradient& gradient : gradients) {
      if (rng.below(8) == 0) continue;  // a network that is off
      gradient.places = {
          static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(parameters)))};
      gradient.values = {number_between(rng, -4.0, 4.0, one.digits)};
    }
    diagonal->weigh(gradients, first);
    full->weigh(gradients, second);
    for (Eigen::Index i = 0; i < first.size(); ++i) {
      // A sum of t squares and a quotient here; t roots, each of two squares, and a quotient there.
      const Wide bound = gamma(8.0 * static_cast<double>(t) + 8.0, kDouble) * first[i];
      if (!compare_method_score("square", i, second[i], first[i], bound, findings)) return;
    }
    const SparseGradient& played = gradients[rng.below(one.arms)];
    diagonal->add(played);
    full->add(played);
  }
}

// ---- All ----------------------------------------------------------------------------------------

void asking_changes_nothing(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  Rng rng = case_rng(one, "asking");
  const std::vector<PolicyKind>& kinds = policy_kinds();
  const PolicyKind& kind = kinds[rng.below(kinds.size())];
  Spec method = {kind.name, {}};
  for (const Key& key : kind.keys) {
    if (key.name == "width" || key.name == "hidden")
      method.given.emplace(key.name, key.name == "width" ? "3" : "40");
  }
  const MethodGame game(one, method);
  const auto once = game.new_policy();
  const auto twice = game.new_policy();
  Choice expected;
  Choice again;
  for (std::uint64_t t = 1; t <= std::min<std::uint64_t>(one.rounds, 4); ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    once->choose(t, contexts, expected);
    for (int i = 0; i < 2; ++i) {
      twice->choose(t, contexts, again);
      require_same("f1", again.exploitation_scores, plain::numbers_of(expected.exploitation_scores),
                   findings);
      require_same("f2", again.exploration_scores, plain::numbers_of(expected.exploration_scores),
                   findings);
      findings.require(again.arm == expected.arm,
                       [&] { return text(kind.name, " plays another arm when asked again"); });
    }
    if (!expected.exploitation_scores.allFinite()) return;
    const double reward = method_reward(one, t);
    once->learn(reward);
    twice->learn(reward);
  }
}

}  // namespace

std::vector<Property> neural_method_properties() {
  return {
      {"`neural-epsilon` and `neural-epsilon-decay` explore with the printed probability, by the "
       "stream `policy`.",
       epsilon_is_as_printed},
      {"`neural-ucb` adds nu sqrt(g^T U^-1 g) to f1, U of the gradients at their choices.",
       neural_ucb_is_textbook},
      {"`neural-ts` adds nu sqrt(lambda g^T U^-1 g) z to f1, a z for each arm.",
       neural_ts_is_textbook},
      {"The whole covariance is its diagonal while every gradient has at most one entry.",
       full_is_diagonal_for_single_entries},
      {"Asking a method twice changes neither its answer nor what it learns.",
       asking_changes_nothing},
  };
}

}  // namespace eenet::verify
