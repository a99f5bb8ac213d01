#include "reference/models/kernels.h"

#include <cmath>

#include "reference/elementary.h"
#include "reference/require.h"

namespace eenet {

namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

// A quotient of rounded numbers may be a little more than 1.
double cut_to_cosine(double u) {
  if (u > 1.0) return 1.0;
  return u < -1.0 ? -1.0 : u;
}

}  // namespace

double rbf_kernel(double gamma, const ConstVector& x, const ConstVector& y) {
  return exponential(-(gamma * squared_distance(x, y)));
}

double ntk_kernel(int levels, const ConstVector& x, const ConstVector& y) {
  EENET_REQUIRE(levels >= 1, "ntk_kernel: got ", levels, " levels, expected at least 1");
  const double norms = euclidean_norm(x) * euclidean_norm(y);
  if (norms == 0.0) return 0.0;
  double sigma = cut_to_cosine(dot(x, y) / norms);
  double h = sigma;
  for (int level = 1; level <= levels; ++level) {
    const double share = (kPi - arc_cosine(sigma)) / kPi;  // of all half-spaces that have both
    const double sine = std::sqrt((1.0 - sigma) * (1.0 + sigma));
    sigma = cut_to_cosine(sine / kPi + sigma * share);
    h = h * share + sigma;
  }
  return norms * ((h + sigma) / 2.0);
}

}  // namespace eenet
