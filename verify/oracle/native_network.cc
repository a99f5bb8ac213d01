#include "verify/oracle/native_network.h"

#include <cmath>

#include "reference/require.h"

namespace eenet::verify::oracle {

template <typename Scalar>
template <typename See>
void NativeNetwork<Scalar>::in_order(See&& see) const {
  const std::size_t depth = layers_.size();
  const auto layer_at = [&](std::size_t i) {
    return dialect_.order == LayerOrder::kForward ? i : depth - 1 - i;
  };
  const auto see_biases = [&](std::size_t l) {
    for (std::size_t row = 0; row < layers_[l].rows; ++row) see(l, row, layers_[l].columns);
  };
  for (std::size_t i = 0; i < depth; ++i) {
    const std::size_t l = layer_at(i);
    const Layer& layer = layers_[l];
    if (dialect_.layout == Layout::kRowMajor) {
      for (std::size_t row = 0; row < layer.rows; ++row) {
        for (std::size_t column = 0; column < layer.columns; ++column) see(l, row, column);
      }
    } else {
      for (std::size_t column = 0; column < layer.columns; ++column) {
        for (std::size_t row = 0; row < layer.rows; ++row) see(l, row, column);
      }
    }
    if (dialect_.biases == Biases::kInterleaved) see_biases(l);
  }
  if (dialect_.biases != Biases::kLast) return;
  for (std::size_t i = 0; i < depth; ++i) see_biases(layer_at(i));
}

template <typename Scalar>
NativeNetwork<Scalar>::NativeNetwork(const nlohmann::json& sizes, const Numbers& theta,
                                     const Dialect& dialect)
    : dialect_(dialect) {
  const auto width = sizes.at("width").get<std::size_t>();
  const auto depth = sizes.at("depth").get<std::size_t>();
  scale_ = dialect.sqrt_width ? std::sqrt(static_cast<Scalar>(width)) : Scalar(1);
  layers_.resize(depth);
  for (std::size_t l = 0; l < depth; ++l) {
    Layer& layer = layers_[l];
    layer.rows = l + 1 < depth ? width : 1;
    layer.columns = l == 0 ? sizes.at("input").get<std::size_t>() : width;
    layer.weights.resize(layer.rows * layer.columns);
    if (dialect.biases != Biases::kNone) layer.biases.resize(layer.rows);
  }
  std::size_t next = 0;
  in_order([&](std::size_t l, std::size_t row, std::size_t column) {
    Layer& layer = layers_[l];
    EENET_REQUIRE(next < theta.size(), "theta has ", theta.size(), " entries, expected more");
    Scalar& to =
        column == layer.columns ? layer.biases[row] : layer.weights[row * layer.columns + column];
    to = theta[next++];
  });
  EENET_REQUIRE(next == theta.size(), "theta has ", theta.size(), " entries, expected ", next);
}

template <typename Scalar>
Scalar NativeNetwork<Scalar>::value(const Numbers& x) {
  const Numbers* input = &x;
  for (Layer& layer : layers_) {
    layer.sums.assign(layer.rows, Scalar(0));
    layer.outputs.assign(layer.rows, Scalar(0));
    for (std::size_t row = 0; row < layer.rows; ++row) {
      Scalar sum = layer.biases.empty() ? Scalar(0) : layer.biases[row];
      for (std::size_t column = 0; column < layer.columns; ++column) {
        sum += layer.weights[row * layer.columns + column] * (*input)[column];
      }
      layer.sums[row] = sum;
      layer.outputs[row] = sum > Scalar(0) ? sum : Scalar(0);
    }
    input = &layer.outputs;
  }
  return scale_ * layers_.back().sums.front();
}

template <typename Scalar>
typename NativeNetwork<Scalar>::Numbers NativeNetwork<Scalar>::gradient(const Numbers& x) {
  value(x);
  const auto at_zero = static_cast<Scalar>(dialect_.relu_at_zero.value_or(0.0));
  Numbers signal = {scale_};
  for (std::size_t l = layers_.size(); l-- > 0;) {
    Layer& layer = layers_[l];
    const Numbers& input = l == 0 ? x : layers_[l - 1].outputs;
    layer.weight_slopes.assign(layer.weights.size(), Scalar(0));
    layer.bias_slopes = signal;
    Numbers below(layer.columns, Scalar(0));
    for (std::size_t row = 0; row < layer.rows; ++row) {
      for (std::size_t column = 0; column < layer.columns; ++column) {
        layer.weight_slopes[row * layer.columns + column] = signal[row] * input[column];
        below[column] += layer.weights[row * layer.columns + column] * signal[row];
      }
    }
    if (l == 0) break;
    for (std::size_t k = 0; k < below.size(); ++k) {
      const Scalar sum = layers_[l - 1].sums[k];
      below[k] *= sum > Scalar(0) ? Scalar(1) : sum < Scalar(0) ? Scalar(0) : at_zero;
    }
    signal = below;
  }
  Numbers all;
  in_order([&](std::size_t l, std::size_t row, std::size_t column) {
    const Layer& layer = layers_[l];
    all.push_back(column == layer.columns ? layer.bias_slopes[row]
                                          : layer.weight_slopes[row * layer.columns + column]);
  });
  return all;
}

template class NativeNetwork<float>;
template class NativeNetwork<double>;

}  // namespace eenet::verify::oracle
