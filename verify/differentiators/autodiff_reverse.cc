// Reverse mode of autodiff. It walks an expression tree: by recursion, as deep as the longest sum,
// and through a node once for every use of it, which is exponential in the depth of the network.
#include "verify/differentiators/differentiator.h"

#ifdef EENET_HAS_AUTODIFF
#include <autodiff/reverse/var.hpp>
#endif

namespace eenet::verify {

#ifdef EENET_HAS_AUTODIFF

namespace {

using autodiff::var;

constexpr std::size_t kDeepest = 3;
constexpr std::size_t kMostParameters = 20'000;

class AutodiffReverse final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "autodiff var"; }
  [[nodiscard]] bool takes(const NaiveShape& shape) const override {
    return shape.depth <= kDeepest && shape.parameter_count() <= kMostParameters;
  }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& /*rng*/) const override {
    std::vector<var> theta(point.theta.begin(), point.theta.end());
    var value = naive_value(point.shape, theta, point.x);
    // What autodiff::derivatives does, without a container type for so many variables.
    std::vector<double> gradient(theta.size(), 0.0);
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i].expr->bind_value(&gradient[i]);
    value.expr->propagate(1.0);
    for (var& parameter : theta) parameter.expr->bind_value(nullptr);
    return entry_slopes(gradient);
  }
};

}  // namespace

std::unique_ptr<Differentiator> autodiff_reverse() {
  return std::make_unique<AutodiffReverse>();
}

#else

std::unique_ptr<Differentiator> autodiff_reverse() {
  return nullptr;
}

#endif

}  // namespace eenet::verify
