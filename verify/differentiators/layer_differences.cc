// (f(W_l + h V) - f(W_l)) / h for a random V in every layer: f is affine in each W_l within a
// pattern, so one side is enough, and a whole layer is seen by two evaluations at any size.
#include "verify/differentiators/stencil.h"

namespace eenet::verify {

namespace {

class LayerDifferences final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "layer differences"; }
  [[nodiscard]] bool takes(const NaiveShape& /*shape*/) const override { return true; }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& rng) const override {
    std::vector<Slope> slopes;
    for (std::size_t l = 1; l <= point.shape.depth; ++l) {
      slopes.push_back(along_layer(point, l, layer_scale(point, l), rng));
    }
    return slopes;
  }

 private:
  // The direction is what the weights really moved by, so that moving them is exact.
  static Slope along_layer(const Point& point, std::size_t l, double scale, Rng& rng) {
    const std::size_t begin = point.shape.offset(l);
    const std::size_t end = point.shape.offset(l + 1);
    const std::vector<double> wanted = random_direction(rng, end - begin);
    Slope slope;
    for (const double relative_step : kRelativeSteps) {
      const double step = relative_step * scale;
      Point moved = point;
      std::vector<double> direction(point.theta.size(), 0.0);
      for (std::size_t i = begin; i < end; ++i) {
        moved.theta[i] = point.theta[i] + step * wanted[i - begin];
        direction[i] = (moved.theta[i] - point.theta[i]) / step;
      }
      slope = difference_quotient(point, moved, step);
      slope.direction = std::move(direction);
      if (slope.switched.empty()) break;
    }
    return slope;
  }
};

}  // namespace

std::unique_ptr<Differentiator> layer_differences() {
  return std::make_unique<LayerDifferences>();
}

}  // namespace eenet::verify
