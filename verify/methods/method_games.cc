#include "verify/methods/method_games.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

constexpr std::uint64_t kLargestAffordableDimension = 10;

double power_of_two_from(const Case& one, const char* purpose,
                         const std::vector<double>& candidates) {
  return candidates[case_rng(one, purpose).below(candidates.size())];
}

}  // namespace

Case affordable(Case one) {
  one.dimension = std::min(one.dimension, kLargestAffordableDimension);
  return one;
}

Eigen::MatrixXd method_contexts(const Case& one, std::uint64_t round) {
  Eigen::MatrixXd contexts = random_contexts(one, round);
  if (case_rng(one, "blocks").below(2) == 0) return contexts;
  Rng rng = case_rng(one, "zeros", round);
  const std::uint64_t kept = 1 + rng.below(3);
  for (double& entry : contexts.reshaped()) {
    if (rng.below(4) >= kept) entry = 0.0;
  }
  return contexts;
}

double method_reward(const Case& one, std::uint64_t round) {
  return case_rng(one, "method reward", round).uniform();
}

double random_lambda(const Case& one) {
  return power_of_two_from(one, "lambda", {0.0625, 0.25, 0.5, 2.0, 4.0, 16.0});
}

double random_scale(const Case& one) {
  return power_of_two_from(one, "scale", {0.125, 0.5, 2.0, 4.0});
}

std::string decimal_text(double power) {
  const auto parts = static_cast<std::uint64_t>(power * 10000.0);
  std::string digits = std::to_string(10000 + parts % 10000);  // no locale is asked
  digits.front() = '.';
  return std::to_string(parts / 10000) + digits;
}

MethodGame::MethodGame(const Case& one, const Spec& method, std::vector<plain::Numbers> start)
    : method_(method),
      seed_(one.seed),
      environment_(make_environment(
          Spec{"linear",
               {{"dim", std::to_string(one.dimension)}, {"arms", std::to_string(one.arms)}}},
          {one.seed, false, {}})) {
  for (const plain::Numbers& theta : start)
    inputs_.initial_parameters.push_back(plain::vector_of(theta));
}

std::unique_ptr<Policy> MethodGame::new_policy() const {
  PolicyInputs inputs = inputs_;
  inputs.seed = seed_;
  return make_policy(method_, *environment_, inputs);
}

plain::WideVector wide(const Eigen::Ref<const Eigen::VectorXd>& v) {
  plain::WideVector numbers;
  for (const double entry : v) numbers.push_back(entry);
  return numbers;
}

bool compare_method_score(const char* what, Eigen::Index arm, double got, long double expected,
                          long double bound, Findings& findings) {
  findings.compare(static_cast<double>(got - expected), 0.0, static_cast<double>(bound), [&] {
    return text(what, "[", arm, "] is ", shown(got), ", expected ",
                shown(static_cast<double>(expected)), " (bound ", shown(static_cast<double>(bound)),
                ")");
  });
  return findings.worst().outcome != Outcome::kDisagree;
}

void require_largest_sum(const Choice& choice, Findings& findings) {
  plain::Numbers sums;
  for (Eigen::Index i = 0; i < choice.exploitation_scores.size(); ++i)
    sums.push_back(choice.exploitation_scores[i] + choice.exploration_scores[i]);
  const auto expected = static_cast<Eigen::Index>(plain::first_largest(sums));
  findings.require(choice.arm == expected,
                   [&] { return text("arm ", choice.arm, " is played, expected ", expected); });
}

}  // namespace eenet::verify
