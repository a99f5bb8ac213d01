#include "verify/generators/contexts.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "verify/generators/numbers.h"

namespace eenet::verify {

namespace {

// f2 of the whole gradient has m p parameters and more: only where that is no burden.
constexpr std::uint64_t kMostExplorationWeights = 4000;

template <std::size_t Size>
std::string one_of(Rng& rng, const std::array<const char*, Size>& words) {
  return words[rng.below(Size)];
}

std::string between(Rng& rng, std::uint64_t lowest, std::uint64_t highest) {
  return std::to_string(lowest + rng.below(highest - lowest + 1));
}

Eigen::VectorXd random_context(const Case& one, Rng& rng) {
  const std::vector<double> x = unit_vector(rng, one.dimension, one.digits);
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

// Moves one entry to a neighbouring number: the norm stays 1 to a unit in the last place.
void nudge(Rng& rng, Eigen::Ref<Eigen::VectorXd> x) {
  double& entry = x[static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(x.size())))];
  const double infinity = std::numeric_limits<double>::infinity();
  entry = std::nextafter(entry, rng.below(2) == 0 ? infinity : -infinity);
}

void add_noise(Rng& rng, Spec& spec) {
  spec.given["noise"] = one_of<3>(rng, {"none", "bernoulli", "bounded"});
  if (spec.given["noise"] == "bounded") {
    spec.given["amplitude"] = one_of<4>(rng, {"0", "0.05", "0.3", "1"});
  }
}

void add_features(const Case& one, Rng& rng, Spec& spec) {
  const bool whole_is_small = one.parameter_count() * one.width <= kMostExplorationWeights;
  std::string features = one_of<4>(rng, {"projection", "gradient", "block-mean", "lle"});
  if (features == "gradient" && !whole_is_small) features = "projection";
  spec.given["features"] = features;
  if (features == "block-mean") {
    // Blocks that leave f2 no wider an input than the whole gradient may have.
    const std::uint64_t smallest = whole_is_small ? 1 : 1 + one.width / 2;
    spec.given["block"] = between(rng, smallest, smallest + 50);
  }
  if (features == "projection") spec.given["k"] = between(rng, 1, 10);
  if (features == "lle") {
    spec.given["k"] = between(rng, 1, 2);
    spec.given["neighbours"] = between(rng, 1, 3);
    spec.given["landmarks"] = between(rng, 5, 12);
  }
}

void add_training(Rng& rng, Spec& spec) {
  if (rng.below(4) == 0) {
    spec.given["schedule"] = "replay";
    spec.given["every"] = between(rng, 1, 4);
    spec.given["late_every"] = between(rng, 1, 4);
    spec.given["late_from"] = between(rng, 0, 6);
    spec.given["steps"] = between(rng, 1, 20);
    spec.given["loss1"] = one_of<3>(rng, {"0", "0.05", "0.5"});
    spec.given["loss2"] = one_of<3>(rng, {"0", "0.05", "0.5"});
  }
  if (rng.below(4) == 0) {
    spec.given["R"] = one_of<3>(rng, {"0.3", "0.5", "0.7"});
  } else {
    spec.given["eta1"] = one_of<4>(rng, {"0.01", "0.1", "0.25", "0.7"});
    spec.given["eta2"] = one_of<4>(rng, {"0.02", "0.1", "0.3", "0.5"});
  }
}

}  // namespace

Eigen::MatrixXd random_contexts(const Case& one, std::uint64_t round) {
  Rng rng = case_rng(one, "contexts", round);
  const auto arms = static_cast<Eigen::Index>(one.arms);
  const auto dimension = static_cast<Eigen::Index>(one.dimension);
  Eigen::MatrixXd contexts(dimension, arms);
  const std::vector<std::size_t> axes = permutation(rng, one.dimension);
  for (Eigen::Index i = 0; i < arms; ++i) {
    if (one.kind == Kind::kNearEqual && i > 0) {
      contexts.col(i) = contexts.col(0);
      nudge(rng, contexts.col(i));
    } else if (one.kind == Kind::kAntipodal && i % 2 == 1) {
      contexts.col(i) = -contexts.col(i - 1);
    } else if (one.kind == Kind::kOrthogonal) {
      // With more arms than axes some arms are equal, and tie.
      const std::size_t axis = axes[static_cast<std::size_t>(i) % axes.size()];
      contexts.col(i) = Eigen::VectorXd::Unit(dimension, static_cast<Eigen::Index>(axis));
    } else {
      contexts.col(i) = random_context(one, rng);
    }
  }
  return contexts;
}

Spec random_environment(const Case& one) {
  Rng rng = case_rng(one, "environment");
  const std::string pairs = std::to_string((one.arms + 1) / 2);
  Spec spec;
  spec.given["dim"] = std::to_string(one.dimension);
  if (one.kind == Kind::kAntipodal) {
    spec.name = "antipodal";
    spec.given["pairs"] = pairs;
  } else if (one.kind == Kind::kSpecial) {
    spec.name = "duplicates";
    spec.given["pairs"] = pairs;
  } else if (one.kind == Kind::kNearEqual && one.dimension >= 2) {
    spec.name = "near-duplicates";
    spec.given["arms"] = std::to_string(one.arms);
    spec.given["angle"] = one_of<4>(rng, {"0", "0.0001", "0.5", "1"});
    spec.given["level"] = one_of<3>(rng, {"0.5", "0.9", "1"});
    spec.given["gap"] = one_of<3>(rng, {"0", "0.25", "0.5"});
  } else if (one.kind == Kind::kOrthogonal) {
    spec = {"two-arms",
            {{"low", one_of<3>(rng, {"0", "0.5", "1"})},
             {"high", one_of<3>(rng, {"0.25", "0.5", "1"})}}};
  } else {
    spec.name = one_of<4>(rng, {"linear", "quadratic", "cosine", "teacher"});
    spec.given["arms"] = std::to_string(one.arms);
    if (one.dimension % one.arms == 0 && rng.below(2) == 0) spec.given["contexts"] = "blocks";
    if (spec.name == "teacher") {
      spec.given["width"] = between(rng, 1, 8);
      spec.given["depth"] = between(rng, 2, 4);
    }
  }
  add_noise(rng, spec);
  return spec;
}

Spec random_method(const Case& one) {
  Rng rng = case_rng(one, "method");
  Spec spec;
  spec.name = one_of<3>(rng, {"eenet", "eenet-abs", "eenet-relu"});
  spec.given["width"] = std::to_string(one.width);
  spec.given["depth"] = std::to_string(one.depth);
  add_features(one, rng, spec);
  add_training(rng, spec);
  return spec;
}

}  // namespace eenet::verify
