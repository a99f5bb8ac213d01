#include "experiments/data/sets/articles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/data/sets/term_weights.h"
#include "tests/experiments/data/sets_test.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Dateline, IsStrippedWhereItIsOne) {
  EXPECT_EQ(without_dateline("WASHINGTON (Reuters) - The head"), "The head");
  EXPECT_EQ(without_dateline("(Note) By A B BOSTON (Reuters)  \u2013 Years"), "Years");
  EXPECT_EQ(without_dateline("He told (Reuters) that"), "He told (Reuters) that");
  EXPECT_EQ(without_dateline("no agency - here"), "no agency - here");
  const std::string late = std::string(600, 'x') + "(Reuters) - end";
  EXPECT_EQ(without_dateline(late), late);
}

TEST(Words, AreRunsOfLettersInLowerCase) {
  EXPECT_THAT(words_of_text("The U.S. \u201CYear\u2019s\u201D a b2 caf\u00e9, x_1"),
              ElementsAre("the", "year", "b2", "caf\u00e9", "x_1"));
}

TEST(TermWeights, AreThoseOfTheirFormula) {
  const SparseMatrix weights = term_weights({"aa aa bb", "bb cc", "", "aa dd"});
  // aa and bb are in two texts of four, cc and dd in one, which is too few.
  ASSERT_EQ(weights.rows(), 4);
  ASSERT_EQ(weights.cols(), 2);
  // Both weigh the same per occurrence: (2, 1) / sqrt(5).
  EXPECT_NEAR(weights.coeff(0, 0), 2.0 / std::sqrt(5.0), 8 * 0x1p-53);
  EXPECT_NEAR(weights.coeff(0, 1), 1.0 / std::sqrt(5.0), 8 * 0x1p-53);
  EXPECT_EQ(weights.coeff(1, 1), 1.0);
  EXPECT_EQ(weights.row(2).nonZeros(), 0);
  // With a third text for bb, aa is rarer: log(5/3) + 1 against log(5/4) + 1.
  const SparseMatrix rarer = term_weights({"aa bb", "bb cc", "bb", "aa dd"});
  EXPECT_NEAR(rarer.coeff(0, 0) / rarer.coeff(0, 1),
              (std::log(5.0 / 3.0) + 1.0) / (std::log(5.0 / 4.0) + 1.0), 16 * 0x1p-53);
}

class Articles : public DataSetTest {
 protected:
  Articles() {
    write_text("Fake.csv",
               "title,text,subject,date\nBig secret,\"secret plot, \"\"they\"\" say\nsecret\",x,y\n"
               "Plot revealed,plot secret revealed,x,y\n");
    write_text("True.csv",
               "title,text,subject,date\nBudget vote,ROME (Reuters) - budget vote today,x,y\n"
               "Vote,Vote revealed budget,x,y\nEmpty,,x,y\n");
  }
};

TEST_F(Articles, AFakeOnePaysAndOnesWithoutAKnownWordAreLeftOut) {
  const auto data = read("disin:features=2");
  EXPECT_EQ(data->rows(), 4);
  EXPECT_EQ(data->left_out(), 1U);
  EXPECT_EQ(data->dimension(), 2);
  EXPECT_EQ(data->label(0), 1);
  EXPECT_EQ(data->label(1), 1);
  EXPECT_EQ(data->label(2), 0);
  EXPECT_EQ(data->label(3), 0);
}

TEST_F(Articles, RefuseWhatIsNone) {
  EXPECT_THAT(refusal("disin"), HasSubstr("articles x words: 5 x"));
  EXPECT_THAT(refusal("disin:features=0"), HasSubstr("features=0, expected"));
  EXPECT_THAT(refusal("disin", "Fake.csv"), HasSubstr("not a folder"));
  std::filesystem::create_directories(folder() / "one/titles");
  EXPECT_THAT(refusal("disin", "one"), HasSubstr("such as titles"));
  write_text("one/Fake.csv", "headline\nx\n");
  write_text("one/True.csv", "title,text\nx,y\n");
  EXPECT_THAT(refusal("disin:arms=3", "one"), HasSubstr("Fake.csv: no column title"));
  write_text("one/Fake.csv", "title,text\n");
  EXPECT_THAT(refusal("disin:arms=4", "one"), HasSubstr("Fake.csv: holds no article"));
  write_text("one/Fake.csv", "title,text\nx,\"open\n");
  EXPECT_THAT(refusal("disin:arms=5", "one"), HasSubstr("line 2: a quote is not closed"));
}

}  // namespace
}  // namespace eenet::experiments
