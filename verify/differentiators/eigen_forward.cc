// Eigen's AutoDiffScalar: forward mode, eight directions per pass. Always there.
#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>  // is not self-contained: needs Eigen/Core before it

#include <algorithm>

#include "verify/differentiators/differentiator.h"

namespace eenet::verify {

namespace {

constexpr int kChunk = 8;
using Directions = Eigen::Matrix<double, kChunk, 1>;
using Scalar = Eigen::AutoDiffScalar<Directions>;

class EigenForward final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "Eigen AutoDiffScalar"; }
  [[nodiscard]] bool takes(const NaiveShape& /*shape*/) const override { return true; }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& rng) const override {
    std::vector<Scalar> theta(point.theta.size());
    for (std::size_t i = 0; i < theta.size(); ++i) {
      theta[i] = Scalar(point.theta[i], Directions::Zero());
    }
    return theta.size() <= kEveryEntry ? along_entries(point, theta)
                                       : along_directions(point, theta, rng);
  }

 private:
  static std::vector<Slope> along_entries(const Point& point, std::vector<Scalar>& theta) {
    std::vector<double> gradient(theta.size());
    for (std::size_t begin = 0; begin < theta.size(); begin += kChunk) {
      const std::size_t size = std::min<std::size_t>(kChunk, theta.size() - begin);
      for (std::size_t i = 0; i < size; ++i) {
        theta[begin + i].derivatives() = Directions::Unit(static_cast<Eigen::Index>(i));
      }
      const Scalar value = naive_value(point.shape, theta, point.x);
      for (std::size_t i = 0; i < size; ++i) {
        gradient[begin + i] = value.derivatives()[static_cast<Eigen::Index>(i)];
        theta[begin + i].derivatives().setZero();
      }
    }
    return entry_slopes(gradient);
  }

  static std::vector<Slope> along_directions(const Point& point, std::vector<Scalar>& theta,
                                             Rng& rng) {
    std::vector<Slope> slopes(kRandomDirections);
    for (int i = 0; i < kRandomDirections; ++i) {
      std::vector<double>& direction = slopes[static_cast<std::size_t>(i)].direction;
      direction = random_direction(rng, theta.size());
      for (std::size_t k = 0; k < theta.size(); ++k) theta[k].derivatives()[i] = direction[k];
    }
    const Scalar value = naive_value(point.shape, theta, point.x);
    for (int i = 0; i < kRandomDirections; ++i) {
      slopes[static_cast<std::size_t>(i)].value = value.derivatives()[i];
    }
    return slopes;
  }
};

}  // namespace

std::unique_ptr<Differentiator> eigen_forward() {
  return std::make_unique<EigenForward>();
}

}  // namespace eenet::verify
