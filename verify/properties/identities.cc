#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/kinks.h"
#include "verify/properties/equivalence.h"
#include "verify/properties/network.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

std::string at_layer(std::size_t l, const char* what, double got, double expected) {
  return text("layer ", l, ": ", what, " is ", shown(got), ", expected ", shown(expected));
}

// The sum over layers of what f changes by when an uncertain unit goes the other way: no more than
// its pre-activation can be off, once on each side, in each layer.
double kink_allowance(const NaiveShape& shape, const Activity& here) {
  return here.uncertain.empty() ? 1.0 : 2.0 * static_cast<double>(shape.depth);
}

double power_of_two(Rng& rng) {
  return std::exp2(static_cast<double>(rng.below(9)) - 4.0);
}

}  // namespace

void layers_are_homogeneous(const Implementation& implementation, const Case& one,
                            Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  if (!in_range(implementation, point)) return;
  const Arithmetic& arithmetic = implementation.arithmetic;
  const Activity here = activity(point, arithmetic);
  const PathSums paths(point, with_active(here.active, here.uncertain));
  const std::vector<double> gradient = implementation.gradient(point);
  const double value = implementation.value(point);
  for (std::size_t l = 1; l <= point.shape.depth; ++l) {
    double sum = 0.0;
    double magnitude = 0.0;
    double bound = kink_allowance(point.shape, here) * paths.value().bound(arithmetic);
    for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
      sum += gradient[i] * point.theta[i];
      magnitude += std::abs(gradient[i] * point.theta[i]);
      bound += std::abs(point.theta[i]) * paths.gradient(i).bound(arithmetic);
    }
    const double terms = static_cast<double>(point.theta.size());
    bound += gamma(terms, kDouble) * magnitude + terms * kDouble.underflow;
    bound *= 1.0 + gamma(terms + 2.0, kDouble);
    findings.compare(sum, value, bound, [&] { return at_layer(l, "<df/dW, W>", sum, value); });
  }
}

namespace {

// W_l moved by V and by -V: what f does there beside what it would do if it were affine.
struct SecondDifference {
  double sum = 0.0;  // f(W_l + V) + f(W_l - V)
  double bound = 0.0;
  bool kink = false;
};

SecondDifference second_difference(const Implementation& implementation, const Point& point,
                                   std::size_t l, const std::vector<double>& direction,
                                   double step) {
  Point plus = point;
  Point minus = point;
  for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
    plus.theta[i] += step * direction[i];
    minus.theta[i] -= step * direction[i];
  }
  plus = implementation.as_stored(plus);
  minus = implementation.as_stored(minus);
  // Every moved weight was rounded, when it was moved and when it was stored.
  Arithmetic coarser = implementation.arithmetic;
  coarser.unit_roundoff *= 3.0;
  const Activity above = activity(plus, coarser);
  const Activity below = activity(minus, coarser);
  const std::vector<std::size_t> switched = switching_units(plus, above, minus, below, coarser);
  const auto value_bound = [&](const Point& at) {
    return PathSums(at, with_active(above.active, switched)).value().bound(coarser);
  };
  SecondDifference difference;
  difference.kink = !switched.empty();
  difference.sum = implementation.value(plus) + implementation.value(minus);
  difference.bound = value_bound(plus) + value_bound(minus) + 2.0 * value_bound(point);
  if (difference.kink) {
    // The slopes on the two sides differ by the width of the hull at most.
    const Hull hull = derivative_hull(point, above.active, switched);
    const PathSums paths(point, with_active(above.active, switched));
    for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
      difference.bound += std::abs(step * direction[i]) *
                          (hull.upper[i] - hull.lower[i] + 2.0 * paths.gradient(i).bound(coarser));
    }
  }
  difference.bound *= 1.0 + gamma(static_cast<double>(point.theta.size()) + 4.0, kDouble);
  return difference;
}

}  // namespace

void layers_are_affine(const Implementation& implementation, const Case& one, Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  if (!in_range(implementation, point)) return;
  Rng rng = case_rng(one, "affine");
  const double value = implementation.value(point);
  for (std::size_t l = 1; l <= point.shape.depth; ++l) {
    std::vector<double> direction(point.theta.size(), 0.0);
    for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
      direction[i] = rng.below(2) == 0 ? point.theta[i] : -point.theta[i];
    }
    // A large step says most; a smaller one may stay within the pattern.
    SecondDifference difference;
    for (const double step : {0x1p-6, 0x1p-18}) {
      difference = second_difference(implementation, point, l, direction, step);
      if (!difference.kink) break;
    }
    if (difference.kink && std::abs(difference.sum - 2.0 * value) <= difference.bound) {
      // At a kink the slopes' difference is attained: being close to it says nothing of rounding.
      findings.add({Outcome::kKink, 0.0, {}});
      continue;
    }
    findings.compare(difference.sum, 2.0 * value, difference.bound, [&] {
      return at_layer(l, "f(W + V) + f(W - V)", difference.sum, 2.0 * value);
    });
  }
}

void hidden_units_can_be_permuted(const Implementation& implementation, const Case& one,
                                  Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  const NaiveShape& shape = point.shape;
  Rng rng = case_rng(one, "permutation");
  // where[i]: the entry of the image that entry i of theta becomes.
  std::vector<std::size_t> where(point.theta.size());
  std::vector<std::size_t> columns(shape.input_dim);
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = k;
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    const std::vector<std::size_t> rows = permutation(rng, shape.rows(l));
    std::size_t i = shape.offset(l);
    for (const std::size_t row : rows) {
      for (const std::size_t column : columns) {
        where[i++] = shape.offset(l) + row * columns.size() + column;
      }
    }
    columns = rows;
  }
  const auto carry = [&where](const std::vector<double>& numbers) {
    std::vector<double> carried(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) carried[where[i]] = numbers[i];
    return carried;
  };
  const Point image{shape, carry(point.theta), point.x};
  check_equivalence(implementation, {point, image, 1.0, carry, carry, magnitudes_of(image), 0.0},
                    "hidden units permuted", findings);
}

void scale_moves_between_layers(const Implementation& implementation, const Case& one,
                                Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  if (has_tiny_numbers(implementation, point)) return;
  const NaiveShape& shape = point.shape;
  Rng rng = case_rng(one, "scale");
  const std::size_t l = 1 + rng.below(shape.depth - 1);
  const double factor = power_of_two(rng);  // so that scaling rounds nothing
  const auto scaled = [&shape, l](std::vector<double> numbers, double first, double second) {
    for (std::size_t i = shape.offset(l); i < shape.offset(l + 2); ++i) {
      numbers[i] *= i < shape.offset(l + 1) ? first : second;
    }
    return numbers;
  };
  const Point image{shape, scaled(point.theta, factor, 1.0 / factor), point.x};
  const auto carry = [&scaled, factor](const std::vector<double>& gradient) {
    return scaled(gradient, 1.0 / factor, factor);
  };
  check_equivalence(implementation, {point, image, 1.0, carry, carry, magnitudes_of(image), 0.0},
                    "layer scaled, the next one scaled back", findings);
}

void input_can_be_rotated(const Implementation& implementation, const Case& one,
                          Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  const NaiveShape& shape = point.shape;
  if (shape.input_dim < 2 || has_tiny_numbers(implementation, point)) return;
  Rng rng = case_rng(one, "rotation");
  const std::vector<std::size_t> order = permutation(rng, shape.input_dim);
  const std::size_t a = order[0];
  const std::size_t b = order[1];
  const double angle = 2.0 * std::numbers::pi * rng.uniform();
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  // (v_a, v_b) -> (c v_a - s v_b, s v_a + c v_b), in the vectors that theta's first rows, x and the
  // gradient consist of.
  const auto rotate = [&](double* v, double c, double s, double minus_s) {
    const double before = v[a];
    v[a] = c * before + minus_s * v[b];
    v[b] = s * before + c * v[b];
  };
  const auto rotate_rows = [&](std::vector<double> numbers, double c, double s, double minus_s) {
    for (std::size_t row = 0; row < shape.width; ++row) {
      rotate(&numbers[row * shape.input_dim], c, s, minus_s);
    }
    return numbers;
  };
  Point image{shape, rotate_rows(point.theta, cosine, sine, -sine), point.x};
  rotate(image.x.data(), cosine, sine, -sine);
  image = implementation.as_stored(image);
  Point magnitudes = magnitudes_of(point);
  magnitudes.theta =
      rotate_rows(magnitudes.theta, std::abs(cosine), std::abs(sine), std::abs(sine));
  rotate(magnitudes.x.data(), std::abs(cosine), std::abs(sine), std::abs(sine));
  const auto carry = [&](const std::vector<double>& gradient) {
    return rotate_rows(gradient, cosine, sine, -sine);
  };
  const auto carry_bounds = [&](const std::vector<double>& bounds) {
    return rotate_rows(bounds, std::abs(cosine), std::abs(sine), std::abs(sine));
  };
  // Cosine and sine are off by less than two roundings each; a rotated number has seen these, a
  // product, a sum and its storing, on either side of each product.
  constexpr double kRoundings = 2.0 * (2.0 + 1.0 + 1.0 + 1.0);
  check_equivalence(implementation,
                    {point, image, 1.0, carry, carry_bounds, magnitudes, kRoundings},
                    "input and first layer rotated", findings);
}

void input_is_homogeneous(const Implementation& implementation, const Case& one,
                          Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  Rng rng = case_rng(one, "homogeneity");
  const double factor = power_of_two(rng);
  if (has_tiny_numbers(implementation, point)) return;
  Point image = point;
  for (double& entry : image.x) entry *= factor;
  const auto carry = [factor](std::vector<double> gradient) {
    for (double& entry : gradient) entry *= factor;
    return gradient;
  };
  check_equivalence(implementation, {point, image, factor, carry, carry, magnitudes_of(image), 0.0},
                    "input scaled", findings);
}

}  // namespace eenet::verify
