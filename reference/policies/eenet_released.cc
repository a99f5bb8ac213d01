#include "reference/policies/eenet_released.h"

#include <numeric>
#include <utility>

#include "reference/models/released_networks.h"
#include "reference/operations/nonzero.h"
#include "reference/require.h"

namespace eenet {

namespace {

// Rounds are counted from 0 here, as in the code.
constexpr std::uint64_t kLastWithLargeWeight = 1000;
constexpr double kLargeWeight = 0.1;
constexpr double kSmallWeight = 0.01;
constexpr std::uint64_t kEarlyRounds = 1000;
constexpr std::uint64_t kEvery = 10;
constexpr std::uint64_t kLateEvery = 100;
constexpr double kLabelOfOthers = 1.2;
constexpr double kLossOfExploitation = 0.001;
constexpr double kLossOfExploration = 0.002;
constexpr std::int64_t kMostSteps = 1'000'000'000;

// The inputs of all samples without their zeros, and their targets.
class Samples {
 public:
  void add(const Eigen::VectorXd& input, double target) {
    Sample sample;
    for (const Eigen::Index k : find_nonzero(input, nonzero_)) {
      sample.places.push_back(static_cast<std::uint32_t>(k));
      sample.entries.push_back(input[k]);
    }
    sample.target = target;
    samples_.push_back(std::move(sample));
  }

  // As many of the samples in a drawn order, over and over, as `steps` and `loss` say.
  // `learn(sample number, target)` makes a step and returns f before it.
  template <typename Learn>
  void train(Rng rng, std::uint64_t steps, double loss, const Learn& learn) {
    order_.resize(samples_.size());
    std::iota(order_.begin(), order_.end(), 0);
    for (std::size_t i = order_.size() - 1; i >= 1; --i)
      std::swap(order_[i], order_[rng.below(i + 1)]);
    std::uint64_t made = 0;
    while (true) {
      double sum = 0.0;
      for (const std::size_t sample : order_) {
        const double error = learn(sample, samples_[sample].target) - samples_[sample].target;
        sum += error * error;
        if (++made == steps) return;
      }
      if (sum / static_cast<double>(order_.size()) <= loss) return;
    }
  }

  void write(std::size_t sample, Eigen::VectorXd& input) const {
    input.setZero();
    const Sample& from = samples_[sample];
    for (std::size_t i = 0; i < from.places.size(); ++i) input[from.places[i]] = from.entries[i];
  }

 private:
  struct Sample {
    std::vector<std::uint32_t> places;
    std::vector<double> entries;
    double target = 0.0;
  };

  std::vector<Sample> samples_;
  std::vector<std::size_t> order_;
  std::vector<Eigen::Index> nonzero_;
};

struct ReleasedSettings {
  Eigen::Index hidden = 100;
  Eigen::Index pool = 1;
  double eta1 = 0.01;
  double eta2 = 0.001;
  double decay = 1e-4;
  std::uint64_t steps = 2000;
};

Eigen::Index pooled_size(Eigen::Index parameters, Eigen::Index pool) {
  return (parameters + pool - 1) / pool;
}

class EeNetReleased final : public Policy {
 public:
  EeNetReleased(const ReleasedSettings& settings, Eigen::Index dim, const PolicyInputs& inputs)
      : settings_(settings),
        seed_(inputs.seed),
        exploitation_(dim, settings.hidden),
        exploration_(pooled_size(exploitation_.parameter_count(), settings.pool), settings.hidden) {
    if (inputs.initial_parameters.empty()) {
      Rng first(seed_, stream::kInitExploitation);
      Rng second(seed_, stream::kInitExploration);
      exploitation_.initialise(first);
      exploration_.initialise(second);
      return;
    }
    EENET_REQUIRE(inputs.initial_parameters.size() == 2, "initial parameters: got ",
                  inputs.initial_parameters.size(), " vectors, expected one for each network");
    for (const Eigen::VectorXd& theta : inputs.initial_parameters)
      EENET_REQUIRE(all_finite(theta), "initial parameters hold a number that is not finite");
    exploitation_.set_parameters(inputs.initial_parameters[0]);
    exploration_.set_parameters(inputs.initial_parameters[1]);
  }

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    const Eigen::Index n = contexts.cols();
    EENET_REQUIRE(n >= 1, "choose: the arm set is empty, expected an arm");
    arms_.resize(static_cast<std::size_t>(n));
    choice.resize(n, pooled_size(exploitation_.parameter_count(), settings_.pool));
    sums_.resize(n);
    const double weight = t - 1 <= kLastWithLargeWeight ? kLargeWeight : kSmallWeight;
    for (Eigen::Index i = 0; i < n; ++i) {
      Arm& arm = arms_[static_cast<std::size_t>(i)];
      arm.f1.input = contexts.col(i);
      exploitation_.differentiate(arm.f1);
      ReleasedExploitation::pool_gradient(arm.f1, settings_.pool, arm.phi);
      choice.gradient_features.col(i) = arm.phi;
      choice.exploitation_scores[i] = arm.f1.value;
      choice.exploration_scores[i] = weight * (exploration_(arm.phi) - 1.0);
      sums_[i] = choice.exploitation_scores[i] + choice.exploration_scores[i];
    }
    choice.arm = index_of_largest(sums_);
    played_ = static_cast<std::size_t>(choice.arm);
    round_ = t;
  }

  std::optional<double> learn(double reward) override {
    EENET_REQUIRE(!arms_.empty(), "learn: nothing was chosen yet");
    const Arm& played = arms_[played_];
    const double label = (reward - played.f1.value) + 1.0;
    rewards_.add(played.f1.input, reward);
    labels_.add(played.phi, label);
    const std::uint64_t before = round_ - 1;
    if (before < kEarlyRounds && reward == 0.0) {
      for (std::size_t i = 0; i < arms_.size(); ++i) {
        if (i != played_) labels_.add(arms_[i].phi, kLabelOfOthers);
      }
    }
    if (before % (before < kEarlyRounds ? kEvery : kLateEvery) == 0) train();
    return label;
  }

  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return {exploitation_.parameters(), exploration_.parameters()};
  }

 private:
  struct Arm {
    ReleasedExploitation::Pass f1;
    Eigen::VectorXd phi;
  };

  void train() {
    pass_.input.resize(arms_.front().f1.input.size());
    rewards_.train(Rng(seed_, stream::kTraining, 2 * round_), settings_.steps, kLossOfExploitation,
                   [this](std::size_t sample, double target) {
                     rewards_.write(sample, pass_.input);
                     exploitation_.differentiate(pass_);
                     exploitation_.step(pass_, target, settings_.eta1);
                     return pass_.value;
                   });
    phi_.resize(arms_.front().phi.size());
    exploration_.restart(settings_.eta2, settings_.decay);
    labels_.train(Rng(seed_, stream::kTraining, 2 * round_ + 1), settings_.steps,
                  kLossOfExploration, [this](std::size_t sample, double target) {
                    labels_.write(sample, phi_);
                    return exploration_.step(phi_, target);
                  });
  }

  ReleasedSettings settings_;
  std::uint64_t seed_;
  ReleasedExploitation exploitation_;
  ReleasedExploration exploration_;
  Samples rewards_;
  Samples labels_;
  std::vector<Arm> arms_;
  ReleasedExploitation::Pass pass_;
  Eigen::VectorXd phi_;
  Eigen::VectorXd sums_;
  std::size_t played_ = 0;
  std::uint64_t round_ = 0;
};

ReleasedSettings read(const Settings& settings) {
  constexpr double kLargestDecay = 1.0;
  ReleasedSettings released;
  released.hidden = settings.integer("hidden", 1, kLargestDimension);
  released.pool = settings.integer("pool", 1, kLargestDimension);
  released.eta1 = settings.positive_real("eta1");
  released.eta2 = settings.positive_real("eta2");
  released.decay = settings.real("decay", 0.0, kLargestDecay);
  released.steps = static_cast<std::uint64_t>(settings.integer("steps", 1, kMostSteps));
  return released;
}

}  // namespace

PolicyKind eenet_released_kind() {
  return {"eenet-released",
          "what the authors' public code computes instead of Algorithm 1",
          {{"hidden", "100", "hidden units of each network"},
           {"pool", "1", "entries of the gradient of f1 that are averaged to one input of f2"},
           {"eta1", "0.01", "learning rate of f1"},
           {"eta2", "0.001", "learning rate of f2"},
           {"decay", "0.0001", "weight decay of f2"},
           {"steps", "2000", "most steps of one training"}},
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            return std::make_unique<EeNetReleased>(read(settings), environment.dim(), inputs);
          }};
}

}  // namespace eenet
