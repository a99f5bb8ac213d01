#include "reference/mlp.h"

#include <cmath>
#include <utility>

#include "reference/require.h"

namespace eenet {

namespace {

// W_L is 1 x m: its memory is the row itself.
Eigen::Map<const Eigen::VectorXd> as_vector(const Eigen::MatrixXd& row) {
  return {row.data(), row.cols()};
}

// D_l v, where D_l shows in the layer's outputs: they are positive exactly where sigma' is 1.
void keep_active(const Eigen::VectorXd& outputs, Eigen::VectorXd& v) {
  for (Eigen::Index j = 0; j < v.size(); ++j) v[j] = relu_derivative(outputs[j]) * v[j];
}

}  // namespace

Eigen::Index MlpShape::parameter_count() const {
  return width * input_dim + (depth - 2) * width * width + width;
}

Mlp::Mlp(const MlpShape& shape) : shape_(shape) {
  EENET_REQUIRE(shape.input_dim >= 1, "Mlp: input dimension is ", shape.input_dim,
                ", expected at least 1");
  EENET_REQUIRE(shape.width >= 1, "Mlp: width is ", shape.width, ", expected at least 1");
  EENET_REQUIRE(shape.depth >= 2, "Mlp: depth is ", shape.depth, ", expected at least 2");
  weights_.emplace_back(Eigen::MatrixXd::Zero(shape.width, shape.input_dim));
  for (Eigen::Index l = 2; l < shape.depth; ++l) {
    weights_.emplace_back(Eigen::MatrixXd::Zero(shape.width, shape.width));
  }
  weights_.emplace_back(Eigen::MatrixXd::Zero(1, shape.width));
}

Mlp Mlp::initialised(const MlpShape& shape, Rng& rng) {
  Mlp net(shape);
  const auto width = static_cast<double>(shape.width);
  for (Eigen::Index l = 1; l <= shape.depth; ++l) {
    const double deviation = std::sqrt((l < shape.depth ? 2.0 : 1.0) / width);
    Eigen::MatrixXd& w = net.weights(l);
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
      for (Eigen::Index column = 0; column < w.cols(); ++column) {
        w(row, column) = deviation * rng.normal();
      }
    }
  }
  return net;
}

const Eigen::MatrixXd& Mlp::weights(Eigen::Index l) const {
  EENET_REQUIRE(l >= 1 && l <= shape_.depth, "Mlp::weights: layer is ", l, ", expected 1 to ",
                shape_.depth);
  return weights_[static_cast<std::size_t>(l - 1)];
}

Eigen::MatrixXd& Mlp::weights(Eigen::Index l) {
  return const_cast<Eigen::MatrixXd&>(std::as_const(*this).weights(l));
}

Eigen::VectorXd Mlp::parameters() const {
  Eigen::VectorXd theta(shape_.parameter_count());
  double* rows = theta.data();
  for (const Eigen::MatrixXd& w : weights_) {
    write_rows(w, rows);
    rows += w.size();
  }
  return theta;
}

void Mlp::set_parameters(const ConstVector& theta) {
  EENET_REQUIRE(theta.size() == shape_.parameter_count(), "Mlp::set_parameters: got ", theta.size(),
                " numbers, network has ", shape_.parameter_count(), " parameters");
  Eigen::Index next = 0;
  for (Eigen::MatrixXd& w : weights_) {
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
      for (Eigen::Index column = 0; column < w.cols(); ++column) w(row, column) = theta[next++];
    }
  }
}

double Mlp::operator()(const ConstVector& x) const {
  ForwardPass pass;
  forward(x, pass);
  return pass.value;
}

void Mlp::forward(const ConstVector& x, ForwardPass& pass) const {
  EENET_REQUIRE(x.size() == shape_.input_dim, "Mlp::forward: context has ", x.size(),
                " entries, network expects ", shape_.input_dim);
  pass.outputs.resize(static_cast<std::size_t>(shape_.depth));
  pass.outputs[0] = x;
  forward(pass);
}

void Mlp::forward(ForwardPass& pass) const {
  EENET_REQUIRE(pass.outputs.size() == static_cast<std::size_t>(shape_.depth) &&
                    pass.outputs[0].size() == shape_.input_dim,
                "Mlp::forward: the pass is of another network, expected ", shape_.depth,
                " layers and ", shape_.input_dim, " inputs");
  for (std::size_t l = 1; l < pass.outputs.size(); ++l) {
    Eigen::VectorXd& output = pass.outputs[l];
    multiply(weights_[l - 1], pass.outputs[l - 1], output);
    for (Eigen::Index j = 0; j < output.size(); ++j) output[j] = relu(output[j]);
  }
  pass.value = dot(as_vector(weights_.back()), pass.outputs.back());
}

void backward(const Mlp& net, const ForwardPass& pass, BackwardPass& back) {
  const Eigen::Index depth = net.shape().depth;
  back.signals.resize(static_cast<std::size_t>(depth - 1));
  back.signals.back() = as_vector(net.weights(depth));
  keep_active(pass.outputs.back(), back.signals.back());
  for (Eigen::Index l = depth - 2; l >= 1; --l) {
    const auto at = static_cast<std::size_t>(l - 1);
    multiply_transposed(net.weights(l + 1), back.signals[at + 1], back.signals[at]);
    keep_active(pass.outputs[at + 1], back.signals[at]);
  }
}

void flatten_gradient(const ForwardPass& pass, const BackwardPass& back,
                      Eigen::VectorXd& gradient) {
  Eigen::Index size = pass.outputs.back().size();
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    size += back.signals[l].size() * pass.outputs[l].size();
  }
  gradient.resize(size);
  double* next = gradient.data();
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    const Eigen::VectorXd& input = pass.outputs[l];
    for (Eigen::Index j = 0; j < back.signals[l].size(); ++j) {
      const double signal = back.signals[l][j];
      for (Eigen::Index k = 0; k < input.size(); ++k) *next++ = signal * input[k];
    }
  }
  for (Eigen::Index k = 0; k < pass.outputs.back().size(); ++k) *next++ = pass.outputs.back()[k];
}

Eigen::VectorXd gradient(const Mlp& net, const ConstVector& x) {
  ForwardPass pass;
  BackwardPass back;
  Eigen::VectorXd result;
  net.forward(x, pass);
  backward(net, pass, back);
  flatten_gradient(pass, back, result);
  return result;
}

void descend(Mlp& net, double step, const ForwardPass& pass, const BackwardPass& back) {
  EENET_REQUIRE(pass.outputs.size() == static_cast<std::size_t>(net.shape().depth),
                "descend: pass has ", pass.outputs.size(), " layers, network has ",
                net.shape().depth);
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    Eigen::MatrixXd& w = net.weights(static_cast<Eigen::Index>(l + 1));
    subtract_outer_product(step, back.signals[l], pass.outputs[l], w);
  }
  Eigen::MatrixXd& last = net.weights(net.shape().depth);
  add_scaled(-step, pass.outputs.back(), Eigen::Map<Eigen::VectorXd>(last.data(), last.cols()));
}

void sgd_step(Mlp& net, const ForwardPass& pass, const BackwardPass& back, double target,
              double eta) {
  descend(net, eta * (pass.value - target), pass, back);
}

}  // namespace eenet
