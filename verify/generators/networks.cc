#include "verify/generators/networks.h"

#include <algorithm>
#include <cmath>

#include "verify/generators/numbers.h"

namespace eenet::verify {

namespace {

// Up to here weights are uniform on [-2, 2]: the printed ones would all round to 0.
constexpr std::uint64_t kFewDigits = 8;

void fill_as_printed(const Case& one, const NaiveShape& shape, Rng& rng,
                     std::vector<double>& theta) {
  const auto width = static_cast<double>(shape.width);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const bool last = i >= shape.offset(shape.depth);
    theta[i] = one.digits <= kFewDigits
                   ? number_between(rng, -2.0, 2.0, one.digits)
                   : rounded(std::sqrt((last ? 1.0 : 2.0) / width) * rng.normal(), one.digits);
  }
}

void scale_layers_down(const NaiveShape& shape, Rng& rng, std::vector<double>& theta) {
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    const int exponent = -static_cast<int>(rng.below(400));
    for (std::size_t i = shape.offset(l); i < shape.offset(l + 1); ++i) {
      theta[i] = std::ldexp(theta[i], exponent);
    }
  }
}

void scale_rows_and_columns(const NaiveShape& shape, Rng& rng, std::vector<double>& theta) {
  const auto exponents = [&rng](std::size_t size) {
    std::vector<int> drawn(size);
    for (int& exponent : drawn) exponent = static_cast<int>(rng.below(41)) - 20;
    return drawn;
  };
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    const std::vector<int> row_exponents = exponents(shape.rows(l));
    const std::vector<int> column_exponents = exponents(shape.columns(l));
    std::size_t next = shape.offset(l);
    for (const int row : row_exponents) {
      for (const int column : column_exponents) {
        theta[next] = std::ldexp(theta[next], row + column);
        ++next;
      }
    }
  }
}

void put_special_numbers(Rng& rng, std::vector<double>& numbers) {
  for (double& number : numbers) {
    if (rng.below(2) == 0) number = special_number(rng);
  }
}

// The outputs that layer l takes as its input, in the twin's arithmetic.
std::vector<double> input_of_layer(const Point& point, std::size_t l) {
  if (l == 1) return point.x;
  std::vector<double> input(point.shape.width);
  const std::size_t first = (l - 2) * point.shape.width;
  naive_value(point.shape, point.theta, point.x, [&](std::size_t unit, double z) {
    if (unit >= first && unit < first + input.size()) input[unit - first] = naive_relu(z);
  });
  return input;
}

// Weights whose sum is exactly 0 in every order: all 0 but two, which are each other's inputs; then
// one of them off by `relative`.
void place_on_kink(Rng& rng, const std::vector<double>& input, double* row, double relative) {
  std::fill(row, row + input.size(), 0.0);
  std::vector<std::size_t> nonzero;
  for (const std::size_t k : permutation(rng, input.size())) {
    if (input[k] != 0.0) nonzero.push_back(k);
  }
  if (nonzero.size() < 2) return;
  row[nonzero[0]] = input[nonzero[1]] * (1.0 + relative);
  row[nonzero[1]] = -input[nonzero[0]];
}

void place_units_on_kinks(const Case& one, Rng& rng, Point& point) {
  for (std::size_t l = 1; l < point.shape.depth; ++l) {
    if (l > 1 && rng.below(2) == 0) continue;
    const std::vector<double> input = input_of_layer(point, l);
    const std::uint64_t units = 1 + rng.below(std::min<std::uint64_t>(3, point.shape.width));
    for (std::uint64_t i = 0; i < units; ++i) {
      const double sign = rng.below(2) == 0 ? 1.0 : -1.0;
      const double relative = one.kind == Kind::kNearKink
                                  ? sign * std::ldexp(1.0, -20 - static_cast<int>(rng.below(32)))
                                  : 0.0;
      const std::size_t row = rng.below(point.shape.width);
      place_on_kink(rng, input, &point.theta[point.shape.offset(l) + row * input.size()], relative);
    }
  }
}

// Every term of every sum of one layer is negative or 0.
void switch_a_layer_off(Rng& rng, Point& point) {
  const std::size_t l = 1 + rng.below(point.shape.depth - 1);
  for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
    const double input = l == 1 ? point.x[i % point.shape.input_dim] : 1.0;
    point.theta[i] = input < 0.0 ? std::abs(point.theta[i]) : -std::abs(point.theta[i]);
  }
}

}  // namespace

NaiveShape shape_of(const Case& one) {
  return {one.dimension, one.width, one.depth};
}

std::vector<double> random_parameters(const Case& one, const NaiveShape& shape,
                                      std::string_view purpose) {
  Rng rng = case_rng(one, purpose);
  std::vector<double> theta(shape.parameter_count());
  fill_as_printed(one, shape, rng, theta);
  if (one.kind == Kind::kTiny) scale_layers_down(shape, rng, theta);
  if (one.kind == Kind::kIllConditioned) scale_rows_and_columns(shape, rng, theta);
  if (one.kind == Kind::kSpecial) put_special_numbers(rng, theta);
  return theta;
}

Point random_point(const Case& one) {
  Point point{shape_of(one), random_parameters(one, shape_of(one), "network"), {}};
  Rng rng = case_rng(one, "input");
  point.x = unit_vector(rng, one.dimension, one.digits);
  for (double& entry : point.x) entry = rounded(entry, one.digits);
  if (one.kind == Kind::kSpecial) put_special_numbers(rng, point.x);
  if (one.kind == Kind::kOnKink || one.kind == Kind::kNearKink) {
    place_units_on_kinks(one, rng, point);
  }
  if (one.kind == Kind::kDead) switch_a_layer_off(rng, point);
  return point;
}

Mlp reference_network(const Point& point) {
  Mlp net({static_cast<Eigen::Index>(point.shape.input_dim),
           static_cast<Eigen::Index>(point.shape.width),
           static_cast<Eigen::Index>(point.shape.depth)});
  net.set_parameters(Eigen::Map<const Eigen::VectorXd>(
      point.theta.data(), static_cast<Eigen::Index>(point.theta.size())));
  return net;
}

Point point_of(const Mlp& net, const Eigen::Ref<const Eigen::VectorXd>& x) {
  const Eigen::VectorXd theta = net.parameters();
  const auto size = [](Eigen::Index number) { return static_cast<std::size_t>(number); };
  return {{size(net.shape().input_dim), size(net.shape().width), size(net.shape().depth)},
          {theta.begin(), theta.end()},
          {x.begin(), x.end()}};
}

}  // namespace eenet::verify
