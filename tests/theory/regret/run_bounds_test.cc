#include "theory/regret/run_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/theory/measured/encloses.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

using testing::ElementsAre;

// A run of four rounds whose terms are round numbers.
RunQuantities four_rounds() {
  RunQuantities quantities;
  MeasuredRun run;
  for (int t = 1; t <= 4; ++t) {
    append(quantities.sums.regret, exactly(0.25));
    append(quantities.sums.optimal_reward, exactly(0.75));
    append(run.terms.optimal_error, exactly(0.5));
    append(run.terms.exploration_distance, exactly(0.125));
    append(run.terms.exploitation_distance, exactly(0.375));
    append(run.terms.played_error, exactly(0.5));
    append(run.terms.played_loss, exactly(1.0));
    append(run.terms.optimal_loss, exactly(4.0));
    run.terms.range.push_back(static_cast<double>(t));
  }
  run.facts.rounds = 4;
  run.facts.depth = 2;
  run.facts.width = 16;
  run.facts.exploitation_rate = run.facts.exploration_rate = 0.25;
  run.facts.is_algorithm_1 = true;
  run.facts.has_fixed_features = true;
  quantities.run = run;
  quantities.dim = 5;
  quantities.delta = 0.1;
  return quantities;
}

ComplexityAt known_psi() {
  return {Measured::exact(9.0), Measured::exact(2.0), Measured::exact(3.0)};
}

KernelAt known_kernel() {
  return {Measured::exact(0.0), Measured::exact(2.0), Measured::exact(3.0)};
}

std::vector<std::string> ids_of(const std::vector<RegretBound>& bounds) {
  std::vector<std::string> ids;
  for (const RegretBound& bound : bounds) ids.push_back(bound.id);
  return ids;
}

const RegretBound& named(const std::vector<RegretBound>& bounds, const std::string& id) {
  for (const RegretBound& bound : bounds) {
    if (bound.id == id) return bound;
  }
  throw std::invalid_argument(id);
}

Answer condition(const RegretBound& bound, const std::string& name) {
  for (const Precondition& one : bound.preconditions) {
    if (one.name == name) return one.holds;
  }
  throw std::invalid_argument(name);
}

TEST(RunBounds, AreAllThatCanBeEvaluated) {
  const RunQuantities quantities = four_rounds();
  EXPECT_THAT(ids_of(bounds_at(4, quantities, known_psi(), known_kernel())),
              ElementsAre("THM-1/printed", "THM-1/corrected", "THM-1/sharpened",
                          "THM-1/online-loss", "NUCB/printed", "NUCB/corrected", "EENET/ntk",
                          "LIN/d", "LIN/sqrt-d", "TRIVIAL/optimal-reward", "TRIVIAL/rounds"));
  ComplexityAt no_counterfactual = known_psi();
  no_counterfactual.optimal.reset();
  EXPECT_THAT(ids_of(bounds_at(4, quantities, no_counterfactual, std::nullopt)),
              ElementsAre("THM-1/printed", "THM-1/online-loss", "LIN/d", "LIN/sqrt-d",
                          "TRIVIAL/optimal-reward", "TRIVIAL/rounds"));
  RunQuantities no_scores = quantities;
  no_scores.run.reset();
  EXPECT_THAT(ids_of(bounds_at(4, no_scores, known_psi(), std::nullopt)),
              ElementsAre("LIN/d", "LIN/sqrt-d", "TRIVIAL/optimal-reward", "TRIVIAL/rounds"));
  EXPECT_THROW(bounds_at(0, quantities, {}, std::nullopt), std::invalid_argument);
  EXPECT_THROW(bounds_at(5, quantities, {}, std::nullopt), std::invalid_argument);
}

TEST(RunBounds, TakeTheTermsOfTheirHorizon) {
  const RunQuantities quantities = four_rounds();
  for (const std::uint64_t t : {1U, 2U, 4U}) {
    const auto bounds = bounds_at(t, quantities, known_psi(), std::nullopt);
    const auto rounds = static_cast<long double>(t);
    const RegretBound& corrected = named(bounds, "THM-1/corrected");
    expect_encloses(corrected.parts[0].value, std::sqrt(rounds * 3.0L));
    expect_encloses(corrected.parts[1].value, std::sqrt(rounds * 4.0L));
    // The bound's delta is the double nearest to 0.1.
    expect_encloses(
        corrected.parts[2].value,
        2.0L * rounds * std::sqrt(2.0L * rounds * std::log(2.0L / static_cast<long double>(0.1))));
    expect_encloses(corrected.parts[3].value, 0.5L * rounds);
    const RegretBound& loss = named(bounds, "THM-1/online-loss");
    expect_encloses(loss.parts[0].value, rounds);
    expect_encloses(loss.parts[1].value, 2.0L * rounds);
    EXPECT_TRUE(loss.preconditions.empty());
    expect_encloses(named(bounds, "TRIVIAL/optimal-reward").value, 0.75L * rounds);
    for (const RegretBound& bound : bounds) EXPECT_NE(bound.vacuous, Answer::kUnknown) << bound.id;
  }
}

TEST(RunBounds, KnowTheirPreconditions) {
  const auto bounds = bounds_at(4, four_rounds(), known_psi(), known_kernel());
  const RegretBound& corrected = named(bounds, "THM-1/corrected");
  EXPECT_EQ(condition(corrected, "loss-played"), Answer::kNo);   // 4 is above 2 + 1
  EXPECT_EQ(condition(corrected, "loss-optimal"), Answer::kNo);  // 16 is above 3 + 1
  EXPECT_EQ(condition(corrected, "ball-f1"), Answer::kUnknown);  // was not measured
  EXPECT_EQ(condition(named(bounds, "NUCB/printed"), "kernel-positive"), Answer::kNo);
  EXPECT_EQ(condition(named(bounds, "NUCB/printed"), "method"), Answer::kNo);
  EXPECT_EQ(condition(named(bounds, "LIN/d"), "linear-rewards"), Answer::kUnknown);
  ComplexityAt larger = known_psi();
  larger.played = Measured::certified_between(5.0, 2.0, 8.0);
  larger.optimal = Measured::exact(20.0);
  const auto others = bounds_at(4, four_rounds(), larger, std::nullopt);
  EXPECT_EQ(condition(named(others, "THM-1/sharpened"), "loss-played"), Answer::kUnknown);
  EXPECT_EQ(condition(named(others, "THM-1/sharpened"), "loss-optimal"), Answer::kYes);
}

}  // namespace
}  // namespace eenet::theory
