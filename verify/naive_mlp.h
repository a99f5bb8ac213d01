// The network a second time, in loops only, for any scalar: f(x; theta) written from the paper
// [EENET, Regret Analysis, eq:structure], sharing no code with reference/. The differentiators
// differentiate this one, so an error of the reference cannot hide in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eenet::verify {

struct NaiveShape {
  std::size_t input_dim = 1;  // d
  std::size_t width = 1;      // m
  std::size_t depth = 2;      // L

  [[nodiscard]] std::size_t rows(std::size_t l) const { return l < depth ? width : 1; }
  [[nodiscard]] std::size_t columns(std::size_t l) const { return l > 1 ? width : input_dim; }
  // Where W_l begins in theta = W_1, W_2, ..., W_L, each row by row; l = L+1 gives p.
  [[nodiscard]] std::size_t offset(std::size_t l) const {
    std::size_t begin = 0;
    for (std::size_t before = 1; before < l; ++before) begin += rows(before) * columns(before);
    return begin;
  }
  [[nodiscard]] std::size_t parameter_count() const { return offset(depth + 1); }
  [[nodiscard]] std::size_t hidden_units() const { return (depth - 1) * width; }

  bool operator==(const NaiveShape&) const = default;
};

// A network at an input: everything that f is a function of.
struct Point {
  NaiveShape shape;
  std::vector<double> theta;
  std::vector<double> x;
};

// A branch, so that every differentiator sees the derivative 0 at 0: their own max functions
// disagree there, even two of the same library.
template <typename Scalar>
Scalar naive_relu(const Scalar& z) {
  if (z > 0.0) return z;
  return Scalar(0.0);
}

// f(x; theta). `see(unit, z)` is shown every pre-activation, units counted layer by layer from 0.
template <typename Scalar, typename Input, typename SeePreActivation>
Scalar naive_value(const NaiveShape& shape, const std::vector<Scalar>& theta,
                   const std::vector<Input>& x, SeePreActivation&& see) {
  std::vector<Scalar> output;
  output.reserve(shape.width);
  std::size_t next = 0;  // in theta
  std::size_t unit = 0;
  for (std::size_t row = 0; row < shape.width; ++row) {
    Scalar z(0.0);
    for (std::size_t k = 0; k < shape.input_dim; ++k) z += theta[next++] * x[k];
    see(unit++, z);
    output.push_back(naive_relu(z));
  }
  for (std::size_t l = 2; l < shape.depth; ++l) {
    std::vector<Scalar> input;
    input.swap(output);
    output.reserve(shape.width);
    for (std::size_t row = 0; row < shape.width; ++row) {
      Scalar z(0.0);
      for (std::size_t k = 0; k < shape.width; ++k) z += theta[next++] * input[k];
      see(unit++, z);
      output.push_back(naive_relu(z));
    }
  }
  Scalar value(0.0);
  for (std::size_t k = 0; k < shape.width; ++k) value += theta[next++] * output[k];
  return value;
}

template <typename Scalar, typename Input>
Scalar naive_value(const NaiveShape& shape, const std::vector<Scalar>& theta,
                   const std::vector<Input>& x) {
  return naive_value(shape, theta, x, [](std::size_t, const Scalar&) {});
}

}  // namespace eenet::verify
