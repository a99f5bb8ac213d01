// The machinery behind verdicts on the paper: comparisons, preconditions, the budget, the tests.
#include <algorithm>
#include <array>
#include <cmath>

#include "reference/require.h"
#include "verify/claims/registry.h"
#include "verify/claims/statistics.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

using theory::Measured;

template <typename List>
auto any_of(Rng& rng, const List& list) {
  return list[static_cast<std::size_t>(rng.below(list.size()))];
}

// Ends are multiples of 1/4 between 0 and 4, so that they often touch.
constexpr std::uint64_t kGridPoints = 17;
double on_grid(std::uint64_t i) {
  return static_cast<double>(i) / 4.0;
}

Measured random_interval(Rng& rng) {
  const auto quarter = [&rng] { return on_grid(rng.below(kGridPoints)); };
  std::array<double, 3> numbers = {quarter(), quarter(), quarter()};
  std::sort(numbers.begin(), numbers.end());
  return Measured::certified_between(numbers[1], numbers[0], numbers[2]);
}

std::vector<double> grid_within(const Measured& ends) {
  std::vector<double> numbers;
  for (std::uint64_t i = 0; i < kGridPoints; ++i) {
    if (ends.lower <= on_grid(i) && on_grid(i) <= ends.upper) numbers.push_back(on_grid(i));
  }
  return numbers;
}

void comparison_follows_the_ends(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/ends");
  const Measured a = random_interval(rng);
  const Measured b = random_interval(rng);
  // By all pairs of a grid that holds the ends.
  bool some_at_most = false;
  bool some_above = false;
  for (const double x : grid_within(a)) {
    for (const double y : grid_within(b)) {
      some_at_most = some_at_most || x <= y;
      some_above = some_above || x > y;
    }
  }
  const Answer expected =
      some_at_most && some_above ? Answer::kUnknown : (some_at_most ? Answer::kYes : Answer::kNo);
  findings.require(is_at_most(a, b) == expected, [&] {
    return text("[", a.lower, ", ", a.upper, "] <= [", b.lower, ", ", b.upper,
                "]: at_most does not say what all pairs say");
  });
}

void preconditions_come_first(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/preconditions");
  const Answer truth = any_of(rng, std::array{Answer::kYes, Answer::kNo, Answer::kUnknown});
  std::vector<Precondition> conditions;
  bool all_met = true;
  for (std::uint64_t i = 0; i < one.arms; ++i) {
    conditions.push_back({text("condition ", i), rng.below(3) != 0});
    all_met = all_met && conditions.back().met;
  }
  const Status got = status_of(truth, Status::kHolds, Status::kContradicted, conditions);
  Status expected = Status::kInconclusive;
  if (all_met && truth == Answer::kYes) expected = Status::kHolds;
  if (all_met && truth == Answer::kNo) expected = Status::kContradicted;
  findings.require(got == expected, [&] {
    return text("got ", to_text(got), ", expected ", to_text(expected),
                "; not met: ", unmet(conditions));
  });
  findings.require(unmet(conditions).empty() == all_met, "unmet() does not name what is not met");
}

// What the rules of evidence make of a check's status, written once more as a table.
Status under_the_rules(const Claim& claim, const Verdict& measured) {
  const bool against =
      measured.status == Status::kContradicted || measured.status == Status::kNotReproduced;
  const bool met = std::all_of(measured.preconditions.begin(), measured.preconditions.end(),
                               [](const Precondition& one) { return one.met; });
  if (measured.status == Status::kNotTestable) return Status::kNotTestable;
  if (!met) return Status::kInconclusive;
  if (!against) return measured.status;
  const bool of_a_kind_that_can =
      claim.kind != EvidenceKind::kDefinition && claim.kind != EvidenceKind::kQuoted;
  const bool answered = !claim.authors_answer.empty();
  return of_a_kind_that_can && answered ? measured.status : Status::kInconclusive;
}

void status_is_measured(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/status");
  Verdict measured;
  measured.status = any_of(rng, kStatuses);
  measured.vacuous = rng.below(2) == 1;
  for (std::uint64_t i = rng.below(3); i > 0; --i) {
    measured.preconditions.push_back({text("condition ", i), rng.below(4) != 0});
  }
  Claim claim = {.id = "X", .kind = any_of(rng, kEvidenceKinds)};
  if (rng.below(3) != 0) claim.authors_answer = "They would answer that ...";
  claim.recorded = {any_of(rng, kStatuses), any_of(rng, kStatuses)};
  claim.needs_data = rng.below(4) == 0;
  claim.check = [measured](const Context&) { return measured; };
  Context context;
  context.effort = rng.below(2) == 1 ? Effort::kFull : Effort::kQuick;
  if (rng.below(2) == 1) context.data = "somewhere";
  const bool lacking = claim.needs_data && context.data.empty();
  const Verdict got = judge(claim, context);
  const Status expected = lacking ? Status::kNotTestable : under_the_rules(claim, measured);
  findings.require(got.status == expected && (lacking || got.vacuous == measured.vacuous), [&] {
    return text("the check says ", to_text(measured.status), ", the verdict ", to_text(got.status),
                ", expected ", to_text(expected), "; ", to_text(claim.kind), " evidence, recorded ",
                to_text(recorded_status(claim, context)),
                ", not met: ", unmet(measured.preconditions), ", answer: ", claim.authors_answer);
  });
}

void budget_is_split(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/budget");
  std::vector<Claim> claims;
  double statistical = 0.0;
  for (std::uint64_t i = 1 + rng.below(60); i > 0; --i) {
    Claim& claim =
        claims.emplace_back(Claim{.id = text("claim ", i), .kind = EvidenceKind::kMeasured});
    claim.statistical = rng.below(2) == 1;
    statistical += claim.statistical ? 1.0 : 0.0;
  }
  const double each = false_alarm_of_one_claim(claims);
  // One division and one product.
  findings.compare(each * std::max(1.0, statistical), kVerdictBudget,
                   4.0 * 0x1p-53 * kVerdictBudget, [&] {
                     return text(statistical, " statistical claims have ", shown(each),
                                 " each, expected a budget of ", kVerdictBudget, " in all");
                   });
}

// One side's p-value and the other's are the two parts of one distribution.
void two_sides_make_one(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/sides");
  std::vector<double> samples(2 + rng.below(20));
  for (double& sample : samples) sample = number_between(rng, -1.0, 1.0, 52);
  samples[1] = samples[0] + 0.5;  // not all equal
  const double mean = number_between(rng, -1.0, 1.0, 52);
  const double above = mean_above_p_value(samples, mean);
  const double below = mean_below_p_value(samples, mean);
  // Both come from the same statistic up to its sign, which negation does not round, and the larger
  // is 1 minus the smaller: one rounding there, and one of the sum here.
  findings.compare(above + below, 1.0, 2.0 * 0x1p-53, [&] {
    return text("p-values ", shown(above), " and ", shown(below), " of ", samples.size(),
                " samples against the mean ", shown(mean));
  });
}

void power_laws_are_found(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "claims/powers");
  const std::vector<double> x = {1.0, 4.0, 16.0, 64.0};
  const double exponent = (static_cast<double>(rng.below(17)) - 8.0) / 4.0;
  std::vector<std::vector<double>> curves(2);
  for (std::vector<double>& curve : curves) {
    const double factor = 1.0 + static_cast<double>(rng.below(7));
    for (const double at : x) curve.push_back(factor * std::pow(at, exponent));
  }
  // x = 4^i, so that with a = log 4 the deviations of log x from their mean are -1.5 a, -0.5 a,
  // 0.5 a, 1.5 a: absolute sum 4 a, squares 5 a^2. A deviation of log y errs by e, the slope by
  // (4 a e)/(5 a^2) < 0.6 e, and by 12 roundings of a number of at most 2 for everything else. |log
  // y| is below 11: e has two errors of its logarithm (four u of y, a unit in the last place), one
  // for itself and one for the mean, the mean's own 4 roundings, and that of the subtraction.
  constexpr double kUnit = 0x1p-53;
  constexpr double kDeviation = (2.0 * (4.0 + 2.0 * 11.0) + 4.0 * 11.0 + 22.0) * kUnit;
  constexpr double kBound = 0.6 * kDeviation + 12.0 * kUnit * 2.0;
  for (const double slope : log_slopes(x, curves)) {
    findings.compare(slope, exponent, kBound,
                     [&] { return text("slope of x^", exponent, " is ", shown(slope)); });
  }
}

}  // namespace

Suite claims_suite() {
  return {
      "claims",
      1,
      {{"A comparison follows the ends of what was measured.", comparison_follows_the_ends},
       {"A precondition that is not met leaves the verdict open.", preconditions_come_first},
       {"The status is the check's as far as the rules of evidence let it, whatever was recorded.",
        status_is_measured},
       {"The error budget is split over all statistical claims.", budget_is_split},
       {"The p-values of two opposite sides sum to 1.", two_sides_make_one},
       {"The exponent of a power law is found.", power_laws_are_found}}};
}

}  // namespace eenet::verify
