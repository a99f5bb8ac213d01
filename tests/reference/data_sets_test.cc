#include "reference/environments/data_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "reference/environments/data_set.h"
#include "reference/interaction.h"
#include "reference/registry.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

using Eigen::Index;

// Row i is (i + 1, 2): what a row holds shows which it is.
class FewRows final : public DataSet {
 public:
  FewRows(Index classes, std::vector<Index> labels)
      : classes_(classes), labels_(std::move(labels)) {}

  [[nodiscard]] Index rows() const override { return static_cast<Index>(labels_.size()); }
  [[nodiscard]] Index dimension() const override { return 2; }
  [[nodiscard]] Index classes() const override { return classes_; }
  [[nodiscard]] Index label(Index row) const override {
    return labels_[static_cast<std::size_t>(row)];
  }
  void copy_features(Index row, Eigen::Ref<Eigen::VectorXd> x) const override {
    x << static_cast<double>(row + 1), 2.0;
  }
  [[nodiscard]] const std::string& digest() const override { return digest_; }
  [[nodiscard]] const std::string& source() const override { return source_; }

 private:
  Index classes_;
  std::vector<Index> labels_;
  std::string digest_ = "0123456789abcdef";
  std::string source_ = "few";
};

std::unique_ptr<Environment> make(const std::string& spec, Index classes,
                                  const std::vector<Index>& labels, std::uint64_t seed = 5) {
  const ArrayReader reader([](const std::string&) { return Array(); },
                           [&](const std::string&, const Settings&) {
                             return std::make_shared<FewRows>(classes, labels);
                           });
  return make_environment(Spec::parse(spec), {seed, false, reader});
}

Round round_of(const Environment& environment, std::uint64_t t) {
  Round round;
  environment.observe(t, round);
  return round;
}

// Which row an unscaled context is of.
Index row_in(const Eigen::VectorXd& features) {
  return static_cast<Index>(features[0]) - 1;
}

TEST(DataSets, AClassificationHasABlockPerClassAndPaysItsClassAlone) {
  const std::vector<Index> labels = {0, 2, 1};
  const auto environment = make("mnist:normalise=no", 3, labels);
  EXPECT_EQ(environment->arms(), 3);
  EXPECT_EQ(environment->dim(), 6);
  for (std::uint64_t t = 1; t <= 7; ++t) {
    const Round round = round_of(*environment, t);
    const Index row = row_in(round.contexts.col(0).head(2));
    for (Index i = 0; i < 3; ++i) {
      EXPECT_EQ(round.contexts.col(i).segment(2 * i, 2),
                Eigen::Vector2d(static_cast<double>(row + 1), 2.0));
      EXPECT_EQ(round.contexts.col(i).cwiseAbs().sum(), static_cast<double>(row + 3));
      EXPECT_EQ(round.rewards[i], labels[static_cast<std::size_t>(row)] == i ? 1.0 : 0.0);
    }
    EXPECT_EQ(round.expected_rewards, round.rewards);
    EXPECT_NO_THROW(require_valid_round(*environment, t, round));
  }
}

TEST(DataSets, AClassificationShowsEveryRowOnceBeforeOneComesAgain) {
  const std::vector<Index> labels(40, 1);
  const auto environment = make("classification:normalise=no", 2, labels);
  std::vector<Index> order;
  for (std::uint64_t t = 1; t <= 80; ++t) {
    order.push_back(row_in(round_of(*environment, t).contexts.col(0).head(2)));
  }
  EXPECT_EQ(std::set<Index>(order.begin(), order.begin() + 40).size(), 40U);
  EXPECT_TRUE(std::equal(order.begin(), order.begin() + 40, order.begin() + 40));
  EXPECT_FALSE(std::is_sorted(order.begin(), order.begin() + 40));
  const auto other = make("classification:normalise=no", 2, labels, 6);
  std::vector<Index> of_other;
  for (std::uint64_t t = 1; t <= 40; ++t) {
    of_other.push_back(row_in(round_of(*other, t).contexts.col(0).head(2)));
  }
  EXPECT_FALSE(std::equal(of_other.begin(), of_other.end(), order.begin()));
}

// Each of the 3! orders has probability 1/6; 6000 seeds. A count beyond 6 standard deviations has
// probability below 2e-9 by the normal approximation, for each of six counts.
TEST(DataSets, EveryOrderIsEquallyProbable) {
  std::map<std::vector<Index>, int> counts;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const auto environment = make("classification:normalise=no", 2, {0, 1, 0}, seed);
    std::vector<Index> order;
    for (std::uint64_t t = 1; t <= 3; ++t) {
      order.push_back(row_in(round_of(*environment, t).contexts.col(0).head(2)));
    }
    ++counts[order];
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 6 * 28.87);
}

TEST(DataSets, APoolHasOneArmThatPaysAndNoArmTwice) {
  const std::vector<Index> labels = {0, 0, 1, 0, 0, 1, 0};
  const auto environment = make("yelp:arms=5,normalise=no", 2, labels);
  EXPECT_EQ(environment->dim(), 2);
  std::vector<int> places(5);
  std::vector<int> shown(labels.size());
  for (std::uint64_t t = 1; t <= 5000; ++t) {
    const Round round = round_of(*environment, t);
    std::set<Index> rows;
    for (Index i = 0; i < 5; ++i) {
      const Index row = row_in(round.contexts.col(i));
      rows.insert(row);
      ++shown[static_cast<std::size_t>(row)];
      EXPECT_EQ(round.rewards[i], static_cast<double>(labels[static_cast<std::size_t>(row)]));
      if (round.rewards[i] == 1.0) ++places[static_cast<std::size_t>(i)];
    }
    EXPECT_EQ(rows.size(), 5U);
    EXPECT_EQ(round.rewards.sum(), 1.0);
  }
  // Each place with probability 1/5, a paying row 1/2, another one 4/5: within 6 standard
  // deviations.
  for (const int count : places) EXPECT_NEAR(count, 1000, 6 * 28.3);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    EXPECT_NEAR(shown[row], labels[row] == 1 ? 2500 : 4000, 6 * 35.4);
  }
}

TEST(DataSets, ContextsHaveNorm1UnlessAskedForAsTheyAre) {
  const auto scaled = make("disin:arms=2", 2, {0, 1});
  EXPECT_TRUE(scaled->has_unit_norm());
  EXPECT_NO_THROW(require_valid_round(*scaled, 1, round_of(*scaled, 1)));
  EXPECT_NEAR(round_of(*scaled, 1).contexts.col(0).norm(), 1.0, 4 * 0x1p-53);
  const auto as_they_are = make("disin:arms=2,normalise=no", 2, {0, 1});
  EXPECT_FALSE(as_they_are->has_unit_norm());
  EXPECT_NO_THROW(require_valid_round(*as_they_are, 1, round_of(*as_they_are, 1)));
  EXPECT_GT(round_of(*as_they_are, 1).contexts.col(0).norm(), 2.0);
}

TEST(DataSets, RoundsDependOnSeedAndRoundAlone) {
  for (const char* spec : {"mnist", "yelp:arms=3"}) {
    const std::vector<Index> labels = {0, 1, 0, 0, 1, 0, 0, 0};
    const auto one = make(spec, 2, labels);
    const auto two = make(spec, 2, labels);
    round_of(*two, 9);
    EXPECT_EQ(round_of(*one, 4).contexts, round_of(*two, 4).contexts) << spec;
    EXPECT_EQ(round_of(*one, 4).rewards, round_of(*two, 4).rewards) << spec;
    const auto other = make(spec, 2, labels, 6);
    bool differs = false;
    for (std::uint64_t t = 1; t <= 8; ++t) {
      differs = differs || round_of(*one, t).contexts != round_of(*other, t).contexts;
    }
    EXPECT_TRUE(differs) << spec;
  }
}

TEST(DataSets, RefuseOtherDataThanTheDigestSays) {
  EXPECT_NO_THROW(make("mnist:digest=0123456789abcdef", 2, {0, 1}));
  EXPECT_EQ(
      refusal_of<std::invalid_argument>([] {
        make("mnist:digest=0123456789abcdee", 2, {0, 1});
      }),
      "mnist: few has digest 0123456789abcdef, expected 0123456789abcdee (digest=): these are "
      "other data");
}

TEST(DataSets, RefuseWhatMakesNoRound) {
  const auto refused = [](const char* spec, Index classes, const std::vector<Index>& labels) {
    return refusal_of<std::invalid_argument>([&] { make(spec, classes, labels); });
  };
  EXPECT_THAT(refused("yelp:arms=3", 2, {0, 1}), testing::HasSubstr("1 rows pay and 1 do not"));
  EXPECT_THAT(refused("yelp:arms=2", 2, {0, 0}), testing::HasSubstr("0 rows pay"));
  EXPECT_THAT(refused("yelp:arms=1", 2, {0, 1}), testing::HasSubstr("arms=1, expected"));
  EXPECT_THAT(refused("mnist", 1, {0}), testing::HasSubstr("1 classes"));
  EXPECT_THAT(refused("mnist", 2, {}), testing::HasSubstr("no row"));
  EXPECT_THAT(refusal_of<std::invalid_argument>([] {
                make_environment(Spec::parse("mnist"), {1, false, {}});
              }),
              testing::HasSubstr("no reader for data sets"));
}

}  // namespace
}  // namespace eenet
