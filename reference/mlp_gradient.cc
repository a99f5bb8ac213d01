#include "reference/mlp_gradient.h"

#include "reference/require.h"

namespace eenet {

namespace {

// D_l v, where D_l shows in the layer's outputs: they are positive exactly where sigma' is 1.
void keep_active(const Eigen::VectorXd& outputs, Eigen::VectorXd& v) {
  for (Eigen::Index j = 0; j < v.size(); ++j) v[j] = relu_derivative(outputs[j]) * v[j];
}

}  // namespace

void backward(const Mlp& net, const ForwardPass& pass, BackwardPass& back) {
  const Eigen::Index depth = net.shape().depth;
  back.signals.resize(static_cast<std::size_t>(depth - 1));
  const Eigen::MatrixXd& last = net.weights(depth);
  back.signals.back() = Eigen::Map<const Eigen::VectorXd>(last.data(), last.cols());
  keep_active(pass.outputs.back(), back.signals.back());
  for (Eigen::Index l = depth - 2; l >= 1; --l) {
    const auto at = static_cast<std::size_t>(l - 1);
    const Eigen::MatrixXd& w = net.weights(l + 1);
    Eigen::VectorXd& signal = back.signals[at];
    signal.resize(w.cols());
    for (Eigen::Index k = 0; k < w.cols(); ++k) signal[k] = dot(w.col(k), back.signals[at + 1]);
    keep_active(pass.outputs[at + 1], signal);
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

void sgd_step(Mlp& net, const ForwardPass& pass, const BackwardPass& back, double target,
              double eta) {
  EENET_REQUIRE(pass.outputs.size() == static_cast<std::size_t>(net.shape().depth),
                "sgd_step: pass has ", pass.outputs.size(), " layers, network has ",
                net.shape().depth);
  const double step = eta * (pass.value - target);  // of the loss (1/2)(f - target)^2
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    Eigen::MatrixXd& w = net.weights(static_cast<Eigen::Index>(l + 1));
    const double* signal = back.signals[l].data();
    for (const Eigen::Index k : pass.nonzero[l]) {  // the other columns have gradient 0
      const double input = pass.outputs[l][k];
      double* column = w.col(k).data();
      for (Eigen::Index j = 0; j < w.rows(); ++j) column[j] -= step * (signal[j] * input);
    }
  }
  Eigen::MatrixXd& last = net.weights(net.shape().depth);
  add_scaled(-step, pass.outputs.back(), Eigen::Map<Eigen::VectorXd>(last.data(), last.cols()));
}

}  // namespace eenet
