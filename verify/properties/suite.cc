#include "verify/properties/suite.h"

#include <cmath>

#include "reference/require.h"
#include "verify/rounding.h"

namespace eenet::verify {

void Findings::add(const Finding& finding) {
  if (finding.outcome > worst_.outcome) {
    worst_.outcome = finding.outcome;
    if (finding.outcome == Outcome::kDisagree) worst_.detail = finding.detail;
  }
  if (std::isnan(finding.ratio) || finding.ratio > worst_.ratio) worst_.ratio = finding.ratio;
}

void Findings::compare(double got, double expected, double bound,
                       const std::function<std::string()>& what) {
  const double error = std::abs(got - expected);
  if (error <= bound) {
    add({Outcome::kAgree, margin_of(error, bound), {}});
  } else {
    add({Outcome::kDisagree, margin_of(error, bound), what()});
  }
}

void Findings::require(bool holds, const std::function<std::string()>& what) {
  if (holds) {
    add({Outcome::kAgree, 0.0, {}});
  } else {
    add({Outcome::kDisagree, 0.0, what()});
  }
}

void Findings::require(bool holds, const char* what) {
  require(holds, [what] { return std::string(what); });
}

Finding Property::check(const Case& one, double false_alarm) const {
  Findings findings(false_alarm);
  look(one, findings);
  return findings.worst();
}

const std::vector<Suite>& suites() {
  static const std::vector<Suite> kAll = {
      gradient_suite(),     update_suite(),  algorithm_suite(), features_suite(),
      environments_suite(), streams_suite(), traces_suite(),    initialisation_suite(),
      kernel_suite(),       psi_suite(),     bounds_suite(),    claims_suite()};
  return kAll;
}

const Suite& suite_named(std::string_view name) {
  std::string names;
  for (const Suite& suite : suites()) {
    if (suite.name == name) return suite;
    names += (names.empty() ? "" : ", ") + suite.name;
  }
  EENET_REQUIRE(false, "suite ", name, " is unknown, expected one of ", names);
  return suites().front();
}

}  // namespace eenet::verify
