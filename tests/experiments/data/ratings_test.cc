// Ratings: the authors' arrays, and the raw files in every format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "experiments/data/sets/rating_recipe.h"
#include "experiments/data/sets/rating_triples.h"
#include "experiments/data/sets/raw_ratings.h"
#include "experiments/formats/npy.h"
#include "tests/experiments/data/packed.h"
#include "tests/experiments/data/sets_test.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class Triples : public DataSetTest {
 protected:
  Triples() {
    write(kUsers, "(2, 2)", {1, 0, 0.5, 0.5});
    write(kItems, "(3, 1)", {2, 0, -1});
    write(kEntries, "(4, 3)", {0, 0, 1, 0, 1, -1, 1, 2, 1, 1, 0, -1});
  }

  void write(const char* name, const char* shape, const std::vector<double>& numbers) const {
    write_array(name, shape, numbers);
  }

  // Reads a copy of the folder in which one file is another one.
  [[nodiscard]] std::string refused_with(const char* name, const char* shape,
                                         const std::vector<double>& numbers) {
    const std::string place = "case" + std::to_string(++cases_);
    std::filesystem::create_directories(folder() / place);
    for (const char* file : {kUsers, kItems, kEntries}) {
      std::filesystem::copy_file(folder() / file, folder() / place / file);
    }
    write((place + "/" + name).c_str(), shape, numbers);
    return refusal("yelp", place);
  }

  static constexpr const char* kUsers = "t_2users_3items_features.npy";
  static constexpr const char* kItems = "t_3items_2users_features.npy";
  static constexpr const char* kEntries = "t_2users_3items_entry.npy";
  int cases_ = 0;
};

TEST_F(Triples, JoinTheFeaturesOfUserAndItemAndABadRatingPays) {
  const auto data = read("yelp");
  ASSERT_EQ(data->rows(), 4);
  EXPECT_EQ(features(*data, 0), Eigen::Vector3d(1, 0, 2));
  EXPECT_EQ(features(*data, 1), Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(features(*data, 2), Eigen::Vector3d(0.5, 0.5, -1));
  EXPECT_EQ(data->label(0), 0);
  EXPECT_EQ(data->label(1), 1);
  EXPECT_EQ(data->label(3), 1);
  EXPECT_EQ(read("movielens")->digest(), data->digest());
}

TEST_F(Triples, RefuseWhatDoesNotFitTogether) {
  EXPECT_THAT(refused_with(kEntries, "(1, 3)", {2, 0, 1}),
              HasSubstr("row 0 (counting from 0) names user 2, expected 0 to 1"));
  EXPECT_THAT(refused_with(kEntries, "(1, 3)", {0, 3, 1}), HasSubstr("names item 3"));
  EXPECT_THAT(refused_with(kEntries, "(1, 3)", {-1, 0, 1}), HasSubstr("names user -1"));
  EXPECT_THAT(refused_with(kEntries, "(1, 3)", {0.5, 0, 1}), HasSubstr("names user 0.5"));
  EXPECT_THAT(refused_with(kEntries, "(2, 3)", {0, 0, 1, 0, 0, 0}),
              HasSubstr("row 1 (counting from 0) has label 0, expected 1 or -1"));
  EXPECT_THAT(refused_with(kEntries, "(1, 2)", {0, 0}), HasSubstr("expected user, item and label"));
  EXPECT_THAT(refused_with(kEntries, "(0, 3)", {}), HasSubstr("0 numbers"));
  EXPECT_THAT(refused_with(kUsers, "(4,)", {1, 2, 3, 4}), HasSubstr("1 dimensions"));
  EXPECT_THAT(refused_with(kItems, "(3, 1)", {1, NAN, 1}),
              HasSubstr("row 1 (counting from 0) holds nan, expected finite numbers"));
  EXPECT_THAT(refusal("yelp:users=3"), HasSubstr("users=3: these features are computed already"));
  std::filesystem::remove(folder() / kItems);
  EXPECT_THAT(refusal("yelp:arms=3,data=x"), HasSubstr("no ...items_...users_features.npy"));
  write("other_2users_3items_entry.npy", "(1, 3)", {0, 0, 1});
  EXPECT_THAT(refusal("yelp:arms=3,data=y"), HasSubstr("are both there"));
}

// ---- Raw ratings --------------------------------------------------------------------------------

class Ratings : public DataSetTest {
 protected:
  [[nodiscard]] RawRatings of(const std::string& content) const {
    write_text("ratings", content);
    return read_raw_ratings(folder() / "ratings");
  }

  [[nodiscard]] std::string refused(const std::string& content) const {
    return refusal_of<std::runtime_error>([&] { static_cast<void>(of(content)); });
  }
};

TEST_F(Ratings, AreTheSameInEveryFormat) {
  const std::string colons = "7::20::5::0\n7::30::1::9\n8::20::3::0\n";
  for (const std::string& content :
       {colons, packed(colons),
        std::string("userId,movieId,rating,timestamp\n7,20,5.0,0\n7,30,1.0,9\n8,20,3.0,0\n"),
        std::string("{\"review_id\":\"x\",\"user_id\":\"7\",\"business_id\":\"20\",\"stars\":5.0,"
                    "\"text\":\"good, \\\"really\\\"\",\"more\":{\"stars\":[1]}}\n"
                    "{\"user_id\":\"7\",\"business_id\":\"30\",\"stars\":1}\n"
                    "{\"stars\":3,\"business_id\":\"20\",\"user_id\":\"8\"}\n")}) {
    const RawRatings raw = of(content);
    EXPECT_EQ(raw.users, 2U);
    EXPECT_EQ(raw.items, 2U);
    ASSERT_EQ(raw.ratings.size(), 3U) << content;
    EXPECT_EQ(raw.ratings[1].user, 0U);
    EXPECT_EQ(raw.ratings[1].item, 1U);
    EXPECT_EQ(raw.ratings[1].stars, 1.0F);
    EXPECT_EQ(raw.ratings[2].user, 1U);
    EXPECT_EQ(raw.ratings[2].item, 0U);
  }
  EXPECT_EQ(of("userId,movieId,rating\n1,2,0.5\n").ratings[0].stars, 0.5F);
}

TEST_F(Ratings, RefuseWhatIsNone) {
  EXPECT_THAT(refused("1::2::3::4\n1::2::3\n"), HasSubstr("ratings: line 2: 3 fields between ::"));
  EXPECT_THAT(refused("1::2::x::4\n"), HasSubstr("line 1: 'x', expected a number of stars"));
  EXPECT_THAT(refused("1::2::nan::4\n"), HasSubstr("'nan', expected a number"));
  EXPECT_THAT(refused("1::2::6::4\n"), HasSubstr("6 stars, expected 0 to 5"));
  EXPECT_THAT(refused("1::::3::4\n"), HasSubstr("no user or no item"));
  EXPECT_THAT(refused("user,movie\n1,2\n"), HasSubstr("no column userId"));
  EXPECT_THAT(refused("userId,movieId,rating\n1,2\n"), HasSubstr("line 2: 2 cells"));
  EXPECT_THAT(refused("userId,movieId,rating\n"), HasSubstr("holds no rating"));
  EXPECT_THAT(refused(""), HasSubstr("holds no rating"));
  EXPECT_THAT(refused("{\"user_id\":\"a\"}\n"), HasSubstr("user_id, business_id and stars"));
  EXPECT_THAT(refused("{\"user_id\":\"a\",\n"), HasSubstr("line 1: not a JSON object"));
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + "\n";
  EXPECT_THAT(refused(deep), HasSubstr("line 1: not a JSON object"));
  EXPECT_THAT(refused("1::2::3::4\n1::2::\xff::4\n"),
              HasSubstr("line 2: bytes that are not UTF-8"));
}

// ---- The recipe ---------------------------------------------------------------------------------

// User u of 6 rates item i of 7 unless (u + i) % 4 is 0; user 0 rates least, item 0 least.
RawRatings some_ratings() {
  RawRatings raw;
  raw.users = 6;
  raw.items = 7;
  for (std::uint32_t u = 0; u < raw.users; ++u) {
    for (std::uint32_t i = 0; i < raw.items; ++i) {
      if ((u + i) % 4 == 0 || (u == 0 && i > 3) || (i == 0 && u > 2)) continue;
      raw.ratings.push_back({u, i, static_cast<float>((3 * u + 5 * i + u * i) % 10 + 1) / 2.0F});
    }
  }
  return raw;
}

std::shared_ptr<LabelledRows> by_recipe(const RawRatings& raw, const std::string& settings) {
  return rows_of_ratings(raw, environment_settings(Spec::parse("movielens:" + settings)), "made");
}

TEST(RatingRecipe, FeaturesGiveTheMatrixBackAsFarAsTheirNumberAllows) {
  const RawRatings raw = some_ratings();
  const auto data = by_recipe(raw, "features=5");
  ASSERT_EQ(data->tables().size(), 2U);
  ASSERT_EQ(data->rows(), static_cast<Eigen::Index>(raw.ratings.size()));
  EXPECT_EQ(data->dimension(), 10);
  // The products of features are the best approximation of rank 5: what they miss is orthogonal to
  // it, so squares add up: |A|^2 = |product|^2 + |A - product|^2.
  const auto& tables = data->tables();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(tables[0].rows(), tables[1].rows());
  Eigen::MatrixXd product = A;
  std::multiset<double> stars;
  for (const Rating& rating : raw.ratings) stars.insert(static_cast<double>(rating.stars));
  for (Eigen::Index u = 0; u < A.rows(); ++u) {
    for (Eigen::Index i = 0; i < A.cols(); ++i) {
      for (Eigen::Index k = 0; k < 5; ++k) product(u, i) += tables[0].at(u, k) * tables[1].at(i, k);
    }
  }
  double square = 0.0;
  for (const double star : stars) square += star * star;
  EXPECT_LE(product.squaredNorm(), square * (1 + 1e-9));  // Spectra's tolerance is 1e-10
  EXPECT_GE(product.squaredNorm(), 0.9 * square);
  // A user's and an item's share of a singular value are equal.
  for (Eigen::Index k = 0; k < 5; ++k) {
    double of_users = 0.0;
    double of_items = 0.0;
    for (Eigen::Index u = 0; u < A.rows(); ++u) of_users += std::pow(tables[0].at(u, k), 2);
    for (Eigen::Index i = 0; i < A.cols(); ++i) of_items += std::pow(tables[1].at(i, k), 2);
    EXPECT_NEAR(of_users, of_items, 1e-9 * of_users);
  }
}

TEST(RatingRecipe, BelowTwoStarsPaysAndTheReleasedRecipeLeavesTheMiddleOut) {
  const RawRatings raw = some_ratings();
  std::size_t bad = 0;
  std::size_t middle = 0;
  for (const Rating& rating : raw.ratings) {
    bad += rating.stars < 2.0F ? 1U : 0U;
    middle += rating.stars >= 2.0F && rating.stars <= 4.0F ? 1U : 0U;
  }
  ASSERT_GT(bad, 0U);
  ASSERT_GT(middle, 0U);
  const auto paying = [](const LabelledRows& data) {
    return static_cast<std::size_t>(std::ranges::count(data.labelled(), 1U, &LabelledRow::label));
  };
  const auto of_paper = by_recipe(raw, "features=3");
  EXPECT_EQ(paying(*of_paper), bad);
  EXPECT_EQ(of_paper->rows(), static_cast<Eigen::Index>(raw.ratings.size()));
  const auto released = by_recipe(raw, "features=3,recipe=released");
  EXPECT_EQ(paying(*released), bad);
  EXPECT_EQ(released->rows(), static_cast<Eigen::Index>(raw.ratings.size() - middle));
  for (const FeatureTable& table : released->tables()) {
    ASSERT_EQ(table.columns, 3);
    for (Eigen::Index i = 0; i < table.rows(); ++i) {
      EXPECT_EQ(table.at(i, 2), std::sqrt(0.5));
      const double square = table.at(i, 0) * table.at(i, 0) + table.at(i, 1) * table.at(i, 1);
      EXPECT_NEAR(square, 0.5, 16 * 0x1p-53);
    }
  }
}

TEST(RatingRecipe, TheMostFrequentAreKeptAndTheLaterOfTwoRatingsCounts) {
  RawRatings raw = some_ratings();
  raw.ratings.push_back({3, 2, 1.0F});
  raw.ratings.push_back({3, 2, 5.0F});
  const auto data = by_recipe(raw, "users=4,items=5,features=2");
  EXPECT_EQ(data->tables()[0].rows(), 4);
  EXPECT_EQ(data->tables()[1].rows(), 5);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const LabelledRow& row : data->labelled()) {
    EXPECT_TRUE(pairs.emplace(row.first, row.second).second);
  }
  // User 3 has the most ratings now, item 2 too: their rating stands first, and does not pay.
  EXPECT_EQ(data->labelled().front().first, 0U);
  const auto first = std::ranges::find_if(
      data->labelled(), [](const LabelledRow& row) { return row.first == 0 && row.second == 0; });
  ASSERT_NE(first, data->labelled().end());
  EXPECT_EQ(first->label, 0U);
  EXPECT_EQ(data->recipe().at("users"), "4");
  EXPECT_EQ(data->recipe().at("recipe"), "paper");
}

TEST(RatingRecipe, RefusesTooFewUsersForItsFeatures) {
  EXPECT_THAT(
      refusal_of<std::runtime_error>([] { by_recipe(some_ratings(), "features=6"); }),
      HasSubstr("made: users x items: 6 x 7, expected more than 6 of each for as many features"));
}

}  // namespace
}  // namespace eenet::experiments
