#include "theory/kernel/precise_ntk.h"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

namespace mp = boost::multiprecision;
using Digits = mp::number<mp::cpp_bin_float<192, mp::digit_base_2>, mp::et_off>;

Digits dot(const Eigen::Ref<const Eigen::VectorXd>& x, const Eigen::Ref<const Eigen::VectorXd>& y) {
  Digits sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += Digits(x[i]) * Digits(y[i]);
  return sum;
}

// Roundings may leave [-1, 1], where acos and the root are defined.
Digits cosine(const Digits& u) {
  if (u > 1) return 1;
  return u < -1 ? Digits(-1) : u;
}

// (H^levels + Sigma^levels) / 2 for unit vectors.
Digits unit_kernel(const Digits& u, int levels) {
  const Digits& pi = boost::math::constants::pi<Digits>();
  Digits sigma = u;
  Digits h = u;
  for (int level = 0; level < levels; ++level) {
    const Digits rest = pi - acos(sigma);
    const Digits next = cosine((sqrt((1 - sigma) * (1 + sigma)) + sigma * rest) / pi);
    h = h * rest / pi + next;
    sigma = next;
  }
  return (h + sigma) / 2;
}

}  // namespace

PreciseEntry precise_ntk(const Eigen::Ref<const Eigen::VectorXd>& x,
                         const Eigen::Ref<const Eigen::VectorXd>& y, int levels) {
  EENET_REQUIRE(x.size() == y.size(), "precise_ntk: vectors have ", x.size(), " and ", y.size(),
                " entries, expected equally many");
  EENET_REQUIRE(x.allFinite() && y.allFinite(), "precise_ntk: an entry is not finite");
  const Digits norms = sqrt(dot(x, x) * dot(y, y));
  if (norms == 0) return {};
  const Digits value = norms * unit_kernel(cosine(dot(x, y) / norms), levels);
  const auto high = static_cast<double>(value);
  return {high, static_cast<double>(value - Digits(high))};
}

double precise_ntk_error(Eigen::Index dim, int levels) {
  return 0x1p-95 * (levels + 2) * std::sqrt(static_cast<double>(dim) + 8.0 + 16.0 * levels);
}

}  // namespace eenet::theory
