#include "reference/gradient_features/random_projection.h"

#include <array>

#include "reference/fixed_order.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

namespace {

using Signs = std::array<double, 2>;
constexpr Signs kSigns = {-1.0, 1.0};

// Adds the gradient entry g to phi where its draw w says, with the sign that w says; `signs` may
// hold a factor of g besides.
void add_entry(std::uint32_t w, const Signs& signs, double g, Eigen::VectorXd& phi) {
  phi[w / 2] += signs[w % 2] * g;
}

// Adds the rows of a layer's gradient whose units are `active`; the others are zero, and so are the
// columns that are not `nonzero`.
void add_layer(const std::uint32_t* draws, const Eigen::VectorXd& signal,
               const std::vector<Eigen::Index>& active, const Eigen::VectorXd& input,
               const std::vector<Eigen::Index>& nonzero, Eigen::VectorXd& phi) {
  if (nonzero.empty()) return;
  const Eigen::Index first = nonzero.front();
  const Eigen::Index end = nonzero.back() + 1;
  const bool side_by_side = end - first == static_cast<Eigen::Index>(nonzero.size());
  for (const Eigen::Index j : active) {
    const Signs signs = {-signal[j], signal[j]};
    const std::uint32_t* row = draws + j * input.size();
    if (side_by_side) {  // no list to read
      for (Eigen::Index k = first; k < end; ++k) add_entry(row[k], signs, input[k], phi);
    } else {
      for (const Eigen::Index k : nonzero) add_entry(row[k], signs, input[k], phi);
    }
  }
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
    add_entry(draws_[i], kSigns, gradient[static_cast<Eigen::Index>(i)], phi);
  }
  normalise(phi);
}

void RandomProjection::map(const ForwardPass& pass, const BackwardPass& back,
                           Eigen::VectorXd& phi) {
  phi.setZero(k_);
  const std::uint32_t* draw = draws_.data();  // of the layer's first entry
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    const Eigen::VectorXd& signal = back.signals[l];
    const Eigen::VectorXd& input = pass.outputs[l];
    find_nonzero(signal, active_);
    add_layer(draw, signal, active_, input, pass.nonzero[l], phi);
    draw += signal.size() * input.size();
  }
  const Eigen::VectorXd& last = pass.outputs.back();
  for (Eigen::Index k = 0; k < last.size(); ++k) add_entry(draw[k], kSigns, last[k], phi);
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
