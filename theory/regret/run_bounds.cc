#include "theory/regret/run_bounds.h"

#include <utility>

#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/measured_arithmetic.h"

namespace eenet::theory {

namespace {

// The proof needs that the loss of the network is not above Psi by more than the start term.
// [EENET, Bounds for Generic Neural Networks, theo:instancelossbound]
Precondition loss_bound(const char* name, const Measured& loss, const Measured& psi,
                        const Measured& start_term, const char* meaning) {
  Precondition condition;
  condition.name = name;
  condition.measured = loss;
  condition.needed = psi + start_term;
  condition.holds = is_at_most(loss, *condition.needed);
  condition.meaning = meaning;
  return condition;
}

// radius^2 / eta2 with radius sqrt(eta2): the theorem's R and its rate make this 1.
Measured start_term() {
  return Measured::exact(1.0);
}

Measured distance_until(const ProofTerms& terms, std::uint64_t t) {
  return sum_until(terms.exploration_distance, t) + sum_until(terms.exploitation_distance, t);
}

std::vector<Precondition> with(std::vector<Precondition> all,
                               const std::vector<Precondition>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// Facts of the whole run hold for a prefix too: a run that stays in the ball stays there early on.
std::vector<Precondition> conditions_of_run(const MeasuredRun& run, std::uint64_t t) {
  RunFacts facts = run.facts;
  facts.rounds = t;
  return theorem_1_preconditions(facts);
}

void add_theorem(std::uint64_t t, const RunQuantities& quantities, const ComplexityAt& complexity,
                 std::vector<RegretBound>& bounds) {
  if (!quantities.run) return;
  const ProofTerms& terms = quantities.run->terms;
  const std::vector<Precondition> conditions = conditions_of_run(*quantities.run, t);
  if (complexity.printed) {
    bounds.push_back(theorem_1_printed(*complexity.printed, t, quantities.delta));
    bounds.back().preconditions = conditions;
  }
  if (complexity.played && complexity.optimal) {
    CorrectedTheorem theorem;
    theorem.psi_played = *complexity.played;
    theorem.psi_optimal = *complexity.optimal;
    theorem.start_term = start_term();
    theorem.range = Measured::certified_between(terms.range[t - 1], terms.range[t - 1],
                                                above(terms.range[t - 1]));
    theorem.distance = distance_until(terms, t);
    theorem.rounds = t;
    theorem.delta = quantities.delta;
    const std::vector<Precondition> all =
        with(conditions,
             {loss_bound("loss-played", sum_until(terms.played_loss, t), theorem.psi_played,
                         theorem.start_term, "loss on the arms played is at most Psi + 1"),
              loss_bound("loss-optimal", sum_until(terms.optimal_loss, t), theorem.psi_optimal,
                         theorem.start_term, "counterfactual loss is at most Psi + 1")});
    bounds.push_back(theorem_1_corrected(theorem));
    bounds.back().preconditions = all;
    bounds.push_back(theorem_1_sharpened(theorem));
    bounds.back().preconditions = all;
  }
  OnlineLoss theorem;
  theorem.loss_played = sum_until(terms.played_loss, t);
  theorem.loss_optimal = sum_until(terms.optimal_loss, t);
  theorem.distance = distance_until(terms, t);
  theorem.rounds = t;
  theorem.delta = quantities.delta;
  bounds.push_back(theorem_1_online_loss(theorem));
}

Precondition about_another_method(const char* name) {
  Precondition condition;
  condition.name = "method";
  condition.holds = Answer::kNo;
  condition.meaning = text("the bound is about ", name, ", for comparison");
  return condition;
}

Precondition positive_kernel(const Measured& smallest_eigenvalue) {
  Precondition condition;
  condition.name = "kernel-positive";
  condition.measured = smallest_eigenvalue;
  condition.needed = Measured::exact(0.0);
  condition.holds = is_below(*condition.needed, smallest_eigenvalue);
  condition.meaning = "the smallest eigenvalue of H is above 0";
  return condition;
}

void add_kernel_bounds(std::uint64_t t, const KernelAt& kernel, std::vector<RegretBound>& bounds) {
  const KernelQuantities given = {kernel.effective_dimension, kernel.S, t, log_of_rounds(t)};
  const Precondition positive = positive_kernel(kernel.smallest_eigenvalue);
  for (RegretBound bound : {neural_ucb_printed(given), neural_ucb_corrected(given)}) {
    bound.preconditions = {about_another_method("NeuralUCB"), positive};
    bounds.push_back(std::move(bound));
  }
  bounds.push_back(eenet_through_kernel(given));
  bounds.back().preconditions = {positive};
}

void add_linear_bounds(std::uint64_t t, const RunQuantities& quantities,
                       std::vector<RegretBound>& bounds) {
  Precondition linear;
  linear.name = "linear-rewards";
  linear.holds = quantities.is_linear;
  linear.meaning = "h is linear in the context";
  for (RegretBound bound : {linear_ucb(quantities.dim, t), linear_sup(quantities.dim, t)}) {
    bound.preconditions = {about_another_method("a linear bandit"), linear};
    bounds.push_back(std::move(bound));
  }
}

}  // namespace

std::vector<RegretBound> bounds_at(std::uint64_t t, const RunQuantities& quantities,
                                   const ComplexityAt& complexity,
                                   const std::optional<KernelAt>& kernel) {
  EENET_REQUIRE(t >= 1 && t <= quantities.sums.rounds(), "bounds_at: round ", t, ", expected 1 to ",
                quantities.sums.rounds());
  const Measured optimal_reward = sum_until(quantities.sums.optimal_reward, t);
  std::vector<RegretBound> bounds;
  add_theorem(t, quantities, complexity, bounds);
  if (kernel) add_kernel_bounds(t, *kernel, bounds);
  add_linear_bounds(t, quantities, bounds);
  for (RegretBound& bound : bounds) judge_vacuity(bound, optimal_reward);
  bounds.push_back(trivial_optimal_reward(optimal_reward));
  bounds.push_back(trivial_rounds(t));
  return bounds;
}

}  // namespace eenet::theory
