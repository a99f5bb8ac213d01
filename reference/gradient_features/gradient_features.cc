#include "reference/gradient_features/gradient_features.h"

#include "reference/gradient_features/random_projection.h"
#include "reference/gradient_features/whole_gradient.h"

namespace eenet {

std::vector<Key> gradient_features_keys() {
  return {{"features", "projection", "phi: projection (random, k numbers) or gradient (the whole)"},
          {"k", "10", "length of phi for projection"}};
}

std::unique_ptr<GradientFeatures> make_gradient_features(const Settings& settings,
                                                         Eigen::Index gradient_dim,
                                                         std::uint64_t seed) {
  const Eigen::Index k = settings.integer("k", 1, kLargestDimension);
  if (settings.choice("features", {"projection", "gradient"}) == "gradient") {
    return std::make_unique<WholeGradient>(gradient_dim);
  }
  return std::make_unique<RandomProjection>(gradient_dim, k, seed);
}

}  // namespace eenet
