#include "verify/plain/numerics.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace eenet::verify::plain {

namespace {

// signals[l-1][j]: the derivative of f by the pre-activation of unit j in layer l < L.
std::vector<Numbers> signals(const NaiveShape& shape, const Numbers& theta, const Pass& pass) {
  std::vector<Numbers> all(shape.depth - 1);
  for (std::size_t l = shape.depth - 1; l >= 1; --l) {
    Numbers& signal = all[l - 1];
    signal.resize(shape.width);
    const std::size_t next_layer = shape.offset(l + 1);
    for (std::size_t unit = 0; unit < shape.width; ++unit) {
      double upstream = 0.0;
      if (l + 1 == shape.depth) {
        upstream = theta[next_layer + unit];
      } else {
        Numbers column(shape.width);
        for (std::size_t row = 0; row < shape.width; ++row) {
          column[row] = theta[next_layer + row * shape.width + unit];
        }
        upstream = dot(column, all[l]);
      }
      signal[unit] = (pass.outputs[l][unit] > 0.0 ? 1.0 : 0.0) * upstream;
    }
  }
  return all;
}

}  // namespace

Numbers numbers_of(const Eigen::Ref<const Eigen::VectorXd>& v) {
  return {v.data(), v.data() + v.size()};
}

std::vector<Numbers> columns_of(const Eigen::MatrixXd& matrix) {
  std::vector<Numbers> all;
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) all.push_back(numbers_of(matrix.col(i)));
  return all;
}

Eigen::VectorXd vector_of(const Numbers& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

bool same_bits(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const Numbers& a, const Numbers& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_bits(a[i], b[i])) return false;
  }
  return true;
}

bool same_bits(const Eigen::Ref<const Eigen::VectorXd>& a, const Numbers& b) {
  return same_bits(numbers_of(a), b);
}

bool finite(const Numbers& numbers) {
  for (const double number : numbers) {
    if (!std::isfinite(number)) return false;
  }
  return true;
}

double dot(const Numbers& a, const Numbers& b) {
  std::array<double, 8> lane{};
  for (std::size_t i = 0; i < a.size(); ++i) lane[i % 8] = lane[i % 8] + a[i] * b[i];
  const double even = (lane[0] + lane[4]) + (lane[2] + lane[6]);
  const double odd = (lane[1] + lane[5]) + (lane[3] + lane[7]);
  return even + odd;
}

void divide_by_power_of_two_in(double largest, Numbers& v) {
  const int exponent = std::ilogb(largest);
  const int first = -exponent / 2;
  for (double& entry : v) {
    entry = entry * std::ldexp(1.0, first) * std::ldexp(1.0, -exponent - first);
  }
}

void normalise(Numbers& v) {
  double largest = 0.0;
  for (const double entry : v) largest = std::max(largest, std::abs(entry));
  if (largest == 0.0 && finite(v)) {
    v.assign(v.size(), 0.0);
    v[0] = 1.0;
    return;
  }
  if (finite(v)) divide_by_power_of_two_in(largest, v);
  const double norm = std::sqrt(dot(v, v));
  for (double& entry : v) entry = entry / norm;
}

std::size_t first_largest(const Numbers& v) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] > v[best]) best = i;
  }
  return best;
}

Numbers unit_vector(Rng& rng, std::size_t size) {
  Numbers x(size);
  for (double& entry : x) entry = rng.normal();
  normalise(x);
  return x;
}

Numbers initial_parameters(const NaiveShape& shape, Rng& rng) {
  Numbers theta(shape.parameter_count());
  const double hidden = std::sqrt(2.0 / static_cast<double>(shape.width));
  const double last = std::sqrt(1.0 / static_cast<double>(shape.width));
  for (std::size_t i = 0; i < theta.size(); ++i) {
    theta[i] = (i < shape.offset(shape.depth) ? hidden : last) * rng.normal();
  }
  return theta;
}

Pass forward(const NaiveShape& shape, const Numbers& theta, const Numbers& x) {
  Pass pass;
  pass.outputs.push_back(x);
  for (std::size_t l = 1; l < shape.depth; ++l) {
    const Numbers& input = pass.outputs.back();
    Numbers output(shape.width);
    const double* weight = &theta[shape.offset(l)];
    for (double& z : output) {
      z = 0.0;
      for (const double entry : input) {
        if (entry != 0.0) z = z + entry * *weight;
        ++weight;
      }
      if (z <= 0.0) z = 0.0;
    }
    pass.outputs.push_back(output);
  }
  const Numbers last(theta.begin() + static_cast<std::ptrdiff_t>(shape.offset(shape.depth)),
                     theta.end());
  pass.value = dot(last, pass.outputs.back());
  return pass;
}

Numbers gradient(const NaiveShape& shape, const Numbers& theta, const Pass& pass) {
  const std::vector<Numbers> signal = signals(shape, theta, pass);
  Numbers all;
  all.reserve(theta.size());
  for (std::size_t l = 1; l < shape.depth; ++l) {
    for (const double s : signal[l - 1]) {
      for (const double input : pass.outputs[l - 1]) all.push_back(s * input);
    }
  }
  for (const double output : pass.outputs.back()) all.push_back(output);
  return all;
}

void step(const NaiveShape& shape, const Pass& pass, double target, double eta, Numbers& theta) {
  const Numbers slope = gradient(shape, theta, pass);
  const double c = eta * (pass.value - target);
  std::size_t i = 0;
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    for (std::size_t row = 0; row < shape.rows(l); ++row) {
      for (const double input : pass.outputs[l - 1]) {
        // Where the input is 0 the hidden layers are left alone: w - 0 would turn a -0 into 0.
        if (l == shape.depth || input != 0.0) theta[i] = theta[i] - c * slope[i];
        ++i;
      }
    }
  }
}

}  // namespace eenet::verify::plain
