#include "experiments/formats/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

std::size_t failures_in(const JunitSuite& suite) {
  return static_cast<std::size_t>(
      std::count_if(suite.cases.begin(), suite.cases.end(),
                    [](const JunitCase& one) { return !one.failure.empty(); }));
}

// The JSON library knows UTF-8; what it writes with replacements, it reads back as text.
std::string valid_utf8(std::string_view text) {
  const std::string quoted =
      Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
  return Json::parse(quoted).get<std::string>();
}

std::string suite_xml(const JunitSuite& suite) {
  std::string xml = fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" "
      "time=\"{:.3f}\">\n",
      xml_escaped(suite.name), suite.cases.size(), failures_in(suite), suite.seconds);
  for (const JunitCase& one : suite.cases) {
    xml += fmt::format(R"(    <testcase classname="{}" name="{}")", xml_escaped(suite.name),
                       xml_escaped(one.name));
    if (one.failure.empty()) {
      xml += "/>\n";
      continue;
    }
    const std::string first_line = one.failure.substr(0, one.failure.find('\n'));
    xml += fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                       xml_escaped(first_line), xml_escaped(one.failure));
  }
  return xml + "  </testsuite>\n";
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
      escaped += "&gt;";  // "]]>" may not stand in text
    } else if (letter == '"') {
      escaped += "&quot;";
    } else if (letter == '\n' || letter == '\t' || letter == '\r') {
      escaped += fmt::format("&#{};", code);  // as they are, an attribute would make blanks of them
    } else if (code < 0x20 || code == 0x7f) {
      escaped += fmt::format("\\x{:02x}", code);
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

}  // namespace eenet::experiments
