#include "reference/mlp.h"

#include <cmath>
#include <utility>

#include "reference/require.h"

namespace eenet {

namespace {

// z = W x, a column of W at a time, so that each z_j adds its products in the order of k. A zero
// x_k is skipped: it would add nothing.
void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z) {
  z.setZero(w.rows());
  for (Eigen::Index k = 0; k < w.cols(); ++k) {
    if (x[k] != 0.0) add_scaled(x[k], w.col(k), z);
  }
}

}  // namespace

double relu(double z) {
  return z <= 0.0 ? 0.0 : z;
}

double relu_derivative(double z) {
  return z > 0.0 ? 1.0 : 0.0;
}

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
  Eigen::Index next = 0;
  for (const Eigen::MatrixXd& w : weights_) {
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
      for (Eigen::Index column = 0; column < w.cols(); ++column) theta[next++] = w(row, column);
    }
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
  for (std::size_t l = 1; l < pass.outputs.size(); ++l) {
    Eigen::VectorXd& output = pass.outputs[l];
    multiply(weights_[l - 1], pass.outputs[l - 1], output);
    for (Eigen::Index j = 0; j < output.size(); ++j) output[j] = relu(output[j]);
  }
  const Eigen::MatrixXd& last = weights_.back();  // 1 x m: its memory is the row itself
  pass.value =
      dot(Eigen::Map<const Eigen::VectorXd>(last.data(), last.cols()), pass.outputs.back());
}

}  // namespace eenet
