#include "experiments/reports/verify_junit.h"

#include <algorithm>

#include "experiments/formats/junit.h"

namespace eenet::experiments {

namespace {

// All failures of one property, the reproducer of each first: that line is the one that is shown.
std::string failures_of(const std::string& suite, const std::string& property,
                        const std::vector<verify::Failure>& failures) {
  std::string all;
  for (const verify::Failure& failure : failures) {
    if (failure.suite != suite || failure.property != property) continue;
    all += reproducer(failure.token()) + "\n" + failure.counterexample + "\n";
  }
  return all;
}

// A failure that was replayed may be of a suite's property that has another sentence now.
std::vector<std::string> sentences_of(const SuiteReport& suite,
                                      const std::vector<verify::Failure>& failures) {
  std::vector<std::string> sentences = suite.properties;
  for (const verify::Failure& failure : failures) {
    const bool listed =
        std::find(sentences.begin(), sentences.end(), failure.property) != sentences.end();
    if (failure.suite == suite.name && !listed) sentences.push_back(failure.property);
  }
  return sentences;
}

JunitSuite mutants_suite(const MutantReport& mutants) {
  JunitSuite suite = {"mutants", mutants.seconds, {}};
  for (const MutantOutcome& outcome : mutants.outcomes) {
    const auto problem = mutant_problem(outcome);
    suite.cases.push_back({outcome.mutant.name, problem.value_or("")});
  }
  return suite;
}

}  // namespace

std::string verify_junit(const VerifyReport& report) {
  std::vector<JunitSuite> suites;
  for (const SuiteReport& suite : report.suites) {
    JunitSuite xml = {suite.name, suite.seconds, {}};
    for (const std::string& sentence : sentences_of(suite, report.failures)) {
      xml.cases.push_back({sentence, failures_of(suite.name, sentence, report.failures)});
    }
    xml.cases.push_back({"some case says something", emptiness(suite).value_or("")});
    suites.push_back(xml);
  }
  if (report.mutants) suites.push_back(mutants_suite(*report.mutants));
  return junit_xml("eenet verify", suites);
}

}  // namespace eenet::experiments
