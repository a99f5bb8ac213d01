// (f(theta + h e_i) - f(theta - h e_i)) / 2h: the definition of a derivative, no rule of
// differentiation involved. f is piecewise affine in every single parameter, so the quotient is
// exact up to rounding where no unit switches between its ends (and a unit that has the same sign
// at both ends has the same sign between them: layer by layer, its pre-activation is affine there).
#include "verify/differentiators/stencil.h"

namespace eenet::verify {

namespace {

class CentralDifferences final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "central differences"; }
  [[nodiscard]] bool takes(const NaiveShape& shape) const override {
    return shape.parameter_count() <= kEveryEntry;
  }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& /*rng*/) const override {
    Point below = point;
    Point above = point;
    std::vector<Slope> slopes;
    for (std::size_t l = 1; l <= point.shape.depth; ++l) {
      const double scale = layer_scale(point, l);
      for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
        slopes.push_back(along_entry(i, scale, below, above));
        slopes.back().entry = i;
      }
    }
    return slopes;
  }

 private:
  // Both points are the one to differentiate at, before and after.
  static Slope along_entry(std::size_t i, double scale, Point& below, Point& above) {
    const double here = below.theta[i];
    Slope slope;
    for (const double relative_step : kRelativeSteps) {
      const double step = relative_step * scale;
      below.theta[i] = here - step;
      above.theta[i] = here + step;
      slope = difference_quotient(below, above, above.theta[i] - below.theta[i]);
      if (slope.switched.empty()) break;
    }
    below.theta[i] = here;
    above.theta[i] = here;
    return slope;
  }
};

}  // namespace

std::unique_ptr<Differentiator> central_differences() {
  return std::make_unique<CentralDifferences>();
}

}  // namespace eenet::verify
