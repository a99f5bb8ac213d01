// The printed initialisation: N(0, 2/m) in the hidden layers, N(0, 1/m) in the last.
// [EENET, Regret Analysis, Initialization]
//
// Each statistical property gathers about 4000 numbers a kind of layer (1000 at least) from
// networks of the case's width, divides them by the printed deviation, and splits its
// level evenly over its checks. In a run of a million cases a check has a level of about 4e-15;
// with 4000 numbers it then notices, with probability 99% (formulas in normal_sample.h),
//
//   a variance 1.27 times the printed one or more (with 1000 numbers: 1.61),
//   a mean of 0.17 deviations or more (0.33),
//   a distribution function 0.09 away from the normal one or more (0.19),
//   a correlation of two layers, of neighbours in a row or of the two networks of 0.31 or more,
//   from 1000 pairs.
//
// tests/verify/initialisation_power_test.cc holds the formulas against seeded deviations.
#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/mlp.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"
#include "verify/properties/normal_sample.h"

namespace eenet::verify {

namespace {

constexpr std::size_t kMostNumbers = 4000;  // of a kind of layer
constexpr std::size_t kFewestNumbers = 1000;
constexpr std::size_t kMostWork = 30'000;  // numbers drawn, once there are the fewest of each kind
constexpr std::size_t kMakingANetwork = 30;  // takes the time of as many numbers
constexpr std::size_t kPairs = 1000;

MlpShape reference_shape(const NaiveShape& shape) {
  return {static_cast<Eigen::Index>(shape.input_dim), static_cast<Eigen::Index>(shape.width),
          static_cast<Eigen::Index>(shape.depth)};
}

// The print says nothing of d, and the same of all layers but the last: they shall not take the
// time of the last one, which has the fewest numbers.
NaiveShape gathered_shape(const Case& one) {
  constexpr std::uint64_t kNarrow = 16;
  return {std::min<std::uint64_t>(one.dimension, 3), one.width,
          one.width <= kNarrow ? std::min<std::uint64_t>(one.depth, 3) : 2};
}

// Networks of a case's width, one seed after the other.
class Networks {
 public:
  explicit Networks(const Case& one)
      : shape_(gathered_shape(one)), seeds_(case_rng(one, "initialisation")) {}

  void next_seed() { seed_ = seeds_.word(); }

  // Divided by the printed deviations.
  [[nodiscard]] Sample deviates(std::string_view stream) const {
    Rng rng(seed_, stream, 0);
    const Eigen::VectorXd theta = Mlp::initialised(reference_shape(shape_), rng).parameters();
    Sample all = plain::numbers_of(theta);
    const double hidden = std::sqrt(2.0 / static_cast<double>(shape_.width));
    const double last = std::sqrt(1.0 / static_cast<double>(shape_.width));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] /= i < last_layer() ? hidden : last;
    return all;
  }

  [[nodiscard]] std::size_t last_layer() const { return shape_.offset(shape_.depth); }

 private:
  NaiveShape shape_;
  Rng seeds_;
  std::uint64_t seed_ = 0;
};

void append(const Sample& from, std::size_t begin, std::size_t end, Sample& to) {
  for (std::size_t i = begin; i < end && to.size() < kMostNumbers; ++i) to.push_back(from[i]);
}

void is_deviation_times_normal(const Case& one, Findings& findings) {
  const NaiveShape shape = shape_of(one);
  Rng rng(one.seed, "init/f1", 0);
  Rng again(one.seed, "init/f1", 0);
  require_same("theta", Mlp::initialised(reference_shape(shape), rng).parameters(),
               plain::initial_parameters(shape, again), findings);
}

void is_distributed_as_printed(const Case& one, Findings& findings) {
  Networks networks(one);
  Sample hidden;
  Sample last;
  std::size_t work = 0;
  while (std::min(hidden.size(), last.size()) <
         (work < kMostWork ? kMostNumbers : kFewestNumbers)) {
    networks.next_seed();
    const Sample all = networks.deviates("init/f1");
    work += all.size() + kMakingANetwork;
    append(all, 0, networks.last_layer(), hidden);
    append(all, networks.last_layer(), all.size(), last);
  }
  const double level = findings.false_alarm() / 6.0;
  for (const Sample& sample : {hidden, last}) {
    findings.add(variance_is_one(sample, level));
    findings.add(mean_is_zero(sample, level));
    findings.add(distribution_is_normal(sample, level));
  }
}

void append_pairs(const Sample& a, std::size_t begin, const Sample& b, std::size_t other_begin,
                  std::size_t step, std::pair<Sample, Sample>& pairs) {
  while (begin < a.size() && other_begin < b.size() && pairs.first.size() < kPairs) {
    pairs.first.push_back(a[begin]);
    pairs.second.push_back(b[other_begin]);
    begin += step;
    other_begin += step;
  }
}

// No number takes part in two pairs of one sort, so that the pairs are independent.
void is_uncorrelated(const Case& one, Findings& findings) {
  Networks networks(one);
  std::pair<Sample, Sample> layers;
  std::pair<Sample, Sample> neighbours;
  std::pair<Sample, Sample> streams;
  while (layers.first.size() < kPairs) {
    networks.next_seed();
    const Sample all = networks.deviates("init/f1");
    const Sample hidden(all.begin(),
                        all.begin() + static_cast<std::ptrdiff_t>(networks.last_layer()));
    append_pairs(hidden, 0, all, networks.last_layer(), 1, layers);
    append_pairs(all, 0, all, 1, 2, neighbours);
    append_pairs(all, 0, networks.deviates("init/f2"), 0, 1, streams);
  }
  for (const auto* pairs : {&layers, &neighbours, &streams}) {
    findings.add(are_uncorrelated(pairs->first, pairs->second, findings.false_alarm() / 3.0));
  }
}

}  // namespace

Suite initialisation_suite() {
  return {"initialisation",
          1,
          {{"Every entry is the printed deviation times the next normal deviate, row by row.",
            is_deviation_times_normal},
           {"Hidden layers are N(0, 2/m), the last is N(0, 1/m).", is_distributed_as_printed},
           {"Layers, neighbours and the two networks are uncorrelated.", is_uncorrelated}}};
}

}  // namespace eenet::verify
