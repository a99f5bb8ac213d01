#include "verify/oracle/vectors/local_embedding.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/cholesky.h"
#include "reference/gradient_features/locally_linear_embedding.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/plain/embedding.h"

namespace eenet::verify::oracle {

namespace {

constexpr std::size_t kSize = 5;  // of the gradient
constexpr std::size_t kLength = 2;
constexpr std::size_t kNeighbours = 3;
constexpr std::size_t kLandmarks = 12;  // 4 times kNeighbours: fitted once, to all of them
constexpr double kRidge = 0.03125;

struct Fitted {
  std::vector<Numbers> landmarks;
  std::vector<Numbers> embedding;  // kLength numbers per landmark
};

std::vector<std::pair<double, std::size_t>> distances(const Fitted& fitted, const Numbers& g) {
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t i = 0; i < fitted.landmarks.size(); ++i) {
    double square = 0.0;
    for (std::size_t k = 0; k < kSize; ++k) {
      square += (g[k] - fitted.landmarks[i][k]) * (g[k] - fitted.landmarks[i][k]);
    }
    all.emplace_back(square, i);
  }
  std::sort(all.begin(), all.end());
  return all;
}

// What rounding does to the weights, and what they and the embedding make of it. With
// C = V V^T + ridge trace I, |C^-1| <= 1 / (ridge trace). C and a backward stable solver miss at
// most `moved` times the trace: roundings counted with room, for any pivoting.
Numbers bounds_of(const Fitted& fitted, const Numbers& g, bool in_float) {
  const Arithmetic arithmetic = in_float ? kFloat : kDouble;
  const auto near = distances(fitted, g);
  const double gap = near[kNeighbours].first - near[kNeighbours - 1].first;
  if (!(gap > 16.0 * gamma(kSize + 4.0, kFloat) * near[kNeighbours].first)) {
    throw std::logic_error("the nearest landmarks are not certain");
  }
  constexpr auto kCount = static_cast<Eigen::Index>(kNeighbours);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(kCount, kCount);
  const auto away = [&](Eigen::Index j, std::size_t k) {
    return g[k] - fitted.landmarks[near[static_cast<std::size_t>(j)].second][k];
  };
  double trace = 0.0;
  for (Eigen::Index i = 0; i < kCount; ++i) {
    for (Eigen::Index j = 0; j < kCount; ++j) {
      for (std::size_t k = 0; k < kSize; ++k) gram(i, j) += away(i, k) * away(j, k);
    }
    trace += gram(i, i);
  }
  for (Eigen::Index i = 0; i < kCount; ++i) gram(i, i) += kRidge * trace;
  const Eigen::VectorXd solution = solve_positive_definite(gram, Eigen::VectorXd::Ones(kCount));

  constexpr double kCounted = static_cast<double>(kNeighbours);
  const double moved = gamma(8.0 * (kSize + 3.0 * kCounted * kCounted + 10.0), arithmetic) / kRidge;
  double sum = 0.0;
  double magnitude = 0.0;
  double square = 0.0;
  for (const double w : solution) {
    sum += w;
    magnitude += std::abs(w);
    square += w * w;
  }
  const double off = std::sqrt(square) * moved / (1.0 - moved);
  const double sum_off = std::sqrt(kCounted) * off + gamma(kCounted, arithmetic) * magnitude;
  Numbers phi(kLength, 0.0);
  Numbers error(kLength, 0.0);
  for (Eigen::Index j = 0; j < kCount; ++j) {
    const double w = solution[j] / sum;
    const double w_off =
        (off + std::abs(w) * sum_off) / (sum - sum_off) + arithmetic.unit_roundoff * std::abs(w);
    const Numbers& coordinates = fitted.embedding[near[static_cast<std::size_t>(j)].second];
    for (std::size_t r = 0; r < kLength; ++r) {
      phi[r] += w * coordinates[r];
      // One rounding more where the embedding is rounded when it is stored.
      error[r] += (w_off + gamma(kCounted + 2.0, arithmetic) * (std::abs(w) + w_off)) *
                  std::abs(coordinates[r]);
    }
  }
  return direction_bounds(phi, error, {arithmetic, in_float}).value();
}

Json lists(const std::vector<Numbers>& rows) {
  Json all = Json::array();
  for (const Numbers& row : rows) all.push_back(Json(row));
  return all;
}

}  // namespace

VectorGroupFile embedding_vectors() {
  Rng rng(1, "vectors/lle");
  LocallyLinearEmbedding map(kSize, {kLength, kNeighbours, kLandmarks, kRidge}, 1);
  plain::Embedding twin({kLength, kNeighbours, kLandmarks, kRidge});
  Fitted fitted;
  for (std::size_t i = 0; i < kLandmarks; ++i) {
    fitted.landmarks.push_back(float_numbers(rng, kSize, 1.0));
    map.observe_played(plain::vector_of(fitted.landmarks.back()));
    twin.observe(fitted.landmarks.back());
  }
  for (std::size_t i = 0; i < kLandmarks; ++i) {
    fitted.embedding.push_back(
        plain::numbers_of(Eigen::VectorXd(map.embedding().col(static_cast<Eigen::Index>(i)))));
  }
  VectorGroupFile file{"features-lle-p5-k2",
                       "features",
                       "phi by locally linear embedding, at a fitted embedding that is given",
                       {},
                       {}};
  file.parameters = {{"op", "features"},
                     {"features",
                      {{"kind", "lle"},
                       {"k", kLength},
                       {"neighbours", kNeighbours},
                       {"ridge", kRidge},
                       {"landmarks", lists(fitted.landmarks)},
                       {"embedding", lists(fitted.embedding)}}}};
  const auto add = [&](const std::string& name, const Numbers& g, const std::string& catches) {
    const Numbers own = bounds_of(fitted, g, false);
    TestVector vector{"features/lle-p5-k2/" + name, catches, {}, {{"gradient", g}}, {}};
    vector.fields.push_back(
        {"features", plain::numbers_of(map.GradientFeatures::map(plain::vector_of(g))), twin.map(g),
         tolerance(added(own, own)), tolerance(added(bounds_of(fitted, g, true), own)),
         "|C^-1| <= 1/(ridge trace) times what rounding moves in C and in a backward stable "
         "solver, "
         "counted with room; then as for other features; of both sides, added"});
    file.vectors.push_back(std::move(vector));
  };
  add("ordinary", float_numbers(rng, kSize, 0.5),
      "a ridge that is not multiplied by the trace, or weights that do not sum to 1");
  add("at-a-landmark", fitted.landmarks[4],
      "a division by the distance, which is 0, or a landmark that is left out as its own "
      "neighbour");
  add("far-away", float_numbers(rng, kSize, 16.0),
      "neighbours that are the farthest, or nearest by another distance");
  return file;
}

}  // namespace eenet::verify::oracle
