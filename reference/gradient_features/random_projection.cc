#include "reference/gradient_features/random_projection.h"

#include "reference/operations/operations.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

namespace {

// +1 for an odd draw, -1 for an even one.
double sign_of(std::uint32_t w) {
  return w % 2 == 1 ? 1.0 : -1.0;
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

void RandomProjection::map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const {
  EENET_REQUIRE(gradient.size() == static_cast<Eigen::Index>(draws_.size()),
                "RandomProjection::map: gradient has ", gradient.size(), " entries, expected ",
                draws_.size());
  phi.setZero();
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    phi[draws_[i] / 2] += sign_of(draws_[i]) * gradient[static_cast<Eigen::Index>(i)];
  }
  normalise(phi);
}

void RandomProjection::map(const ForwardPass& pass, const BackwardPass& back,
                           Eigen::Ref<Eigen::VectorXd> phi) {
  phi.setZero();
  const std::uint32_t* draw = draws_.data();  // of the layer's first entry
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    add_signed_outer_product(draw, back.signals[l], pass.outputs[l], phi);
    draw += back.signals[l].size() * pass.outputs[l].size();
  }
  const Eigen::VectorXd& last = pass.outputs.back();
  for (Eigen::Index k = 0; k < last.size(); ++k) phi[draw[k] / 2] += sign_of(draw[k]) * last[k];
  normalise(phi);
}

Eigen::MatrixXd RandomProjection::matrix() const {
  Eigen::MatrixXd s = Eigen::MatrixXd::Zero(k_, static_cast<Eigen::Index>(draws_.size()));
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    s(draws_[i] / 2, static_cast<Eigen::Index>(i)) = sign_of(draws_[i]);
  }
  return s;
}

}  // namespace eenet
