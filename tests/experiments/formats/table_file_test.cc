#include "experiments/formats/table_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/folder_test.h"
#include "tests/refusal.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Row = std::vector<std::string>;

class TableFiles : public FolderTest {
 protected:
  [[nodiscard]] std::vector<Row> rows(const std::string& content) const {
    write_text("table", content);
    TableFile file(folder() / "table");
    std::vector<Row> all;
    Row cells;
    while (file.next(cells)) all.push_back(cells);
    return all;
  }

  [[nodiscard]] std::string refusal(const std::string& content) const {
    return refusal_of<std::runtime_error>([&] { static_cast<void>(rows(content)); });
  }
};

TEST_F(TableFiles, TheFirstLineSaysWhatStandsBetweenCells) {
  EXPECT_THAT(rows("a,b\n1,2;3\n"), ElementsAre(Row{"a", "b"}, Row{"1", "2;3"}));
  EXPECT_THAT(rows("a;b\n1;2,5\n"), ElementsAre(Row{"a", "b"}, Row{"1", "2,5"}));
  EXPECT_THAT(rows("a\tb c\n1\t\n"), ElementsAre(Row{"a", "b c"}, Row{"1", ""}));
  EXPECT_THAT(rows(" 1  2 3 \n4 5   6\n"), ElementsAre(Row{"1", "2", "3"}, Row{"4", "5", "6"}));
}

TEST_F(TableFiles, BlanksEmptyLinesAndCommentsAreSkipped) {
  EXPECT_THAT(rows("|1x3 Cross validator\n\n39, State-gov ,x\r\n\n,,\n"),
              ElementsAre(Row{"39", "State-gov", "x"}, Row{"", "", ""}));
  EXPECT_THAT(rows(""), ElementsAre());
}

TEST_F(TableFiles, QuotesHoldSeparatorsQuotesAndLineEnds) {
  EXPECT_THAT(rows("a,\"b,c\",d\n\"say \"\"no\"\"\",\"two\nlines\" , \"\"\n"),
              ElementsAre(Row{"a", "b,c", "d"}, Row{"say \"no\"", "two\nlines", ""}));
  EXPECT_THAT(rows("5\" disk,x\n"), ElementsAre(Row{"5\" disk", "x"}));
}

TEST_F(TableFiles, RefuseRaggedRowsAndOpenQuotes) {
  EXPECT_THAT(refusal("a,b\n1,2\n\n3\n"), HasSubstr("table: line 4: 1 cells, expected 2"));
  EXPECT_THAT(refusal("a,b\n1,2,3\n"), HasSubstr("line 2: 3 cells, expected 2"));
  EXPECT_THAT(refusal("a,b\n\"1,2\n3,4\n"), HasSubstr("line 2: a quote is not closed"));
  EXPECT_THAT(refusal("a,b\n\"1\"2,3\n"), HasSubstr("line 2: text after a closing quote"));
}

}  // namespace
}  // namespace eenet::experiments
