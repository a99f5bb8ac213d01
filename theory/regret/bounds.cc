#include "theory/regret/bounds.h"

#include <utility>

#include "reference/require.h"
#include "theory/measured/measured_arithmetic.h"

namespace eenet::theory {

namespace {

Measured exact(double x) {
  return Measured::exact(x);
}

// Exact up to 2^53 rounds.
Measured count(std::uint64_t number) {
  return exact(static_cast<double>(number));
}

void require_confidence(double delta) {
  EENET_REQUIRE(delta > 0.0 && delta < 1.0, "regret bound: delta is ", delta,
                ", expected between 0 and 1");
}

void require_rounds(std::uint64_t rounds) {
  EENET_REQUIRE(rounds >= 1, "regret bound: got 0 rounds, expected at least 1");
}

RegretBound sum_of(std::string id, std::vector<BoundPart> parts) {
  RegretBound bound;
  bound.id = std::move(id);
  bound.value = parts.front().value;
  for (std::size_t i = 1; i < parts.size(); ++i) bound.value = bound.value + parts[i].value;
  bound.parts = std::move(parts);
  return bound;
}

RegretBound single(std::string id, const Measured& value) {
  RegretBound bound;
  bound.id = std::move(id);
  bound.value = value;
  return bound;
}

// Both of the proof's martingales at once, each of which may fail with half of delta.
Measured two_deviations(const Measured& range, std::uint64_t rounds, double delta) {
  return exact(2.0) * azuma_deviation(range, rounds, exact(delta / 2.0));
}

}  // namespace

Measured azuma_deviation(const Measured& range, std::uint64_t rounds, const Measured& failure) {
  EENET_REQUIRE(range.lower >= 0.0, "azuma_deviation: range is ", range.lower,
                ", expected at least 0");
  EENET_REQUIRE(failure.lower > 0.0 && failure.upper < 1.0, "azuma_deviation: failure is ",
                failure.value, ", expected between 0 and 1");
  const Measured log_of_inverse = exact(0.0) - logarithm(failure);
  return range * square_root(count(rounds) * log_of_inverse * exact(0.5));
}

RegretBound theorem_1_printed(const Measured& psi, std::uint64_t rounds, double delta) {
  require_rounds(rounds);
  require_confidence(delta);
  // The proof takes |V| <= 1, an interval of length 2, and gives each martingale all of delta.
  return sum_of("THM-1/printed",
                {{"complexity", exact(2.0) * square_root(psi * count(rounds))},
                 {"confidence", exact(2.0) * azuma_deviation(exact(2.0), rounds, exact(delta))},
                 {"constant", exact(kPrintedConstant)}});
}

RegretBound theorem_1_corrected(const CorrectedTheorem& theorem) {
  require_rounds(theorem.rounds);
  require_confidence(theorem.delta);
  const Measured T = count(theorem.rounds);
  // 0 <= |f - r| <= C puts |f - r| minus its expectation between -C and C.
  const Measured range = exact(2.0) * theorem.range;
  return sum_of(
      "THM-1/corrected",
      {{"complexity-played", square_root(T * (theorem.psi_played + theorem.start_term))},
       {"complexity-optimal", square_root(T * (theorem.psi_optimal + theorem.start_term))},
       {"confidence", two_deviations(range, theorem.rounds, theorem.delta)},
       {"distance", theorem.distance}});
}

RegretBound theorem_1_sharpened(const CorrectedTheorem& theorem) {
  require_rounds(theorem.rounds);
  require_confidence(theorem.delta);
  const Measured T = count(theorem.rounds);
  return sum_of(
      "THM-1/sharpened",
      {{"complexity-played", square_root(T * (theorem.psi_played + theorem.start_term))},
       {"complexity-optimal", square_root(T * (theorem.psi_optimal + theorem.start_term))},
       {"confidence", two_deviations(exact(1.0), theorem.rounds, theorem.delta)},
       {"distance", theorem.distance}});
}

RegretBound theorem_1_online_loss(const OnlineLoss& theorem) {
  require_rounds(theorem.rounds);
  require_confidence(theorem.delta);
  const Measured T = count(theorem.rounds);
  return sum_of("THM-1/online-loss",
                {{"loss-played", square_root(T * theorem.loss_played)},
                 {"loss-optimal", square_root(T * theorem.loss_optimal)},
                 {"confidence", two_deviations(exact(1.0), theorem.rounds, theorem.delta)},
                 {"distance", theorem.distance}});
}

Measured log_of_rounds(std::uint64_t rounds) {
  require_rounds(rounds);
  return rounds == 1 ? exact(0.0) : logarithm(count(rounds));
}

RegretBound neural_ucb_printed(const KernelQuantities& kernel) {
  require_rounds(kernel.rounds);
  const Measured per_log = kernel.effective_dimension * kernel.log_rounds;
  const Measured radius = square_root(per_log * count(kernel.rounds) + kernel.S * kernel.S);
  return single("NUCB/printed", radius * square_root(per_log));
}

RegretBound neural_ucb_corrected(const KernelQuantities& kernel) {
  require_rounds(kernel.rounds);
  const Measured per_log = kernel.effective_dimension * kernel.log_rounds;
  const Measured T = count(kernel.rounds);
  const Measured radius = square_root(per_log * T + kernel.S * kernel.S * T);
  return single("NUCB/corrected", radius * square_root(per_log));
}

RegretBound eenet_through_kernel(const KernelQuantities& kernel) {
  require_rounds(kernel.rounds);
  const Measured& d = kernel.effective_dimension;
  return single("EENET/ntk", square_root(d * count(kernel.rounds)) * (kernel.S + square_root(d)));
}

RegretBound linear_ucb(std::uint64_t dim, std::uint64_t rounds) {
  return single("LIN/d", count(dim) * square_root(count(rounds)) * log_of_rounds(rounds));
}

RegretBound linear_sup(std::uint64_t dim, std::uint64_t rounds) {
  return single("LIN/sqrt-d", square_root(count(dim) * count(rounds)) * log_of_rounds(rounds));
}

RegretBound trivial_optimal_reward(const Measured& optimal_reward) {
  RegretBound bound = single("TRIVIAL/optimal-reward", optimal_reward);
  bound.vacuous = Answer::kYes;
  return bound;
}

RegretBound trivial_rounds(std::uint64_t rounds) {
  require_rounds(rounds);
  RegretBound bound = single("TRIVIAL/rounds", count(rounds));
  bound.vacuous = Answer::kYes;
  return bound;
}

void judge_vacuity(RegretBound& bound, const Measured& optimal_reward) {
  switch (is_below(bound.value, optimal_reward)) {
    case Answer::kYes:
      bound.vacuous = Answer::kNo;
      break;
    case Answer::kNo:
      bound.vacuous = Answer::kYes;
      break;
    default:
      bound.vacuous = Answer::kUnknown;
  }
}

}  // namespace eenet::theory
