#include "experiments/data/sets/table_of_classes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/data/packed.h"
#include "tests/experiments/data/sets_test.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class TablesOfClasses : public DataSetTest {
 protected:
  // What was read once is kept: each content has a name of its own.
  [[nodiscard]] std::shared_ptr<const LabelledRows> of(const std::string& content,
                                                       const std::string& settings = "") {
    const std::string name = "table" + std::to_string(++files_);
    write_text(name, content);
    return read("classification" + (settings.empty() ? "" : ":" + settings), name);
  }

  [[nodiscard]] std::string refused(const std::string& content, const std::string& settings = "") {
    return refusal_of<std::exception>([&] { static_cast<void>(of(content, settings)); });
  }

  int files_ = 0;
};

TEST_F(TablesOfClasses, NumbersStayAndCategoriesBecomeAColumnEach) {
  const auto data = of("size,colour,kind\n1.5,red,b\n-2,blue,a\n0,red,c\n");
  ASSERT_EQ(data->rows(), 3);
  EXPECT_EQ(data->classes(), 3);
  ASSERT_EQ(data->dimension(), 3);
  // Blue before red, a before b.
  EXPECT_EQ(features(*data, 0), Eigen::Vector3d(1.5, 0, 1));
  EXPECT_EQ(features(*data, 1), Eigen::Vector3d(-2, 1, 0));
  EXPECT_EQ(features(*data, 2), Eigen::Vector3d(0, 0, 1));
  EXPECT_EQ(data->label(0), 1);
  EXPECT_EQ(data->label(1), 0);
  EXPECT_EQ(data->label(2), 2);
}

TEST_F(TablesOfClasses, CodesAreCategoriesWhereTheyAreSaidToBe) {
  const std::string table = "code\tsize\ttarget\n10\t1\t0\n9\t2\t1\n10\t3\t0\n";
  const auto plain = of(table);
  EXPECT_EQ(features(*plain, 0), Eigen::Vector2d(10, 1));
  const auto by_name = of(table, "categories=code");
  EXPECT_EQ(features(*by_name, 0), Eigen::Vector3d(0, 1, 1));  // 9 before 10
  EXPECT_EQ(features(*by_name, 1), Eigen::Vector3d(1, 0, 2));
  const auto all = of(table, "categories=all");
  EXPECT_EQ(all->dimension(), 5);
  EXPECT_TRUE(all->tables().front().is_of_bytes());
}

TEST_F(TablesOfClasses, TheClassMayStandAnywhereAndTheHeaderMayBeAbsent) {
  const auto first = of("kind,x,y\nb,1,2\na,3,4\n", "label=kind");
  EXPECT_EQ(features(*first, 1), Eigen::Vector2d(3, 4));
  EXPECT_EQ(first->label(0), 1);
  const auto headless = of("1,2,b\n3,4,a\n");
  EXPECT_EQ(headless->rows(), 2);
  const auto by_number = of("b,1,2\na,3,4\n", "label=1");
  EXPECT_EQ(by_number->label(1), 0);
  const auto words = of("e,x\np,y\n", "header=no,label=1");
  EXPECT_EQ(words->rows(), 2);
  EXPECT_EQ(words->dimension(), 2);
}

TEST_F(TablesOfClasses, ColumnsMayBeScaled) {
  const auto data = of("x,same,kind\n1,7,a\n3,7,b\n", "scale=columns");
  EXPECT_EQ(features(*data, 0), Eigen::Vector2d(-1, 0));
  EXPECT_EQ(features(*data, 1), Eigen::Vector2d(1, 0));
}

TEST_F(TablesOfClasses, ArePackedToo) {
  const std::string table = "x,kind\n1,a\n3,b\n";
  EXPECT_EQ(of(packed(table))->digest(), of(table)->digest());
}

TEST_F(TablesOfClasses, RefuseWhatIsNoTableOfThem) {
  EXPECT_THAT(refused("x,kind\n1,a\n2\n"), HasSubstr("line 3: 1 cells, expected 2 as before"));
  EXPECT_THAT(refused("x,kind\n1,a\nNaN,b\n"),
              HasSubstr("line 3: column x: 'NaN' among numbers, expected finite numbers alone"));
  EXPECT_THAT(refused("x,kind\n1,a\n,b\n"), HasSubstr("column x: '' among numbers"));
  EXPECT_THAT(refused("x,kind\ninf,a\n1,b\n"), HasSubstr("line 2: column x: 'inf' among numbers"));
  EXPECT_THAT(refused("x,kind\n1,a\n2,a\n"), HasSubstr("column kind holds one class"));
  EXPECT_THAT(refused(""), HasSubstr("holds no row"));
  EXPECT_THAT(refused("x,kind\n"), HasSubstr("holds a header alone"));
  EXPECT_THAT(refused("x\n1\n"), HasSubstr("holds one column"));
  EXPECT_THAT(refused("x,kind\n1,\xff\n"), HasSubstr("not UTF-8"));
  EXPECT_THAT(refused("x,kind\n1,a\n2,b\n", "label=colour"),
              HasSubstr("label=colour: no such column"));
  EXPECT_THAT(refused("x,kind\n1,a\n2,b\n", "label=3"), HasSubstr("or 1 to 2"));
  EXPECT_THAT(refused("x,kind\nr,a\ns,b\n", "categories=none"),
              HasSubstr("column x holds no numbers"));
  std::string many = "x,kind\n";
  for (int i = 0; i < 1100; ++i) many += "w" + std::to_string(i) + ",a\n";
  EXPECT_THAT(refused(many + "w,b\n"), HasSubstr("column x: more than 1000 different values"));
  EXPECT_THAT(refusal("classification", "."), HasSubstr("a folder, expected a CSV or TSV file"));
}

}  // namespace
}  // namespace eenet::experiments
