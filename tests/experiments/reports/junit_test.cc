#include "experiments/reports/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/verify_samples.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Junit, WhatMeansSomethingToXmlIsEscaped) {
  EXPECT_EQ(xml_escaped("a<b & c>\"d\""), "a&lt;b &amp; c&gt;&quot;d&quot;");
  EXPECT_EQ(xml_escaped("two\nlines\tand \r"), "two&#10;lines&#9;and &#13;");
  EXPECT_EQ(xml_escaped("σ(x) ≤ 1"), "σ(x) ≤ 1");
}

TEST(Junit, WhatXmlCannotHoldIsShown) {
  using namespace std::string_view_literals;
  EXPECT_EQ(xml_escaped("\0\x1b[31m\x7f"sv), "\\x00\\x1b[31m\\x7f");
  EXPECT_EQ(xml_escaped("\xff!"), "\xef\xbf\xbd!");
}

TEST(Junit, CountsTestsAndFailures) {
  const std::string xml =
      junit_xml("all", {{"one", 1.25, {{"a", "", ""}, {"b", "first\nsecond", ""}}},
                        {"two", 0.5, {{"c", "", ""}, {"d", "", "not \"d\""}}}});
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"all\" tests=\"4\" failures=\"1\" errors=\"0\" "
                             "time=\"1.750\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"one\" tests=\"2\" failures=\"1\" errors=\"0\" "
                             "skipped=\"0\" time=\"1.250\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"two\" tests=\"2\" failures=\"0\" errors=\"0\" "
                             "skipped=\"1\" time=\"0.500\">"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"one\" name=\"a\"/>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"not &quot;d&quot;\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"first\">first&#10;second</failure>"));
}

TEST(VerifyJunit, HasATestForEveryPropertyAndTheReproducerInAFailure) {
  VerifyReport report = sample_report();
  report.failures = {sample_failure("gradient", 5), sample_failure("gradient", 6)};
  const std::string xml = verify_junit(report);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"gradient\" tests=\"3\" failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"update\" tests=\"2\" failures=\"0\""));
  EXPECT_THAT(xml, HasSubstr("name=\"Sums &lt;commute&gt; &amp; &quot;associate&quot;.\">"));
  EXPECT_THAT(xml, HasSubstr("eenet verify --reproduce gradient/3.4.1.1.1.near-kink.0.5"));
  EXPECT_THAT(xml, HasSubstr("eenet verify --reproduce gradient/3.4.1.1.1.near-kink.0.6"));
  EXPECT_THAT(xml, HasSubstr("\\x1b[31m2, bound 0.5"));
  EXPECT_THAT(xml, Not(HasSubstr("\x1b")));
}

TEST(VerifyJunit, APropertyThatIsNotListedIsNotLost) {
  VerifyReport report = sample_report();
  report.failures = {sample_failure("update", 5)};
  EXPECT_THAT(verify_junit(report),
              HasSubstr("<testsuite name=\"update\" tests=\"3\" failures=\"1\""));
}

TEST(VerifyJunit, AnEmptySuiteIsAFailure) {
  VerifyReport report = sample_report();
  report.suites[1].statistics = {};
  EXPECT_THAT(verify_junit(report), HasSubstr("<failure message=\"suite update is empty"));
}

TEST(VerifyJunit, MutantsAreASuiteOfTheirOwn) {
  VerifyReport report = sample_report();
  report.mutants =
      MutantReport{{"gradient"},
                   {{{"early-stop", "a.cc", "stops early", ""}, {}, {}},
                    {{"late-stop", "a.cc", "stops late", ""}, {"gradient"}, {{"gradient", "No."}}}},
                   2.0};
  const std::string xml = verify_junit(report);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"mutants\" tests=\"2\" failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("mutant early-stop survives (a.cc): stops early"));
}

}  // namespace
}  // namespace eenet::experiments
