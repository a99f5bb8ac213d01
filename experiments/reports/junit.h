// Test results as JUnit's XML, which continuous-integration servers read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/runs/verification.h"

namespace eenet::experiments {

struct JunitCase {
  std::string name;
  std::string failure;  // empty: it passed
  std::string skipped;  // why it was not tried; empty: it was
};

struct JunitSuite {
  std::string name;
  double seconds = 0.0;
  std::vector<JunitCase> cases;
};

std::string junit_xml(const std::string& name, const std::vector<JunitSuite>& suites);

// Escapes text for XML 1.0, attributes included. Control characters, which XML cannot hold, become
// \x1b; bytes that are not UTF-8 become the replacement character.
std::string xml_escaped(std::string_view text);

// A verification: each suite becomes a <testsuite>, each property and each mutant a <testcase>.
std::string verify_junit(const VerifyReport& report);

}  // namespace eenet::experiments
