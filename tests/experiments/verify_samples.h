// Invented findings of `eenet verify` for tests.
#pragma once

#include <string>

#include "experiments/runs/verification.h"

namespace eenet::experiments {

inline verify::Case sample_case(std::uint64_t seed) {
  verify::Case one;
  one.depth = 3;
  one.width = 4;
  one.kind = verify::Kind::kNearKink;
  one.seed = seed;
  return one;
}

inline verify::Statistics sample_statistics(std::uint64_t agreeing, double ratio) {
  verify::Statistics statistics;
  for (std::uint64_t i = 0; i < agreeing; ++i) {
    statistics.add(sample_case(i), {verify::Outcome::kAgree, ratio, ""});
  }
  return statistics;
}

inline verify::Failure sample_failure(const std::string& suite, std::uint64_t seed) {
  return {suite, "Sums <commute> & \"associate\".", sample_case(seed),
          "a + b is 1\nb + a is \x1b[31m2, bound 0.5"};
}

// Two suites, all well.
inline VerifyReport sample_report() {
  VerifyReport report;
  report.seed = 7;
  report.cases = 30;
  report.witnesses = {"tape", "differences"};
  report.absent_witnesses = {"duals"};
  report.suites = {
      {"gradient", {"Sums <commute> & \"associate\".", "Other."}, sample_statistics(20, 0.25), 1.5},
      {"update", {"Steps go down."}, sample_statistics(10, 0.5), 0.5}};
  return report;
}

}  // namespace eenet::experiments
