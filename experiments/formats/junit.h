// Test results in the XML that continuous-integration servers read, as JUnit writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eenet::experiments {

struct JunitCase {
  std::string name;
  std::string failure;  // empty: it passed
};

struct JunitSuite {
  std::string name;
  double seconds = 0.0;
  std::vector<JunitCase> cases;
};

std::string junit_xml(const std::string& name, const std::vector<JunitSuite>& suites);

// Text as it may stand in an XML 1.0 document, between quotation marks too. Characters that may not
// stand there at all, control characters first of all, are shown as \x1b; bytes that are no UTF-8
// as the replacement character.
std::string xml_escaped(std::string_view text);

}  // namespace eenet::experiments
