// The right-hand sides of the regret theorems and what they ask for, against their definitions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/require.h"
#include "theory/regret/bounds.h"
#include "theory/regret/preconditions.h"
#include "verify/generators/numbers.h"
#include "verify/properties/bound_runs.h"
#include "verify/properties/comparison.h"
#include "verify/properties/regret_statistics.h"
#include "verify/regret/comparison_properties.h"
#include "verify/regret/regret_properties.h"
#include "verify/regret/table_properties.h"

namespace eenet::verify {

namespace {

using theory::Answer;
using theory::Measured;
using theory::RegretBound;

// Log-uniform on [lower, upper).
double scale_between(Rng& rng, double lower, double upper) {
  return lower * std::pow(upper / lower, rng.uniform());
}

// ---- Right-hand sides ---------------------------------------------------------------------------

// The ends must hold the expected number and be no further apart than the roundings of a formula of
// at most 30 operations, each of which moves both ends by a unit in the last place or two.
void require_enclosed(const RegretBound& bound, long double expected, Findings& findings) {
  constexpr long double kApart = 30.0L * 0x1p-50L;
  findings.require(bound.value.lower <= expected && expected <= bound.value.upper, [&] {
    return text(bound.id, " is between ", shown(bound.value.lower), " and ",
                shown(bound.value.upper), ", expected ", shown(static_cast<double>(expected)));
  });
  findings.require(bound.value.upper - bound.value.lower <= kApart * std::abs(expected), [&] {
    return text(bound.id, " has ends ", shown(bound.value.upper - bound.value.lower), " apart");
  });
}

// Everything that the bounds are made of.
struct Numbers {
  explicit Numbers(const Case& one) {
    Rng rng = case_rng(one, "bounds");
    rounds = 1 + rng.below(rng.below(2) == 0 ? 20 : 1'000'000);
    delta = rng.below(2) == 0 ? 0.1 : scale_between(rng, 1e-9, 0.9);
    psi_played = rng.below(8) == 0 ? 0.0 : scale_between(rng, 1e-3, 1e6);
    psi_optimal = rng.below(8) == 0 ? 0.0 : scale_between(rng, 1e-3, 1e6);
    start = scale_between(rng, 0.1, 10.0);
    range = 0.5 + scale_between(rng, 1e-3, 10.0);
    distance = scale_between(rng, 1e-3, 1e4);
    dimension = scale_between(rng, 0.1, 1e3);
    size = scale_between(rng, 0.1, 1e3);
    dim = 1 + rng.below(1000);
  }

  std::uint64_t rounds = 1;
  double delta = 0.1;
  double psi_played = 0.0;
  double psi_optimal = 0.0;
  double start = 1.0;
  double range = 1.0;
  double distance = 0.0;
  double dimension = 1.0;  // effective
  double size = 1.0;       // S
  std::uint64_t dim = 1;
};

theory::CorrectedTheorem corrected(const Numbers& given) {
  theory::CorrectedTheorem theorem;
  theorem.psi_played = Measured::exact(given.psi_played);
  theorem.psi_optimal = Measured::exact(given.psi_optimal);
  theorem.start_term = Measured::exact(given.start);
  theorem.range = Measured::exact(given.range);
  theorem.distance = Measured::exact(given.distance);
  theorem.rounds = given.rounds;
  theorem.delta = given.delta;
  return theorem;
}

void theorem_is_its_formula(const Case& one, Findings& findings) {
  const Numbers given(one);
  const auto T = static_cast<long double>(given.rounds);
  const long double log_printed = -std::log(static_cast<long double>(given.delta));
  const long double log_both = std::log(2.0L) + log_printed;
  const long double played =
      std::sqrt(T * (static_cast<long double>(given.psi_played) + given.start));
  const long double optimal =
      std::sqrt(T * (static_cast<long double>(given.psi_optimal) + given.start));
  require_enclosed(
      theory::theorem_1_printed(Measured::exact(given.psi_played), given.rounds, given.delta),
      2.0L * std::sqrt(given.psi_played * T) + 2.0L * std::sqrt(2.0L * T * log_printed) + 2.0L,
      findings);
  require_enclosed(
      theory::theorem_1_corrected(corrected(given)),
      played + optimal + 2.0L * given.range * std::sqrt(2.0L * T * log_both) + given.distance,
      findings);
  require_enclosed(theory::theorem_1_sharpened(corrected(given)),
                   played + optimal + std::sqrt(2.0L * T * log_both) + given.distance, findings);
  theory::OnlineLoss loss;
  loss.loss_played = Measured::exact(given.psi_played);
  loss.loss_optimal = Measured::exact(given.psi_optimal);
  loss.distance = Measured::exact(given.distance);
  loss.rounds = given.rounds;
  loss.delta = given.delta;
  require_enclosed(theory::theorem_1_online_loss(loss),
                   std::sqrt(T * given.psi_played) + std::sqrt(T * given.psi_optimal) +
                       std::sqrt(2.0L * T * log_both) + given.distance,
                   findings);
}

void other_bounds_are_their_formulas(const Case& one, Findings& findings) {
  const Numbers given(one);
  const auto T = static_cast<long double>(given.rounds);
  const long double log_rounds = std::log(T);
  const long double d = given.dimension;
  const long double S = given.size;
  theory::KernelQuantities kernel;
  kernel.effective_dimension = Measured::exact(given.dimension);
  kernel.S = Measured::exact(given.size);
  kernel.rounds = given.rounds;
  kernel.log_rounds = theory::log_of_rounds(given.rounds);
  require_enclosed(theory::eenet_through_kernel(kernel), std::sqrt(d * T) * (S + std::sqrt(d)),
                   findings);
  require_enclosed(theory::trivial_rounds(given.rounds), T, findings);
  if (given.rounds == 1) return;  // log 1 = 0: the others are 0, and so are ends
  require_enclosed(theory::neural_ucb_printed(kernel),
                   std::sqrt(d * T * log_rounds + S * S) * std::sqrt(d * log_rounds), findings);
  require_enclosed(theory::neural_ucb_corrected(kernel),
                   std::sqrt(d * T * log_rounds + S * S * T) * std::sqrt(d * log_rounds), findings);
  const auto dim = static_cast<long double>(given.dim);
  require_enclosed(theory::linear_ucb(given.dim, given.rounds), dim * std::sqrt(T) * log_rounds,
                   findings);
  require_enclosed(theory::linear_sup(given.dim, given.rounds), std::sqrt(dim * T) * log_rounds,
                   findings);
}

void ends_come_from_those_of_psi(const Case& one, Findings& findings) {
  const Numbers given(one);
  theory::CorrectedTheorem theorem = corrected(given);
  const double larger = 3.0 * given.psi_played + 1.0;
  theorem.psi_played =
      Measured::certified_between(2.0 * given.psi_played, given.psi_played, larger);
  const Measured between = theory::theorem_1_corrected(theorem).value;
  theorem.psi_played = Measured::exact(given.psi_played);
  const Measured lower = theory::theorem_1_corrected(theorem).value;
  theorem.psi_played = Measured::exact(larger);
  const Measured upper = theory::theorem_1_corrected(theorem).value;
  findings.require(between.lower == lower.lower && between.upper == upper.upper, [&] {
    return text("ends ", shown(between.lower), " and ", shown(between.upper), ", expected ",
                shown(lower.lower), " and ", shown(upper.upper));
  });
}

void vacuous_is_not_below_the_trivial_bound(const Case& one, Findings& findings) {
  const Numbers given(one);
  Rng rng = case_rng(one, "vacuity");
  RegretBound bound =
      theory::theorem_1_printed(Measured::exact(given.psi_played), given.rounds, given.delta);
  const double value = bound.value.value;
  const double trivial = value * scale_between(rng, 0.25, 4.0);
  theory::judge_vacuity(bound, Measured::certified_between(trivial, 0.9 * trivial, 1.1 * trivial));
  Answer expected = Answer::kUnknown;
  if (bound.value.upper < 0.9 * trivial) expected = Answer::kNo;
  if (bound.value.lower >= 1.1 * trivial) expected = Answer::kYes;
  findings.require(bound.vacuous == expected, [&] {
    return text("a bound of ", shown(value), " beside a trivial one of ", shown(trivial),
                " is vacuous: ", theory::to_text(bound.vacuous), ", expected ",
                theory::to_text(expected));
  });
}

// ---- Preconditions ------------------------------------------------------------------------------

// Whether each condition on the width holds a millionth below and above the width that is asked
// for.
void widths_are_where_conditions_begin(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "widths");
  const double R = scale_between(rng, 0.2, 100.0);
  const double L = 2.0 + static_cast<double>(rng.below(5));
  const double T = 1.0 + static_cast<double>(rng.below(100'000));
  const Measured radius = Measured::exact(R);
  const auto r = static_cast<long double>(R);
  const auto l = static_cast<long double>(L);
  const auto t = static_cast<long double>(T);
  const auto lemmas = [&](long double m) {
    return r / std::pow(m, 0.25L) <= std::pow(l, -4.5L) * std::pow(std::log(m), -3.0L);
  };
  const auto trajectory = [&](long double m) { return t * r * std::sqrt(l) <= std::pow(m, 0.25L); };
  const auto convexity = [&](long double m) {
    return t * std::pow(r, 4.0L / 3.0L) * l * l * std::sqrt(std::log(m)) <= std::cbrt(m);
  };
  const auto loss = [&](long double m) { return t * l * r * r <= std::sqrt(m); };
  const auto check = [&](const char* name, const Measured& width, const auto& holds) {
    if (width.value <= 4.0) return;  // log m is no use there
    findings.require(!holds(0.999999L * width.lower) && holds(1.000001L * width.upper), [&] {
      return text("width for the ", name, " is ", shown(width.value), " at R = ", R, ", L = ", L,
                  ", T = ", T);
    });
  };
  check("lemmas", theory::width_for_lemmas(radius, L), lemmas);
  check("trajectory", theory::width_for_trajectory(radius, L, T), trajectory);
  check("convexity", theory::width_for_convexity(radius, L, T), convexity);
  check("loss", theory::width_for_loss(radius, L, T), loss);
}

void conditions_are_judged_as_defined(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "conditions");
  theory::RunFacts run;
  run.rounds = 1 + rng.below(1000);
  run.depth = 2 + rng.below(4);
  run.width = 1 + rng.below(100'000);
  run.exploitation_rate = scale_between(rng, 1e-3, 10.0);
  run.exploration_rate = rng.below(2) == 0 ? run.exploitation_rate : scale_between(rng, 1e-3, 10.0);
  run.exploitation_distance = Measured::exact(scale_between(rng, 1e-2, 10.0));
  run.exploration_distance = Measured::exact(scale_between(rng, 1e-2, 10.0));
  run.exploitation_step = Measured::exact(scale_between(rng, 1e-2, 20.0));
  run.exploration_step = Measured::exact(scale_between(rng, 1e-2, 20.0));
  const auto slope = (static_cast<double>(run.depth) + 1.0) / 2.0;
  for (const theory::Precondition& condition : theory::theorem_1_preconditions(run)) {
    bool expected = false;
    if (condition.name == "equal-rates") {
      expected = run.exploitation_rate == run.exploration_rate;
    } else if (condition.name == "stability-limit") {
      expected = std::max(run.exploitation_rate, run.exploration_rate) * slope < 2.0;
    } else if (condition.name == "stability-f1") {
      expected = run.exploitation_step->value < 2.0;
    } else if (condition.name == "stability-f2") {
      expected = run.exploration_step->value < 2.0;
    } else if (condition.name == "ball-f1") {
      expected = run.exploitation_distance->value <= std::sqrt(run.exploitation_rate);
    } else if (condition.name == "ball-f2") {
      expected = run.exploration_distance->value <= std::sqrt(run.exploration_rate);
    } else if (condition.name.starts_with("width-")) {
      expected = static_cast<double>(run.width) >= condition.needed->value;
    }
    findings.require(condition.holds == (expected ? Answer::kYes : Answer::kNo), [&] {
      return text(condition.name, " is judged ", theory::to_text(condition.holds));
    });
  }
}

}  // namespace

Suite bounds_suite() {
  Suite suite{
      "bounds",
      1,
      {{"Theorem 1 is its formula, as printed and as corrected.", theorem_is_its_formula},
       {"The other bounds are their formulas.", other_bounds_are_their_formulas},
       {"The ends of a bound come from the ends of Psi.", ends_come_from_those_of_psi},
       {"A bound is vacuous where it is not below the trivial one.",
        vacuous_is_not_below_the_trivial_bound},
       {"The widths of the proof are where its conditions begin to hold.",
        widths_are_where_conditions_begin},
       {"Preconditions are judged as they are defined.", conditions_are_judged_as_defined}}};
  for (Property& property : regret_statistics_properties()) {
    suite.properties.push_back(std::move(property));
  }
  for (Property& property : curve_comparison_properties()) {
    suite.properties.push_back(std::move(property));
  }
  for (Property& property : table_properties()) suite.properties.push_back(std::move(property));
  for (Property& property : regret_check_properties()) {
    suite.properties.push_back(std::move(property));
  }
  for (Property& property : bound_run_properties()) suite.properties.push_back(std::move(property));
  return suite;
}

}  // namespace eenet::verify
