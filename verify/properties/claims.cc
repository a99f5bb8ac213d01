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

constexpr std::array kStatuses = {Status::kHolds, Status::kHoldsCorrected, Status::kContradicted,
                                  Status::kInconclusive, Status::kNotTestable};
constexpr std::array kAuditCodes = {AuditCode::kHolds,        AuditCode::kHoldsCorrected,
                                    AuditCode::kContradicted, AuditCode::kInconclusive,
                                    AuditCode::kUntestable,   AuditCode::kNone};

template <typename List>
auto any_of(Rng& rng, const List& list) {
  return list[static_cast<std::size_t>(rng.below(list.size()))];
}

// Multiples of 1/4 between 0 and 4, so that ends often touch.
Measured random_interval(Rng& rng) {
  const auto quarter = [&rng] { return static_cast<double>(rng.below(17)) / 4.0; };
  std::array<double, 3> numbers = {quarter(), quarter(), quarter()};
  std::sort(numbers.begin(), numbers.end());
  return Measured::certified_between(numbers[1], numbers[0], numbers[2]);
}

Finding comparison_follows_the_ends(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/ends");
  const Measured a = random_interval(rng);
  const Measured b = random_interval(rng);
  // By all pairs of a grid that holds the ends.
  bool some_at_most = false;
  bool some_above = false;
  for (double x = a.lower; x <= a.upper; x += 0.25) {
    for (double y = b.lower; y <= b.upper; y += 0.25) {
      some_at_most = some_at_most || x <= y;
      some_above = some_above || x > y;
    }
  }
  const Truth expected =
      some_at_most && some_above ? Truth::kUnknown : (some_at_most ? Truth::kYes : Truth::kNo);
  Findings findings;
  findings.require(at_most(a, b) == expected, [&] {
    return text("[", a.lower, ", ", a.upper, "] <= [", b.lower, ", ", b.upper,
                "]: at_most does not say what all pairs say");
  });
  return findings.worst();
}

Finding preconditions_come_first(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/preconditions");
  const Truth truth = any_of(rng, std::array{Truth::kYes, Truth::kNo, Truth::kUnknown});
  std::vector<Precondition> conditions;
  bool all_met = true;
  for (std::uint64_t i = 0; i < one.arms; ++i) {
    conditions.push_back({text("condition ", i), rng.below(3) != 0});
    all_met = all_met && conditions.back().met;
  }
  const Status got = status_of(truth, Status::kHolds, Status::kContradicted, conditions);
  Status expected = Status::kInconclusive;
  if (all_met && truth == Truth::kYes) expected = Status::kHolds;
  if (all_met && truth == Truth::kNo) expected = Status::kContradicted;
  Findings findings;
  findings.require(got == expected, [&] {
    return text("got ", to_text(got), ", expected ", to_text(expected),
                "; not met: ", unmet(conditions));
  });
  findings.require(unmet(conditions).empty() == all_met,
                   [] { return std::string("unmet() does not name what is not met"); });
  return findings.worst();
}

Finding status_is_measured(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/status");
  Verdict measured;
  measured.status = any_of(rng, kStatuses);
  measured.vacuous = rng.below(2) == 1;
  Claim claim;
  claim.id = "X";
  claim.audit.code = any_of(rng, kAuditCodes);
  claim.recorded = {any_of(rng, kStatuses), any_of(rng, kStatuses)};
  claim.needs_data = rng.below(2) == 1;
  claim.check = [measured](const Context&) { return measured; };
  Context context;
  context.effort = rng.below(2) == 1 ? Effort::kFull : Effort::kQuick;
  if (rng.below(2) == 1) context.data = "somewhere";
  const bool lacking = claim.needs_data && context.data.empty();
  const Verdict got = judge(claim, context);
  const Status expected = lacking ? Status::kNotTestable : measured.status;
  Findings findings;
  findings.require(got.status == expected && (lacking || got.vacuous == measured.vacuous), [&] {
    return text("the check says ", to_text(measured.status), ", the verdict ", to_text(got.status),
                "; recorded ", to_text(recorded_status(claim, context)), ", audit ",
                to_text(claim.audit.code));
  });
  return findings.worst();
}

Finding budget_is_split(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/budget");
  std::vector<Claim> claims(1 + rng.below(60));
  double statistical = 0.0;
  for (Claim& claim : claims) {
    claim.statistical = rng.below(2) == 1;
    statistical += claim.statistical ? 1.0 : 0.0;
  }
  const double each = false_alarm_of_one_claim(claims);
  Findings findings;
  // One division and one product.
  findings.compare(each * std::max(1.0, statistical), kClaimErrorBudget,
                   4.0 * 0x1p-53 * kClaimErrorBudget, [&] {
                     return text(statistical, " statistical claims have ", shown(each),
                                 " each, expected a budget of ", kClaimErrorBudget, " in all");
                   });
  return findings.worst();
}

// P(X >= k) term by term, and the two tails together.
Finding tails_are_sums(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/tails");
  const std::uint64_t trials = 1 + rng.below(40);
  const std::uint64_t successes = rng.below(trials + 1);
  const double p = (1.0 + static_cast<double>(rng.below(15))) / 16.0;
  double term = std::pow(1.0 - p, static_cast<double>(trials));  // of 0 successes
  double upper = 0.0;
  double lower = 0.0;
  for (std::uint64_t k = 0; k <= trials; ++k) {
    if (k >= successes) upper += term;
    if (k <= successes) lower += term;
    term *= static_cast<double>(trials - k) / static_cast<double>(k + 1) * p / (1.0 - p);
  }
  // Every term is a product of at most 5 k factors after a power (2 trials ulps), then a sum; Boost
  // computes an incomplete beta function of moderate arguments to far below 1e-12.
  const double bound = 8.0 * static_cast<double>(trials) * 0x1p-53 + 1e-12;
  Findings findings;
  findings.compare(binomial_upper_tail(successes, trials, p), upper, bound, [&] {
    return text("P(X >= ", successes, ") of ", trials, " at ", p, ": expected ", shown(upper));
  });
  findings.compare(binomial_lower_tail(successes, trials, p), lower, bound, [&] {
    return text("P(X <= ", successes, ") of ", trials, " at ", p, ": expected ", shown(lower));
  });
  return findings.worst();
}

Finding power_laws_are_found(const Case& one, double /*false_alarm*/) {
  Rng rng = case_rng(one, "claims/powers");
  const std::vector<double> x = {1.0, 4.0, 16.0, 64.0};
  const double exponent = (static_cast<double>(rng.below(17)) - 8.0) / 4.0;
  std::vector<std::vector<double>> curves(2);
  for (std::vector<double>& curve : curves) {
    const double factor = 1.0 + static_cast<double>(rng.below(7));
    for (const double at : x) curve.push_back(factor * std::pow(at, exponent));
  }
  Findings findings;
  for (const double slope : log_slopes(x, curves)) {
    // Logarithms below 16 in size, a sum of four products over one of four squares.
    findings.compare(slope, exponent, 256.0 * 0x1p-53 * 16.0,
                     [&] { return text("slope of x^", exponent, " is ", shown(slope)); });
  }
  return findings.worst();
}

}  // namespace

Suite claims_suite() {
  return {"claims",
          "what verdicts on the paper's claims rest on",
          1,
          {{"A comparison follows the ends of what was measured.", comparison_follows_the_ends},
           {"A precondition that is not met leaves the verdict open.", preconditions_come_first},
           {"The status is the check's, not the audit's or the record's.", status_is_measured},
           {"The error budget is split over all statistical claims.", budget_is_split},
           {"The tails of a binomial are the sums of its terms.", tails_are_sums},
           {"The exponent of a power law is found.", power_laws_are_found}}};
}

}  // namespace eenet::verify
