// phi by locally linear embedding, as the paper's experiments have it, made into a map that has a
// value at a new point. [EENET, Proposed Method, remark1; S. T. Roweis, L. K. Saul, Science 290
// (2000) 2323-2326]; docs/deviations.md D3.
//
// Landmarks are the first `landmarks` played gradients. The embedding is fitted when their number
// reaches 4 max(k, neighbours), again at every doubling, and a last time when the set is full;
// until the first fit phi is the random projection, and from a fit on it holds for all later
// rounds. A gradient with an entry above 2^400, or no number, is no landmark, and its phi is the
// random projection's.
//
//   Weights of a point g: its `neighbours` nearest landmarks (itself excepted while fitting; ties
//   to the lower index); C_ij = <g - n_i, g - n_j>; C w = 1 with C's diagonal raised by ridge *
//   trace(C) (by ridge if the trace is 0), by Cholesky; w divided by its sum. Fit: row i of W holds
//   the weights of landmark i; M = (I - W)^T (I - W); the embedding of the landmarks is the
//   eigenvectors of M number 2 ... k+1 from below (the first is constant). Value at g: the weighted
//   sum of its neighbours' embeddings, normalised.
#pragma once

#include <vector>

#include "reference/gradient_features/gradient_features.h"
#include "reference/gradient_features/random_projection.h"

namespace eenet {

struct EmbeddingSettings {
  Eigen::Index k = 10;
  Eigen::Index neighbours = 15;
  Eigen::Index landmarks = 300;
  double ridge = 1e-3;
};

class LocallyLinearEmbedding final : public GradientFeatures {
 public:
  // Requires k >= 1, neighbours >= 1, ridge > 0 and landmarks >= max(k, neighbours) + 2.
  LocallyLinearEmbedding(Eigen::Index gradient_dim, const EmbeddingSettings& settings,
                         std::uint64_t seed);

  [[nodiscard]] Eigen::Index output_dim() const override { return settings_.k; }
  using GradientFeatures::map;
  using GradientFeatures::observe_played;
  void map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const override;
  [[nodiscard]] bool wants_played_gradients() const override;
  void observe_played(const Eigen::VectorXd& gradient) override;

  // The landmarks' embedding, one landmark per column; empty before the first fit.
  [[nodiscard]] const Eigen::MatrixXd& embedding() const { return embedding_; }

 private:
  struct Neighbours {
    std::vector<std::size_t> index;
    Eigen::VectorXd weight;  // sums to 1
  };

  [[nodiscard]] Neighbours reconstruct(const Eigen::VectorXd& gradient, std::size_t fitted,
                                       std::size_t except) const;
  [[nodiscard]] bool is_time_to_fit() const;
  void fit();

  Eigen::Index gradient_dim_;
  EmbeddingSettings settings_;
  RandomProjection before_first_fit_;
  std::vector<Eigen::VectorXd> landmarks_;
  Eigen::MatrixXd embedding_;
};

}  // namespace eenet
