// Prints the landmarks and the embedding of a locally linear embedding as one JSON document, for
// sklearn_test.py to hold against scikit-learn.
#include <iostream>
#include <nlohmann/json.hpp>

#include "reference/elementary.h"
#include "reference/gradient_features/locally_linear_embedding.h"
#include "reference/rng.h"

namespace {

// A sheet rolled up in eight dimensions, with a little noise so that no two distances tie.
Eigen::VectorXd on_a_rolled_sheet(eenet::Rng& rng) {
  const double s = 1.0 + 4.0 * rng.uniform();
  const double t = rng.uniform();
  Eigen::VectorXd x(8);
  x << s * eenet::cosine(s), s * eenet::cosine(s + 1.5), 3.0 * t, s * t, eenet::cosine(3.0 * t),
      0.3 * s, t * t, 0.1 * s * s;
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] += 0.01 * rng.normal();
  return x;
}

nlohmann::json columns(const Eigen::MatrixXd& m) {
  nlohmann::json list = nlohmann::json::array();
  for (Eigen::Index i = 0; i < m.cols(); ++i) {
    list.push_back(std::vector<double>(m.col(i).data(), m.col(i).data() + m.rows()));
  }
  return list;
}

}  // namespace

int main() {
  const eenet::EmbeddingSettings settings = {
      .k = 3, .neighbours = 10, .landmarks = 150, .ridge = 1e-3};
  eenet::LocallyLinearEmbedding map(8, settings, 1);
  eenet::Rng rng(5, "sheet");
  Eigen::MatrixXd landmarks(8, settings.landmarks);
  for (Eigen::Index i = 0; i < settings.landmarks; ++i) {
    landmarks.col(i) = on_a_rolled_sheet(rng);
    map.observe_played(landmarks.col(i));
  }
  std::cout << nlohmann::json{{"k", settings.k},
                              {"neighbours", settings.neighbours},
                              {"ridge", settings.ridge},
                              {"landmarks", columns(landmarks)},
                              {"embedding", columns(map.embedding())}}
            << '\n';
}
