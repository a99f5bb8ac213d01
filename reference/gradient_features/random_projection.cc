#include "reference/gradient_features/random_projection.h"

#include <array>

#include "reference/fixed_order.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

namespace {

constexpr std::array<double, 2> kSigns = {-1.0, 1.0};

// Adds the gradient entry g to phi where its draw w says.
void add_entry(std::uint32_t w, double g, Eigen::VectorXd& phi) {
  phi[w / 2] += kSigns[w % 2] * g;
}

}  // namespace

RandomProjection::RandomProjection(Eigen::Index gradient_dim, Eigen::Index k, std::uint64_t seed)
    : k_(k) {
  EENET_REQUIRE(gradient_dim >= 1 && k >= 1, "RandomProjection: from ", gradient_dim, " to ", k,
                " dimensions, expected at least 1 each");
  Rng rng(seed, stream::kFeatures);
  draws_.resize(static_cast<std::size_t>(gradient_dim));
  for (std::uint32_t& w : draws_) {
    w = static_cast<std::uint32_t>(rng.below(2 * static_cast<std::uint64_t>(k)));
  }
}

void RandomProjection::map(const Eigen::VectorXd& gradient, Eigen::VectorXd& phi) const {
  EENET_REQUIRE(gradient.size() == static_cast<Eigen::Index>(draws_.size()),
                "RandomProjection::map: gradient has ", gradient.size(), " entries, expected ",
                draws_.size());
  phi.setZero(k_);
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    add_entry(draws_[i], gradient[static_cast<Eigen::Index>(i)], phi);
  }
  normalise(phi);
}

void RandomProjection::map(const ForwardPass& pass, const BackwardPass& back,
                           Eigen::VectorXd& phi) {
  phi.setZero(k_);
  const std::uint32_t* draw = draws_.data();  // of the first entry of the row at hand
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    const Eigen::VectorXd& input = pass.outputs[l];
    for (Eigen::Index j = 0; j < back.signals[l].size(); ++j, draw += input.size()) {
      const double signal = back.signals[l][j];
      if (signal == 0.0) continue;  // an inactive unit: the whole row is zero
      for (const Eigen::Index k : pass.nonzero[l]) add_entry(draw[k], signal * input[k], phi);
    }
  }
  for (const Eigen::Index k : pass.nonzero.back()) add_entry(draw[k], pass.outputs.back()[k], phi);
  normalise(phi);
}

Eigen::MatrixXd RandomProjection::matrix() const {
  Eigen::MatrixXd s = Eigen::MatrixXd::Zero(k_, static_cast<Eigen::Index>(draws_.size()));
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    s(draws_[i] / 2, static_cast<Eigen::Index>(i)) = kSigns[draws_[i] % 2];
  }
  return s;
}

}  // namespace eenet
