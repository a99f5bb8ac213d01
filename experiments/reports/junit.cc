#include "experiments/reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace eenet::experiments {

namespace {

std::size_t failures_in(const JunitSuite& suite) {
  return static_cast<std::size_t>(
      std::count_if(suite.cases.begin(), suite.cases.end(),
                    [](const JunitCase& one) { return !one.failure.empty(); }));
}

std::size_t skipped_in(const JunitSuite& suite) {
  return static_cast<std::size_t>(
      std::count_if(suite.cases.begin(), suite.cases.end(),
                    [](const JunitCase& one) { return !one.skipped.empty(); }));
}

// The JSON library replaces bytes that are not UTF-8 when it writes a string.
std::string valid_utf8(std::string_view text) {
  return Json::parse(line_text(std::string(text))).get<std::string>();
}

std::string suite_xml(const JunitSuite& suite) {
  std::string xml = fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n",
      xml_escaped(suite.name), suite.cases.size(), failures_in(suite), skipped_in(suite),
      suite.seconds);
  for (const JunitCase& one : suite.cases) {
    xml += fmt::format(R"(    <testcase classname="{}" name="{}")", xml_escaped(suite.name),
                       xml_escaped(one.name));
    if (one.failure.empty()) {
      xml += one.skipped.empty()
                 ? "/>\n"
                 : fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                               xml_escaped(one.skipped));
      continue;
    }
    const std::string first_line = one.failure.substr(0, one.failure.find('\n'));
    xml += fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                       xml_escaped(first_line), xml_escaped(one.failure));
  }
  return xml + "  </testsuite>\n";
}

// All failures of one property, each with its reproducer first: servers show the first line.
std::string failures_of(const std::string& suite, const std::string& property,
                        const std::vector<verify::Failure>& failures) {
  std::string all;
  for (const verify::Failure& failure : failures) {
    if (failure.suite != suite || failure.property != property) continue;
    all += reproducer(failure.token()) + "\n" + failure.counterexample + "\n";
  }
  return all;
}

// The suite's properties. A replayed failure may name a property whose sentence has changed.
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
    suite.cases.push_back({outcome.mutant.name, problem.value_or(""), ""});
  }
  return suite;
}

}  // namespace

std::string junit_xml(const std::string& name, const std::vector<JunitSuite>& suites) {
  std::size_t tests = 0;
  std::size_t failures = 0;
  double seconds = 0.0;
  std::string inner;
  for (const JunitSuite& suite : suites) {
    tests += suite.cases.size();
    failures += failures_in(suite);
    seconds += suite.seconds;
    inner += suite_xml(suite);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n"
      "{}</testsuites>\n",
      xml_escaped(name), tests, failures, seconds, inner);
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char letter : valid_utf8(text)) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '&') {
      escaped += "&amp;";
    } else if (letter == '<') {
      escaped += "&lt;";
    } else if (letter == '>') {
      escaped += "&gt;";  // XML forbids "]]>" in text
    } else if (letter == '"') {
      escaped += "&quot;";
    } else if (letter == '\n' || letter == '\t' || letter == '\r') {
      escaped += fmt::format("&#{};", code);  // an attribute would turn them into blanks
    } else if (code < 0x20 || code == 0x7f) {
      escaped += fmt::format("\\x{:02x}", code);
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

std::string verify_junit(const VerifyReport& report) {
  std::vector<JunitSuite> suites;
  for (const SuiteReport& suite : report.suites) {
    JunitSuite xml = {suite.name, suite.seconds, {}};
    for (const std::string& sentence : sentences_of(suite, report.failures)) {
      xml.cases.push_back({sentence, failures_of(suite.name, sentence, report.failures), ""});
    }
    xml.cases.push_back({"some case says something", emptiness(suite).value_or(""), ""});
    suites.push_back(xml);
  }
  if (report.mutants) suites.push_back(mutants_suite(*report.mutants));
  return junit_xml("eenet verify", suites);
}

}  // namespace eenet::experiments
