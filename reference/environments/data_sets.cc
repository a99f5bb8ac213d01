#include "reference/environments/data_sets.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "reference/environments/data_set.h"
#include "reference/operations/operations.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

namespace {

using Eigen::Index;
using Data = std::shared_ptr<const DataSet>;

std::uint64_t count(Index size) {
  return static_cast<std::uint64_t>(size);
}

Index draw_below(Rng& rng, Index size) {
  return static_cast<Index>(rng.below(count(size)));
}

class Rows : public Environment {
 public:
  [[nodiscard]] bool has_unit_norm() const override { return normalised_; }

 protected:
  Rows(Data data, const Settings& settings, std::uint64_t seed)
      : data_(std::move(data)),
        seed_(seed),
        normalised_(settings.choice("normalise", {"yes", "no"}) == "yes") {}

  [[nodiscard]] const DataSet& data() const { return *data_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  void copy_context(Index row, Eigen::Ref<Eigen::VectorXd> x) const {
    data_->copy_features(row, x);
    if (normalised_) normalise(x);
  }

 private:
  Data data_;
  std::uint64_t seed_;
  bool normalised_;
};

class Classification final : public Rows {
 public:
  Classification(Data data, const Settings& settings, std::uint64_t seed)
      : Rows(std::move(data), settings, seed) {
    Rng rng(seed, stream::kEnvironment);
    for (Index row = 0; row < this->data().rows(); ++row) {
      order_.push_back(row);
      std::swap(order_.back(), order_[rng.below(order_.size())]);
    }
  }

  [[nodiscard]] Index dim() const override { return data().classes() * data().dimension(); }
  [[nodiscard]] Index arms() const override { return data().classes(); }

  void observe(std::uint64_t t, Round& round) const override {
    const Index row = order_[(t - 1) % order_.size()];
    const Index size = data().dimension();
    round.contexts.setZero(dim(), arms());
    auto first = round.contexts.col(0).head(size);
    copy_context(row, first);
    for (Index i = 1; i < arms(); ++i) round.contexts.col(i).segment(i * size, size) = first;
    round.expected_rewards.setZero(arms());
    round.expected_rewards[data().label(row)] = 1.0;
    round.rewards = round.expected_rewards;
  }

 private:
  std::vector<Index> order_;
};

class Pool final : public Rows {
 public:
  Pool(Data data, const Settings& settings, std::uint64_t seed)
      : Rows(std::move(data), settings, seed),
        arms_(settings.integer("arms", 2, kLargestDimension)) {
    for (Index row = 0; row < this->data().rows(); ++row) {
      (this->data().label(row) == 1 ? paying_ : others_).push_back(row);
    }
    EENET_REQUIRE(!paying_.empty() && others_.size() >= count(arms_ - 1), this->data().source(),
                  ": ", paying_.size(), " rows pay and ", others_.size(),
                  " do not, expected at least one and ", arms_ - 1, " for ", arms_, " arms");
  }

  [[nodiscard]] Index dim() const override { return data().dimension(); }
  [[nodiscard]] Index arms() const override { return arms_; }

  void observe(std::uint64_t t, Round& round) const override {
    Rng rng(seed(), stream::kEnvironment, t);
    round.contexts.resize(dim(), arms_);
    round.expected_rewards.setZero(arms_);
    const Index best = draw_below(rng, arms_);
    round.expected_rewards[best] = 1.0;
    round.rewards = round.expected_rewards;
    std::vector<Index> drawn;
    for (Index i = 0; i < arms_; ++i) {
      const Index row = i == best ? paying_[rng.below(paying_.size())] : another(rng, drawn);
      copy_context(row, round.contexts.col(i));
    }
  }

 private:
  // A row that does not pay and was not drawn in this round.
  Index another(Rng& rng, std::vector<Index>& drawn) const {
    Index row = 0;
    do {
      row = others_[rng.below(others_.size())];
    } while (std::ranges::find(drawn, row) != drawn.end());
    drawn.push_back(row);
    return row;
  }

  Index arms_;
  std::vector<Index> paying_;
  std::vector<Index> others_;
};

void require_sound(const std::string& name, const Settings& settings, const DataSet& data) {
  EENET_REQUIRE(!settings.has("digest") || settings.text("digest") == data.digest(), name, ": ",
                data.source(), " has digest ", data.digest(), ", expected ",
                settings.text("digest"), " (digest=): these are other data");
  EENET_REQUIRE(data.rows() >= 1, name, ": ", data.source(), " has no row, expected at least one");
  EENET_REQUIRE(data.classes() >= 2 && data.dimension() >= 1, name, ": ", data.source(), " has ",
                data.classes(), " classes and ", data.dimension(),
                " numbers per row, expected at least 2 and 1");
}

template <typename Made>
EnvironmentKind kind_of(const std::string& name, const std::string& summary,
                        std::vector<Key> keys) {
  keys.push_back({"normalise", "yes", "scale contexts to norm 1: yes, or no"});
  keys.push_back({"data", "", "file, folder, or what `eenet data prepare` made of it"});
  keys.push_back({"digest", "", "digest that the data must have"});
  return {name, summary, keys, [name](const Settings& settings, const EnvironmentInputs& inputs) {
            EENET_REQUIRE(inputs.read_array.has_data_sets(), name,
                          ": no reader for data sets was given");
            Data data = inputs.read_array.data_set(name, settings);
            require_sound(name, settings, *data);
            return std::make_unique<Made>(std::move(data), settings, inputs.seed);
          }};
}

const Key kArms = {"arms", "10", "number n of arms, one of which pays"};

EnvironmentKind ratings_kind(const std::string& name, const std::string& summary) {
  return kind_of<Pool>(
      name, summary,
      {kArms,
       {"users", "", "users with the most ratings (2000; of raw ratings)"},
       {"items", "", "items with the most ratings (10000; of raw ratings)"},
       {"features", "", "numbers per user and per item (10; of raw ratings)"},
       {"recipe", "", "paper, or released: that of the public code (paper; of raw ratings)"}});
}

}  // namespace

bool is_of_data(const std::string& environment) {
  static constexpr std::array<std::string_view, 5> kNames = {"mnist", "yelp", "movielens", "disin",
                                                             "classification"};
  return std::ranges::find(kNames, environment) != kNames.end();
}

EnvironmentKind mnist_kind() {
  return kind_of<Classification>("mnist", "handwritten digits, an arm per digit",
                                 {{"part", "", "train or test (train; of the idx files)"}});
}

EnvironmentKind yelp_kind() {
  return ratings_kind("yelp", "restaurants: one that was rated badly among others");
}

EnvironmentKind movielens_kind() {
  return ratings_kind("movielens", "films: one that was rated badly among others");
}

EnvironmentKind disin_kind() {
  return kind_of<Pool>("disin", "news: a fake article among true ones",
                       {kArms, {"features", "", "numbers per article (300; of raw articles)"}});
}

EnvironmentKind classification_kind() {
  return kind_of<Classification>(
      "classification", "any table with a column of classes, an arm per class",
      {{"label", "", "name or number of the column of classes (the last)"},
       {"categories", "", "columns that hold categories: auto, all, none, or their names (auto)"},
       {"scale", "", "none, or columns: each column of numbers to mean 0, variance 1 (none)"},
       {"header", "", "whether the first line has names: auto, yes or no (auto)"}});
}

}  // namespace eenet
