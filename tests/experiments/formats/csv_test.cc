#include "experiments/formats/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

#include "tests/experiments/folder_test.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CsvFile : public FolderTest {
 protected:
  [[nodiscard]] std::filesystem::path with(const std::string& content) const {
    const std::filesystem::path path = folder() / "table.csv";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  void expect_refused(const std::string& content, const std::string& word) const {
    try {
      read_csv(with(content));
      FAIL() << "expected a refusal with " << word;
    } catch (const std::runtime_error& refused) {
      EXPECT_THAT(refused.what(), HasSubstr(word));
    }
  }
};

TEST_F(CsvFile, IsReadWithAndWithoutAHeader) {
  const Csv plain = read_csv(with("1, 2.5\r\n\n-3e2,+4\n"));
  EXPECT_TRUE(plain.header.empty());
  EXPECT_THAT(plain.rows, ElementsAre(ElementsAre(1.0, 2.5), ElementsAre(-300.0, 4.0)));
  EXPECT_THAT(plain.line_of_row, ElementsAre(1U, 3U));
  const Csv named = read_csv(with("seed,regret\n1,2"));
  EXPECT_EQ(named.column("regret"), 1U);
  EXPECT_FALSE(named.column("round").has_value());
}

TEST_F(CsvFile, IsRefusedWithTheLine) {
  expect_refused("1,2\n3,x\n", "line 2: 'x', expected a number");
  expect_refused("1,2\n3,\n", "line 2: ''");
  expect_refused("a,b\n3,4,5\n", "line 2: 3 cells, expected 2");
  expect_refused("1,2\n\n3\n", "line 3: 1 cells, expected 2");
  expect_refused("", "no line of numbers");
  expect_refused("seed,round\n", "no line of numbers");
  expect_refused("1 2\n", "no line of numbers");  // one cell of words: a header
}

}  // namespace
}  // namespace eenet::experiments
