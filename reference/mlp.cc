#include "reference/mlp.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/require.h"

namespace eenet {

namespace {

// Asks for a column that is needed soon. Changes nothing but when it arrives.
void fetch(const Eigen::MatrixXd& w, Eigen::Index column) {
  constexpr Eigen::Index kLine = 8;  // numbers in a cache line
  const double* entries = w.col(column).data();
  for (Eigen::Index j = 0; j < w.rows(); j += kLine) __builtin_prefetch(entries + j);
}

// z = W x, by columns of W, so that each z_j adds its products in the order of k. Columns whose x_k
// is zero are left out: they would add nothing. Four columns a time, so that z is read and written
// less often; the order of the additions is the same. A large W waits in memory far away, and
// four columns side by side are no pattern that a processor foresees: they are asked for in time.
void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x,
              const std::vector<Eigen::Index>& nonzero, Eigen::VectorXd& z) {
  constexpr Eigen::Index kNear = 1 << 15;  // numbers that a near cache holds
  z.setZero(w.rows());
  const std::size_t fetched = w.size() > kNear ? nonzero.size() : 0;
  std::size_t i = 0;
  for (; i + 4 <= nonzero.size(); i += 4) {
    for (std::size_t soon = i + 8; soon < std::min(i + 12, fetched); ++soon) {
      fetch(w, nonzero[soon]);
    }
    const double* w0 = w.col(nonzero[i]).data();
    const double* w1 = w.col(nonzero[i + 1]).data();
    const double* w2 = w.col(nonzero[i + 2]).data();
    const double* w3 = w.col(nonzero[i + 3]).data();
    const double x0 = x[nonzero[i]];
    const double x1 = x[nonzero[i + 1]];
    const double x2 = x[nonzero[i + 2]];
    const double x3 = x[nonzero[i + 3]];
    double* sum = z.data();
    for (Eigen::Index j = 0; j < w.rows(); ++j) {
      sum[j] = (((sum[j] + x0 * w0[j]) + x1 * w1[j]) + x2 * w2[j]) + x3 * w3[j];
    }
  }
  for (; i < nonzero.size(); ++i) add_scaled(x[nonzero[i]], w.col(nonzero[i]), z);
}

// W row by row, from `rows` on. A few columns at a time, so that what was read of a column for one
// row is still near for the next.
void write_rows(const Eigen::MatrixXd& w, double* rows) {
  constexpr Eigen::Index kTogether = 64;
  for (Eigen::Index first = 0; first < w.cols(); first += kTogether) {
    const Eigen::Index end = std::min(first + kTogether, w.cols());
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
      double* to = rows + row * w.cols();
      for (Eigen::Index column = first; column < end; ++column) to[column] = w(row, column);
    }
  }
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
  pass.nonzero.resize(pass.outputs.size() - 1);
  for (std::size_t l = 1; l < pass.outputs.size(); ++l) {
    Eigen::VectorXd& output = pass.outputs[l];
    find_nonzero(pass.outputs[l - 1], pass.nonzero[l - 1]);
    multiply(weights_[l - 1], pass.outputs[l - 1], pass.nonzero[l - 1], output);
    for (Eigen::Index j = 0; j < output.size(); ++j) output[j] = relu(output[j]);
  }
  const Eigen::MatrixXd& last = weights_.back();  // 1 x m: its memory is the row itself
  pass.value =
      dot(Eigen::Map<const Eigen::VectorXd>(last.data(), last.cols()), pass.outputs.back());
}

}  // namespace eenet
