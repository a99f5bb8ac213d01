#include "experiments/formats/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/floating_point.h"

namespace eenet::experiments {
namespace {

using theory::Measured;

TEST(Output, NumbersHaveFourSignificantDigits) {
  EXPECT_EQ(number_text(0.0), "0");
  EXPECT_EQ(number_text(0.012344), "0.01234");
  EXPECT_EQ(number_text(12.344), "12.34");
  EXPECT_EQ(number_text(1234.4), "1234");
  EXPECT_EQ(number_text(1234400.0), "1.234e+06");
  EXPECT_EQ(number_text(-0.5), "-0.5");
  EXPECT_EQ(number_text(kInfinity), "inf");
}

TEST(Output, WordsAreQuotedAsAShellWantsThem) {
  EXPECT_EQ(shell_words({"python3", "a/b_c-d.py", "--x=1,2", "@%+:"}),
            "python3 a/b_c-d.py --x=1,2 @%+:");
  EXPECT_EQ(shell_words({"a b", "", "$HOME", "it's", "[x]"}), "'a b' '' '$HOME' 'it'\\''s' '[x]'");
}

TEST(Output, MeasuredSaysWhatItsEndsRestOn) {
  EXPECT_EQ(measured_text(Measured::exact(12.5)), "12.5 (exact)");
  EXPECT_EQ(measured_text(Measured::certified_between(12.5, 0.0, 500.0)),
            "12.5 [0, 500] (certified)");
  EXPECT_EQ(measured_text(Measured::statistical(12.5, 11.0, 13.75, 0.99)),
            "12.5 [11, 13.75] (99% interval)");
  EXPECT_EQ(measured_text(Measured::statistical(12.5, 11.0, 13.75, 0.999)),
            "12.5 [11, 13.75] (99.9% interval)");
  EXPECT_EQ(measured_text(Measured::estimate(1.0, 0.0, kInfinity)), "1 [0, inf] (estimate)");
}

TEST(Output, TextOfOthersCannotCommandATerminal) {
  EXPECT_EQ(printable("plain, Ψ and ▁"), "plain, Ψ and ▁");
  EXPECT_EQ(printable("two\nlines\tand\r"), "two\\nlines\\tand\\r");
  EXPECT_EQ(printable("\x1b[2J\x7f"), "\\x1b[2J\\x7f");
  EXPECT_EQ(printable(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "\\xc2\\x9b"
            "2J")
      << "a control character of two bytes";
  EXPECT_EQ(printable("\xff"
                      "a\xe2\x96"),
            "\\xff"
            "a\\xe2\\x96")
      << "no UTF-8";
  EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b") << "nor a long way to write one";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "nor half a pair";
  EXPECT_EQ(printable(""), "");
}

TEST(Output, TablesAreAlignedToTheRight) {
  EXPECT_EQ(table_text({{"round", "x"}, {"7", "12.5"}}), "  round     x\n      7  12.5\n");
  EXPECT_EQ(table_text({{"a"}, {"b", "longer"}}), "  a\n  b  longer\n");
  EXPECT_EQ(table_text({}), "");
}

TEST(Output, SparklinesReachFromTheLowestBlockToTheHighest) {
  EXPECT_EQ(sparkline({0, 1, 2, 3, 4, 5, 6, 7}), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sparkline({5.0}), "█");
  EXPECT_EQ(sparkline({-3.0, 2.0}), "▁█");
  EXPECT_EQ(sparkline({0.0, 0.0}), "▁▁");
  EXPECT_EQ(sparkline({-1.0}), "▁");
  EXPECT_EQ(sparkline({}), "");
}

TEST(Output, ArrivesOnStandardOutputBeforePrintingReturns) {
  testing::internal::CaptureStdout();
  print_out("one ");
  print_out("two\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two\n");
}

}  // namespace
}  // namespace eenet::experiments
