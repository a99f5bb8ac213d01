// Forward mode of autodiff: one pass for each direction. Apart from the reverse mode, because the
// two headers in one file make their names ambiguous.
#include "verify/differentiators/differentiator.h"

#ifdef EENET_HAS_AUTODIFF
#include <autodiff/forward/dual.hpp>
#endif

namespace eenet::verify {

#ifdef EENET_HAS_AUTODIFF

namespace {

using autodiff::dual;

class AutodiffForward final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "autodiff dual"; }
  [[nodiscard]] bool takes(const NaiveShape& /*shape*/) const override { return true; }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& rng) const override {
    std::vector<dual> theta(point.theta.begin(), point.theta.end());
    std::vector<Slope> slopes;
    if (theta.size() <= kEveryEntry) {
      for (std::size_t i = 0; i < theta.size(); ++i) {
        theta[i].grad = 1.0;
        slopes.push_back({i, {}, naive_value(point.shape, theta, point.x).grad, {}, {}});
        theta[i].grad = 0.0;
      }
      return slopes;
    }
    for (int i = 0; i < kRandomDirections; ++i) {
      std::vector<double> direction = random_direction(rng, theta.size());
      for (std::size_t k = 0; k < theta.size(); ++k) theta[k].grad = direction[k];
      const double slope = naive_value(point.shape, theta, point.x).grad;
      slopes.push_back({{}, std::move(direction), slope, {}, {}});
    }
    return slopes;
  }
};

}  // namespace

std::unique_ptr<Differentiator> autodiff_forward() {
  return std::make_unique<AutodiffForward>();
}

#else

std::unique_ptr<Differentiator> autodiff_forward() {
  return nullptr;
}

#endif

}  // namespace eenet::verify
