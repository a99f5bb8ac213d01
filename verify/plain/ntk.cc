#include "verify/plain/ntk.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace eenet::verify::plain {

namespace {

using Wide = long double;
using WideVector = std::vector<Wide>;

constexpr Wide kPi = std::numbers::pi_v<Wide>;

// (sin t - t cos t)/pi. Below 1/2 by its series, where the difference would cancel: 12 terms leave
// less than the last place.
Wide gain(Wide t) {
  if (t >= 0.5L) return (std::sin(t) - t * std::cos(t)) / kPi;
  Wide sum = 0.0L;
  Wide power = t;  // (-1)^k t^(2k+1) / (2k+1)!
  for (int k = 1; k <= 12; ++k) {
    power *= -t * t / static_cast<Wide>(2 * k * (2 * k + 1));
    sum -= 2.0L * static_cast<Wide>(k) * power;
  }
  return sum / kPi;
}

WideVector direction(const Eigen::Ref<const Eigen::VectorXd>& x) {
  const Wide size = norm(x);
  WideVector unit;
  for (const double entry : x) unit.push_back(static_cast<Wide>(entry) / size);
  return unit;
}

}  // namespace

WideNtk unit_ntk(long double theta, int levels) {
  Wide t = theta;
  const Wide half = std::sin(theta / 2.0L);
  Wide p = 2.0L * half * half;  // 1 - Sigma
  Wide h = std::cos(theta);
  Wide d = p;  // l + 1 - H
  for (int level = 1; level <= levels; ++level) {
    const Wide c = gain(t);
    // 1 - p + c loses the digits of a small sum; near pi it is a gain of the angle from there.
    const Wide sigma = level == 1 && t > kPi / 2.0L ? gain(kPi - t) : 1.0L - (p - c);
    p -= c;
    d += h * t / kPi + p;
    h = h * (kPi - t) / kPi + sigma;
    t = 2.0L * std::asin(std::sqrt(std::max(p, 0.0L) / 2.0L));
  }
  return {(h + (levels == 1 && theta > kPi / 2.0L ? gain(kPi - theta) : 1.0L - p)) / 2.0L,
          (d + p) / 2.0L};
}

long double norm(const Eigen::Ref<const Eigen::VectorXd>& x) {
  Wide sum = 0.0L;
  for (const double entry : x) sum += static_cast<Wide>(entry) * static_cast<Wide>(entry);
  return std::sqrt(sum);
}

long double angle(const Eigen::Ref<const Eigen::VectorXd>& x,
                  const Eigen::Ref<const Eigen::VectorXd>& y) {
  const WideVector a = direction(x);
  const WideVector b = direction(y);
  Wide apart = 0.0L;
  Wide together = 0.0L;
  for (std::size_t k = 0; k < a.size(); ++k) {
    apart += (a[k] - b[k]) * (a[k] - b[k]);
    together += (a[k] + b[k]) * (a[k] + b[k]);
  }
  return 2.0L * std::atan2(std::sqrt(apart), std::sqrt(together));
}

long double ntk(const Eigen::Ref<const Eigen::VectorXd>& x,
                const Eigen::Ref<const Eigen::VectorXd>& y, int levels) {
  const Wide sizes = norm(x) * norm(y);
  if (sizes == 0.0L) return 0.0L;
  return sizes * unit_ntk(angle(x, y), levels).value;
}

long double trace(const Eigen::Ref<const Eigen::MatrixXd>& points, int levels) {
  long double sum = 0.0L;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    sum += norm(points.col(i)) * norm(points.col(i)) * (levels + 2) / 2.0L;
  }
  return sum;
}

long double log_det(const Eigen::Ref<const Eigen::MatrixXd>& points, int levels,
                    long double lambda) {
  const auto n = static_cast<std::size_t>(points.cols());
  std::vector<WideVector> rows(n, WideVector(n, 0.0L));
  Wide sum = 0.0L;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = static_cast<Eigen::Index>(j);
      Wide entry = ntk(points.col(row), points.col(column), levels) / lambda;
      if (i == j) entry += 1.0L;
      for (std::size_t k = 0; k < j; ++k) entry -= rows[i][k] * rows[j][k];
      rows[i][j] = i == j ? std::sqrt(entry) : entry / rows[j][j];
    }
    sum += 2.0L * std::log(rows[i][i]);
  }
  return sum;
}

}  // namespace eenet::verify::plain
