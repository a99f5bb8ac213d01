#include "reference/gradient_features/random_projection.h"

#include "reference/fixed_order.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

RandomProjection::RandomProjection(Eigen::Index gradient_dim, Eigen::Index k, std::uint64_t seed)
    : signs_(k, gradient_dim) {
  EENET_REQUIRE(gradient_dim >= 1 && k >= 1, "RandomProjection: from ", gradient_dim, " to ", k,
                " dimensions, expected at least 1 each");
  constexpr int kBitsOfAWord = 64;
  Rng rng(seed, stream::kFeatures);
  std::uint64_t bits = 0;
  int left = 0;
  for (Eigen::Index entry = 0; entry < gradient_dim; ++entry) {
    for (Eigen::Index row = 0; row < k; ++row) {
      if (left == 0) {
        bits = rng.word();
        left = kBitsOfAWord;
      }
      signs_(row, entry) = (bits & 1U) != 0 ? 1.0 : -1.0;
      bits >>= 1;
      --left;
    }
  }
}

void RandomProjection::map(const Eigen::VectorXd& gradient, Eigen::VectorXd& phi) const {
  EENET_REQUIRE(gradient.size() == signs_.cols(), "RandomProjection::map: gradient has ",
                gradient.size(), " entries, expected ", signs_.cols());
  phi.setZero(signs_.rows());
  for (Eigen::Index entry = 0; entry < gradient.size(); ++entry) {
    if (gradient[entry] != 0.0) add_scaled(gradient[entry], signs_.col(entry), phi);
  }
  normalise(phi);
}

}  // namespace eenet
