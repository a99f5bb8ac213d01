#include "reference/gradient_features/gradient_features.h"

#include "reference/gradient_features/block_means.h"
#include "reference/gradient_features/locally_linear_embedding.h"
#include "reference/gradient_features/random_projection.h"
#include "reference/gradient_features/whole_gradient.h"

namespace eenet {

namespace {

std::unique_ptr<GradientFeatures> make_embedding(const Settings& settings,
                                                 Eigen::Index gradient_dim, std::uint64_t seed) {
  constexpr std::int64_t kMostLandmarks = 5000;  // the eigenvectors take time with its cube
  constexpr double kLargestRidge = 1e6;
  EmbeddingSettings embedding;
  embedding.k = settings.integer("k", 1, kMostLandmarks);
  embedding.neighbours = settings.integer("neighbours", 1, kMostLandmarks);
  embedding.landmarks = settings.integer("landmarks", 3, kMostLandmarks);
  embedding.ridge = settings.real("ridge", 0x1p-40, kLargestRidge);
  return std::make_unique<LocallyLinearEmbedding>(gradient_dim, embedding, seed);
}

}  // namespace

Eigen::VectorXd GradientFeatures::map(const Eigen::VectorXd& gradient) const {
  Eigen::VectorXd phi(output_dim());
  map(gradient, phi);
  return phi;
}

// Maps that override this write through their copy of phi.
void GradientFeatures::map(const ForwardPass& pass, const BackwardPass& back,
                           Eigen::Ref<Eigen::VectorXd> phi) {  // NOLINT(*-unnecessary-value-param)
  flatten_gradient(pass, back, gradient_);
  map(gradient_, phi);
}

void GradientFeatures::observe_played(const ForwardPass& pass, const BackwardPass& back) {
  if (!wants_played_gradients()) return;
  flatten_gradient(pass, back, gradient_);
  observe_played(gradient_);
}

std::vector<Key> gradient_features_keys() {
  const Condition lle = {"features", {"lle"}};
  return {{"features", "projection", "phi: projection, gradient (the whole), block-mean or lle"},
          {"k", "10", "length of phi", {"features", {"projection", "lle"}}},
          {"block", "50", "gradient entries of one block", {"features", {"block-mean"}}},
          {"neighbours", "15", "neighbours that reconstruct a point", lle},
          {"landmarks", "300", "played gradients that the embedding is fitted to", lle},
          {"ridge", "0.001", "share of the trace added to a local Gram matrix", lle}};
}

std::unique_ptr<GradientFeatures> make_gradient_features(const Settings& settings,
                                                         Eigen::Index gradient_dim,
                                                         std::uint64_t seed) {
  const std::string name =
      settings.choice("features", {"projection", "gradient", "block-mean", "lle"});
  if (name == "gradient") return std::make_unique<WholeGradient>(gradient_dim);
  if (name == "lle") return make_embedding(settings, gradient_dim, seed);
  if (name == "block-mean") {
    return std::make_unique<BlockMeans>(gradient_dim,
                                        settings.integer("block", 1, kLargestDimension));
  }
  return std::make_unique<RandomProjection>(gradient_dim,
                                            settings.integer("k", 1, kLargestDimension), seed);
}

}  // namespace eenet
