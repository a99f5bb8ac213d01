#include "theory/kernel/ntk_recursion.h"

#include <array>
#include <cmath>
#include <numbers>

#include "reference/require.h"

namespace eenet::theory {

namespace {

using std::numbers::pi;

// The angle whose cosine is 1 - deficit = value >= 0, from the one of the two that has more digits.
double angle_of(double value, double deficit) {
  return value < 0.5 ? std::acos(value) : 2.0 * std::asin(std::sqrt(0.5 * deficit));
}

}  // namespace

int ntk_levels(Eigen::Index depth, NtkConvention convention) {
  EENET_REQUIRE(depth >= 2, "ntk_levels: depth is ", depth, ", expected at least 2");
  return static_cast<int>(depth) - (convention == NtkConvention::kCorrected ? 1 : 0);
}

double ntk_diagonal(Eigen::Index depth, NtkConvention convention) {
  return 0.5 * (ntk_levels(depth, convention) + 2);
}

double arc_cosine_gain(double t) {
  // sum_(k>=1) (-1)^(k+1) 2k/(2k+1)! t^(2k+1); at pi/2 the first term left out, k = 13, is 5e-22.
  constexpr int kTerms = 12;
  const double square = t * t;
  double sum = 1.0;  // in Horner's form each term is the previous one times a ratio
  for (int k = kTerms; k >= 2; --k) {
    sum = 1.0 - sum * square / ((2.0 * k - 2.0) * (2.0 * k + 1.0));
  }
  return t * square * sum / (3.0 * pi);
}

NtkLevel first_ntk_level(const Angle& angle) {
  const double t = angle.from_pole;
  const double gain = arc_cosine_gain(t);
  NtkLevel next;
  next.level = 1;
  if (angle.obtuse) {  // k1 = gain(e) and k0 = e/pi at e = pi - theta: no cancellation
    next.sigma = gain;
    next.sigma_deficit = 1.0 - gain;
    next.h = gain - std::cos(t) * t / pi;
    next.h_deficit = 2.0 - next.h;
    return next;
  }
  const double cosine = std::cos(t);
  const double half_sine = std::sin(0.5 * t);
  const double cosine_deficit = 2.0 * half_sine * half_sine;
  next.sigma = cosine + gain;
  next.sigma_deficit = cosine_deficit - gain;
  next.h = cosine * (1.0 - t / pi) + next.sigma;
  next.h_deficit = cosine_deficit + cosine * t / pi + next.sigma_deficit;
  return next;
}

NtkLevel next_ntk_level(const NtkLevel& level) {
  EENET_REQUIRE(level.level >= 1, "next_ntk_level: level is ", level.level,
                ", expected at least 1");
  const double t = angle_of(level.sigma, level.sigma_deficit);
  const double gain = arc_cosine_gain(t);
  NtkLevel next;
  next.level = level.level + 1;
  next.sigma = level.sigma + gain;
  next.sigma_deficit = level.sigma_deficit - gain;
  next.h = level.h * (1.0 - t / pi) + next.sigma;
  next.h_deficit = level.h_deficit + level.h * t / pi + next.sigma_deficit;
  return next;
}

double ntk_entry_error(Eigen::Index depth) {
  return (32.0 + 12.0 * static_cast<double>(depth)) * 0x1p-53;
}

NtkEntry unit_ntk(const Angle& angle, Eigen::Index depth, NtkConvention convention) {
  const int levels = ntk_levels(depth, convention);
  NtkLevel level = first_ntk_level(angle);
  while (level.level < levels) level = next_ntk_level(level);
  const double deficit = 0.5 * (level.h_deficit + level.sigma_deficit);
  return {0.5 * (level.h + level.sigma), deficit, deficit};
}

NtkEntry infinite_ntk(const ConstVector& x, const ConstVector& y, Eigen::Index depth,
                      NtkConvention convention) {
  EENET_REQUIRE(x.size() == y.size(), "infinite_ntk: sizes are ", x.size(), " and ", y.size(),
                ", expected equal");
  const ScaledVector a(x);
  const ScaledVector b(y);
  const double diagonal = ntk_diagonal(depth, convention);
  const double norm = a.norm();
  if (a.is_zero() || b.is_zero()) return {0.0, norm * norm * diagonal, 0.0};
  const NtkEntry unit = unit_ntk(angle_between(a, b), depth, convention);
  const double norms = norm * b.norm();
  const double angular = norms * unit.angular_deficit;
  return {norms * unit.value, norm * norm_difference(a, b) * diagonal + angular, angular};
}

}  // namespace eenet::theory
