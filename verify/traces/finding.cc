#include "verify/traces/finding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/require.h"
#include "verify/rounding.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

std::uint64_t sum_over(const std::vector<TraceCheckCount>& checks,
                       std::uint64_t TraceCheckCount::*member) {
  std::uint64_t sum = 0;
  for (const TraceCheckCount& check : checks) sum += check.*member;
  return sum;
}

}  // namespace

std::uint64_t TraceLevel::cases() const {
  return sum_over(checks, &TraceCheckCount::cases);
}

std::uint64_t TraceLevel::failures() const {
  return sum_over(checks, &TraceCheckCount::failures);
}

std::uint64_t TraceLevel::acceptable() const {
  return sum_over(checks, &TraceCheckCount::acceptable);
}

std::uint64_t TraceLevel::skipped() const {
  return static_cast<std::uint64_t>(
      std::ranges::count(checks, std::uint64_t{0}, &TraceCheckCount::cases));
}

CheckCounter::CheckCounter(TraceLevel& level, std::string name)
    : level_(level), index_(level.checks.size()) {
  TraceCheckCount made;
  made.name = std::move(name);
  level_.checks.push_back(std::move(made));
}

void CheckCounter::number(std::uint64_t round, const std::string& field, double got,
                          double expected, double bound, const std::string& meaning) {
  ++count().cases;
  const double error = std::abs(got - expected);
  const double ratio = margin_of(error, bound);
  count().worst_ratio = std::max(count().worst_ratio, ratio);
  if (error == 0.0 || error <= bound) return;  // false for NaN
  fail({level_.level, round, field, shown(got), shown(expected), bound, ratio,
        text("round ", round, ", ", field, " is ", shown(got), ", expected ", shown(expected), " (",
             meaning, "; rounding explains ", bound, ")")});
}

void CheckCounter::require(bool holds, std::uint64_t round, const std::string& field,
                           const std::string& got, const std::string& expected,
                           const std::string& meaning) {
  ++count().cases;
  if (holds) return;
  fail({level_.level, round, field, got, expected, 0.0, 0.0,
        text("round ", round, ", ", field, " is ", got, ", expected ", expected, " (", meaning,
             ")")});
}

void CheckCounter::skip(const std::string& reason) {
  if (count().skip_reason.empty()) count().skip_reason = reason;
}

void CheckCounter::fail(TraceDivergence divergence) {
  ++count().failures;
  if (!level_.first || divergence.round < level_.first->round) level_.first = std::move(divergence);
}

}  // namespace eenet::verify
