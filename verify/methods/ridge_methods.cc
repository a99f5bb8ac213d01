// `linucb`, `lints`, `kernelucb`, `kernelts` and `ntk-ucb` against their textbook forms, whole
// matrices in long double.
#include <algorithm>
#include <cmath>

#include "verify/generators/numbers.h"
#include "verify/methods/method_games.h"
#include "verify/methods/wide_kernel_ridge.h"
#include "verify/plain/ntk.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

using plain::WideMatrix;
using plain::WideVector;

// How far the root of a number can be off that is off by `bound`.
Wide bound_of_root(Wide square, Wide bound) {
  const Wide crude = std::sqrt(bound);
  return square > 0.0L ? std::min(crude, bound / std::sqrt(square)) : crude;
}

// ---- Linear -------------------------------------------------------------------------------------

// One arm of a linear method, and what rounding can do to it.
struct LinearArm {
  LinearArm(const plain::WideRidge& ridge, const WideVector& theta, const WideVector& x,
            double lambda) {
    const Wide error = kRoom * relative_error(ridge.samples(), x.size());
    const Wide size = plain::trace(ridge.a());
    const WideVector solved = ridge.solved(x);
    estimate = plain::dot(theta, x);
    estimate_bound = error * plain::norm(x) / lambda *
                     (size * plain::norm(theta) + std::sqrt(size) * ridge.rewards());
    square = plain::dot(x, solved);
    square_bound = error * (size * plain::dot(solved, solved) + square);
  }

  Wide estimate = 0.0L;
  Wide estimate_bound = 0.0L;
  Wide square = 0.0L;  // x^T A^-1 x
  Wide square_bound = 0.0L;
};

void linucb_is_textbook(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  const double lambda = random_lambda(one);
  const double alpha = random_scale(one);
  const MethodGame game(
      one, {"linucb", {{"lambda", decimal_text(lambda)}, {"alpha", decimal_text(alpha)}}});
  const auto policy = game.new_policy();
  plain::WideRidge ridge(one.dimension, lambda);
  Choice choice;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    const WideVector theta = ridge.theta();
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      const LinearArm arm(ridge, theta, wide(contexts.col(i)), lambda);
      if (!compare_method_score("f1", i, choice.exploitation_scores[i], arm.estimate,
                                arm.estimate_bound, findings) ||
          !compare_method_score("f2", i, choice.exploration_scores[i],
                                alpha * std::sqrt(arm.square),
                                alpha * bound_of_root(arm.square, arm.square_bound), findings)) {
        return;
      }
    }
    require_largest_sum(choice, findings);
    const double reward = method_reward(one, t);
    policy->learn(reward);
    ridge.add(wide(contexts.col(choice.arm)), reward);
  }
}

void lints_is_textbook(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  const double lambda = random_lambda(one);
  const double nu = random_scale(one);
  const MethodGame game(one,
                        {"lints", {{"lambda", decimal_text(lambda)}, {"nu", decimal_text(nu)}}});
  const auto policy = game.new_policy();
  plain::WideRidge ridge(one.dimension, lambda);
  Choice choice;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    Rng rng(one.seed, "policy", t);
    WideVector z;
    for (std::uint64_t k = 0; k < one.dimension; ++k) z.push_back(rng.normal());
    const WideVector theta = ridge.theta();
    const WideMatrix lower = plain::cholesky(ridge.a());
    const Wide condition = plain::trace(ridge.a()) / lambda;
    const Wide error = kRoom * relative_error(ridge.samples(), z.size()) * condition;
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      const WideVector x = wide(contexts.col(i));
      const WideVector y = plain::solve(lower, x);
      const LinearArm arm(ridge, theta, x, lambda);
      if (!compare_method_score("f1", i, choice.exploitation_scores[i], arm.estimate,
                                arm.estimate_bound, findings) ||
          !compare_method_score(
              "f2", i, choice.exploration_scores[i], nu * plain::dot(y, z),
              nu * error * std::sqrt(static_cast<Wide>(z.size())) * plain::norm(y) * plain::norm(z),
              findings)) {
        return;
      }
    }
    require_largest_sum(choice, findings);
    const double reward = method_reward(one, t);
    policy->learn(reward);
    ridge.add(wide(contexts.col(choice.arm)), reward);
  }
}

// ---- Kernels ------------------------------------------------------------------------------------

Wide wide_dot(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  return plain::dot(wide(x), wide(y));
}

KernelMethod kernel_method(const Case& one, const std::string& name) {
  Rng rng = case_rng(one, "kernel method");
  KernelMethod method = {{name, {}}, {}, 1 + rng.below(12), random_lambda(one), random_scale(one)};
  method.spec.given = {{"lambda", decimal_text(method.lambda)},
                       {"nu", decimal_text(method.nu)},
                       {"limit", std::to_string(method.limit)}};
  // Contexts are units or shorter: a distance is at most 2.
  const Wide of_a_sum = gamma(static_cast<double>(one.dimension) + 8.0, kDouble);
  if (name == "ntk-ucb") {
    const std::uint64_t depth = 2 + rng.below(3);
    const bool printed = rng.below(2) == 0;
    method.spec.given["depth"] = std::to_string(depth);
    method.spec.given["levels"] = printed ? "printed" : "corrected";
    const int levels = static_cast<int>(depth) - (printed ? 0 : 1);
    method.kernel.value = [levels](const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
      return plain::ntk(x, y, levels);
    };
    // An arc cosine turns an error e of its argument near 1 into sqrt(2 e); each level has one.
    const Wide size = levels + 1;
    method.kernel.error = 8.0L * size * size * std::sqrt(2.0L * of_a_sum);
  } else if (rng.below(2) == 0) {
    method.spec.given.emplace("kernel", "linear");
    method.kernel = {wide_dot, of_a_sum};
  } else {
    const double gamma_of_rbf = 0.5;
    method.spec.given.emplace("gamma", "0.5");
    method.kernel.value = [=](const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
      Wide distance = 0.0L;
      for (Eigen::Index k = 0; k < x.size(); ++k) {
        const Wide difference = static_cast<Wide>(x[k]) - static_cast<Wide>(y[k]);
        distance += difference * difference;
      }
      return std::exp(-gamma_of_rbf * distance);
    };
    method.kernel.error = 4.0L * of_a_sum;
  }
  return method;
}

// The bonuses of a round against `expect`, which compares them all.
template <typename Expect>
void follow_kernel_method(const Case& one, const KernelMethod& method, const Expect& expect,
                          Findings& findings) {
  const MethodGame game(one, method.spec);
  const auto policy = game.new_policy();
  WideKernelRidge ridge(method);
  Choice choice;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    ridge.observe(contexts);
    if (!ridge.is_well_posed()) return;
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      const auto arm = static_cast<std::size_t>(i);
      if (!compare_method_score("f1", i, choice.exploitation_scores[i], ridge.estimate(arm),
                                ridge.estimate_bound(arm), findings)) {
        return;
      }
    }
    expect(t, ridge, choice);
    require_largest_sum(choice, findings);
    if (findings.worst().outcome == Outcome::kDisagree) return;
    const double reward = method_reward(one, t);
    policy->learn(reward);
    ridge.learn(static_cast<std::size_t>(choice.arm), reward);
  }
}

void kernel_bound_is_textbook(const Case& one, const KernelMethod& method, Findings& findings) {
  const Wide factor = method.nu / std::sqrt(static_cast<Wide>(method.lambda));
  const auto expect = [&](std::uint64_t, const WideKernelRidge& ridge, const Choice& choice) {
    for (Eigen::Index i = 0; i < choice.exploration_scores.size(); ++i) {
      const auto arm = static_cast<std::size_t>(i);
      const Wide square = std::max(ridge.covariance(arm, arm), 0.0L);
      compare_method_score("f2", i, choice.exploration_scores[i], factor * std::sqrt(square),
                           factor * bound_of_root(square, ridge.covariance_bound(arm, arm)),
                           findings);
    }
  };
  follow_kernel_method(one, method, expect, findings);
}

void kernelucb_is_textbook(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  kernel_bound_is_textbook(one, kernel_method(one, "kernelucb"), findings);
}

void ntk_ucb_is_textbook(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  kernel_bound_is_textbook(one, kernel_method(one, "ntk-ucb"), findings);
}

void kernelts_is_textbook(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  const KernelMethod method = kernel_method(one, "kernelts");
  const Wide factor = method.nu / std::sqrt(static_cast<Wide>(method.lambda));
  const auto expect = [&](std::uint64_t t, const WideKernelRidge& ridge, const Choice& choice) {
    const std::size_t n = one.arms;
    WideMatrix covariance(n, WideVector(n, 0.0L));
    Wide error = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        covariance[i][j] = ridge.covariance(i, j);
        error += ridge.covariance_bound(i, j);
      }
    }
    error += relative_error(n, n) * plain::trace(covariance);
    const Wide sensitivity = error * plain::inverse_norm(covariance);
    if (!(sensitivity < 0x1p-10L)) return;  // as with equal arms: another factor is as good
    const WideMatrix lower = plain::cholesky(covariance);
    Rng rng(one.seed, "policy", t);
    WideVector z;
    for (std::size_t i = 0; i < n; ++i) z.push_back(rng.normal());
    const Wide bound =
        factor * kRoom * sensitivity * std::sqrt(plain::trace(covariance)) * plain::norm(z);
    for (std::size_t i = 0; i < n; ++i) {
      const auto arm = static_cast<Eigen::Index>(i);
      if (!compare_method_score("f2", arm, choice.exploration_scores[arm],
                                factor * plain::dot(lower[i], z), bound, findings)) {
        return;
      }
    }
  };
  follow_kernel_method(one, method, expect, findings);
}

// ---- Both ---------------------------------------------------------------------------------------

void linear_kernel_is_linear(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  const std::string lambda = decimal_text(random_lambda(one));
  const std::string scale = decimal_text(random_scale(one));
  const MethodGame linear(one, {"linucb", {{"lambda", lambda}, {"alpha", scale}}});
  const MethodGame kernel(one,
                          {"kernelucb", {{"kernel", "linear"}, {"lambda", lambda}, {"nu", scale}}});
  const auto first = linear.new_policy();
  const auto second = kernel.new_policy();
  KernelMethod method = {{},
                         {wide_dot, gamma(static_cast<double>(one.dimension) + 8.0, kDouble)},
                         1000,
                         random_lambda(one),
                         random_scale(one)};
  plain::WideRidge ridge(one.dimension, method.lambda);
  WideKernelRidge kernel_ridge(method);
  const Wide factor = method.nu / std::sqrt(static_cast<Wide>(method.lambda));
  Choice a;
  Choice b;
  for (std::uint64_t t = 1; t <= one.rounds; ++t) {
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    first->choose(t, contexts, a);
    second->choose(t, contexts, b);
    kernel_ridge.observe(contexts);
    if (!kernel_ridge.is_well_posed()) return;
    const WideVector theta = ridge.theta();
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      const LinearArm arm(ridge, theta, wide(contexts.col(i)), method.lambda);
      const Wide open = std::max(kernel_ridge.covariance(place, place), 0.0L);
      const Wide bound = method.nu * bound_of_root(arm.square, arm.square_bound) +
                         factor * bound_of_root(open, kernel_ridge.covariance_bound(place, place));
      if (!compare_method_score("f1", i, a.exploitation_scores[i], b.exploitation_scores[i],
                                arm.estimate_bound + kernel_ridge.estimate_bound(place),
                                findings) ||
          !compare_method_score("f2", i, a.exploration_scores[i], b.exploration_scores[i], bound,
                                findings)) {
        return;
      }
    }
    if (a.arm != b.arm) return;  // within these bounds; from here on they learn different things
    const double reward = method_reward(one, t);
    first->learn(reward);
    second->learn(reward);
    ridge.add(wide(contexts.col(a.arm)), reward);
    kernel_ridge.learn(static_cast<std::size_t>(a.arm), reward);
  }
}

}  // namespace

std::vector<Property> ridge_method_properties() {
  return {
      {"`linucb` adds alpha sqrt(x^T A^-1 x) to x^T A^-1 b.", linucb_is_textbook},
      {"`lints` adds nu x^T L^-T z, z from the stream `policy`.", lints_is_textbook},
      {"`kernelucb` adds nu/sqrt(lambda) sqrt(k - k^T (K + lambda I)^-1 k) to k^T (K + lambda "
       "I)^-1 "
       "y, of the samples up to its limit.",
       kernelucb_is_textbook},
      {"`ntk-ucb` is the same with the neural tangent kernel.", ntk_ucb_is_textbook},
      {"`kernelts` draws all arms of a round at once, from what the samples leave open.",
       kernelts_is_textbook},
      {"`kernelucb` with the linear kernel is `linucb`.", linear_kernel_is_linear},
  };
}

}  // namespace eenet::verify
