#include "reference/gradient_features/locally_linear_embedding.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "reference/cholesky.h"
#include "reference/floating_point.h"
#include "reference/operations/operations.h"
#include "reference/require.h"
#include "reference/symmetric_eigen.h"

namespace eenet {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Squared distances between such gradients, and sums of them, are finite numbers. A network has
// larger gradients only on its way to divergence.
bool has_distances(const Eigen::VectorXd& gradient) {
  constexpr double kLargestEntry = 0x1p+400;
  for (const double entry : gradient) {
    if (!(entry >= -kLargestEntry && entry <= kLargestEntry)) return false;
  }
  return true;
}

// Divides by the power of two in the largest entry. The weights do not depend on the scale, no
// digit of theirs changes, and the squares of tiny differences do not vanish.
void scale_to_one(Eigen::MatrixXd& differences) {
  double largest = 0.0;
  for (const double entry : differences.reshaped()) {
    largest = std::max(largest, entry < 0.0 ? -entry : entry);
  }
  if (largest == 0.0) return;
  const int exponent = binary_exponent(largest);
  for (double& entry : differences.reshaped()) entry = scale_by_power_of_two(entry, -exponent);
}

}  // namespace

LocallyLinearEmbedding::LocallyLinearEmbedding(Eigen::Index gradient_dim,
                                               const EmbeddingSettings& settings,
                                               std::uint64_t seed)
    : gradient_dim_(gradient_dim),
      settings_(settings),
      before_first_fit_(gradient_dim, settings.k, seed) {
  EENET_REQUIRE(settings.neighbours >= 1 && settings.ridge > 0.0,
                "LocallyLinearEmbedding: ", settings.neighbours, " neighbours, ridge ",
                settings.ridge, ", expected both above 0");
  const Eigen::Index least = std::max(settings.k, settings.neighbours) + 2;
  EENET_REQUIRE(settings.landmarks >= least, "LocallyLinearEmbedding: ", settings.landmarks,
                " landmarks, expected at least ", least);
}

LocallyLinearEmbedding::Neighbours LocallyLinearEmbedding::reconstruct(
    const Eigen::VectorXd& gradient, std::size_t fitted, std::size_t except) const {
  std::vector<std::pair<double, std::size_t>> by_distance;
  for (std::size_t i = 0; i < fitted; ++i) {
    if (i != except) by_distance.emplace_back(squared_distance(gradient, landmarks_[i]), i);
  }
  const Eigen::Index count = settings_.neighbours;
  std::partial_sort(by_distance.begin(), by_distance.begin() + count, by_distance.end());

  Neighbours nearest;
  Eigen::MatrixXd differences(gradient_dim_, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    nearest.index.push_back(by_distance[static_cast<std::size_t>(i)].second);
    differences.col(i) = gradient;
    add_scaled(-1.0, landmarks_[nearest.index.back()], differences.col(i));
  }
  scale_to_one(differences);
  Eigen::MatrixXd gram(count, count);
  double trace = 0.0;
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = j; i < count; ++i)
      gram(i, j) = dot(differences.col(i), differences.col(j));
    trace += gram(j, j);
  }
  const double raise = trace > 0.0 ? settings_.ridge * trace : settings_.ridge;
  for (Eigen::Index j = 0; j < count; ++j) gram(j, j) += raise;
  nearest.weight = solve_positive_definite(std::move(gram), Eigen::VectorXd::Ones(count));
  double sum = 0.0;
  for (Eigen::Index i = 0; i < count; ++i) sum += nearest.weight[i];
  for (Eigen::Index i = 0; i < count; ++i) nearest.weight[i] /= sum;
  return nearest;
}

void LocallyLinearEmbedding::map(const Eigen::VectorXd& gradient,
                                 Eigen::Ref<Eigen::VectorXd> phi) const {
  EENET_REQUIRE(gradient.size() == gradient_dim_, "LocallyLinearEmbedding::map: gradient has ",
                gradient.size(), " entries, expected ", gradient_dim_);
  if (embedding_.cols() == 0 || !has_distances(gradient)) {
    before_first_fit_.map(gradient, phi);
    return;
  }
  const auto fitted = static_cast<std::size_t>(embedding_.cols());
  const Neighbours nearest = reconstruct(gradient, fitted, kNone);
  phi.setZero();
  for (std::size_t i = 0; i < nearest.index.size(); ++i) {
    add_scaled(nearest.weight[static_cast<Eigen::Index>(i)],
               embedding_.col(static_cast<Eigen::Index>(nearest.index[i])), phi);
  }
  normalise(phi);
}

bool LocallyLinearEmbedding::wants_played_gradients() const {
  return landmarks_.size() < static_cast<std::size_t>(settings_.landmarks);
}

void LocallyLinearEmbedding::observe_played(const Eigen::VectorXd& gradient) {
  EENET_REQUIRE(gradient.size() == gradient_dim_,
                "LocallyLinearEmbedding::observe_played: gradient has ", gradient.size(),
                " entries, expected ", gradient_dim_);
  if (!wants_played_gradients() || !has_distances(gradient)) return;
  landmarks_.push_back(gradient);
  if (is_time_to_fit()) fit();
}

bool LocallyLinearEmbedding::is_time_to_fit() const {
  const auto count = static_cast<Eigen::Index>(landmarks_.size());
  if (count == settings_.landmarks) return true;
  Eigen::Index at = 4 * std::max(settings_.k, settings_.neighbours);
  while (at < count) at *= 2;
  return at == count;
}

void LocallyLinearEmbedding::fit() {
  const auto n = static_cast<Eigen::Index>(landmarks_.size());
  Eigen::MatrixXd residual = Eigen::MatrixXd::Identity(n, n);  // I - W
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Neighbours nearest = reconstruct(landmarks_[at], landmarks_.size(), at);
    for (std::size_t j = 0; j < nearest.index.size(); ++j) {
      residual(i, static_cast<Eigen::Index>(nearest.index[j])) =
          -nearest.weight[static_cast<Eigen::Index>(j)];
    }
  }
  Eigen::MatrixXd m(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i <= j; ++i) {
      m(i, j) = m(j, i) = dot(residual.col(i), residual.col(j));
    }
  }
  const SymmetricEigen eigen = symmetric_eigen(std::move(m));
  embedding_.resize(settings_.k, n);
  for (Eigen::Index row = 0; row < settings_.k; ++row) {
    for (Eigen::Index i = 0; i < n; ++i) embedding_(row, i) = eigen.vectors(i, row + 1);
  }
}

}  // namespace eenet
