#include "theory/psi/dual_direction.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/compensated.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

DualDirection::DualDirection(const MergedPoints& points, const Eigen::VectorXd& labels,
                             const Eigen::VectorXd& wished) {
  EENET_REQUIRE(wished.size() == labels.size() && all_finite(wished), "DualDirection: got ",
                wished.size(), " numbers, expected ", labels.size(), " finite ones");
  const auto count = static_cast<double>(labels.size());
  u = Eigen::VectorXd::Zero(labels.size());
  const double largest = wished.cwiseAbs().maxCoeff();
  if (largest >= 0x1p-900) {
    const int exponent = std::ilogb(largest);
    // Integers of `bits` + 1 bits, N of them: their sums stay below 2^53.
    const int bits = 51 - std::ilogb(count) - 1;
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      u[i] = std::scalbn(std::nearbyint(std::scalbn(wished[i], bits - exponent)), -bits);
    }
  }
  merged = points.sums(u);

  const TwoFold product = compensated_dot(u, labels);
  // Dot2's bound, and products that fell below the normal numbers.
  const double size = u.cwiseAbs().dot(labels.cwiseAbs());
  const double part = gamma(count + 1.0);
  const double error = 2.0 * part * part * size + count * 0x1p-1060;
  label_product = below(below(product.value()) - above(error));
  norm_square = above(u.squaredNorm() * above(1.0 + gamma(count + 1.0)));
  if (u.isZero(0.0)) norm_square = 0.0;
}

double DualDirection::lower_bound(double supremum) const {
  const double margin = below(label_product - supremum);
  if (norm_square == 0.0 || !(margin > 0.0)) return 0.0;
  return std::max(0.0, (exactly(margin) * exactly(margin) / exactly(norm_square)).lower);
}

}  // namespace eenet::theory
