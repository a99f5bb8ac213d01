#include "theory/psi/network_values.h"

#include <algorithm>

#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

constexpr Eigen::Index kTile = 64;  // points per piece; it fixes the sizes of Eigen's products
constexpr double kEnlarged = 1.0 + 0x1p-20;
constexpr double kUnderflow = 0x1p-1074;

// One tile of points through all layers.
void evaluate(const Mlp& net, const std::vector<Eigen::MatrixXd>& sizes,
              const Eigen::Ref<const Eigen::MatrixXd>& inputs, Eigen::Ref<Eigen::VectorXd> values,
              Eigen::Ref<Eigen::VectorXd> errors) {
  Eigen::MatrixXd outputs = inputs;
  Eigen::MatrixXd error = Eigen::MatrixXd::Zero(inputs.rows(), inputs.cols());
  for (Eigen::Index l = 1; l <= net.shape().depth; ++l) {
    const Eigen::MatrixXd& weights = net.weights(l);
    const auto length = static_cast<double>(weights.cols());
    const Eigen::MatrixXd missed = error + gamma(length) * outputs.cwiseAbs();
    error = kEnlarged * (sizes[static_cast<std::size_t>(l - 1)] * missed);
    error.array() += length * kUnderflow;
    outputs = weights * outputs;
    if (l < net.shape().depth) outputs = outputs.unaryExpr([](double z) { return relu(z); });
  }
  values = outputs.row(0).transpose();
  errors = error.row(0).transpose();
}

}  // namespace

BoundedValues network_values(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs,
                             unsigned threads) {
  EENET_REQUIRE(inputs.rows() == net.shape().input_dim, "network_values: inputs have ",
                inputs.rows(), " entries, network expects ", net.shape().input_dim);
  std::vector<Eigen::MatrixXd> sizes;
  for (Eigen::Index l = 1; l <= net.shape().depth; ++l) {
    sizes.emplace_back(net.weights(l).cwiseAbs());
  }
  BoundedValues result;
  result.values.resize(inputs.cols());
  result.errors.resize(inputs.cols());
  const Eigen::Index tiles = (inputs.cols() + kTile - 1) / kTile;
  do_in_parallel(static_cast<std::size_t>(tiles), threads, [&](std::size_t piece) {
    const Eigen::Index first = static_cast<Eigen::Index>(piece) * kTile;
    const Eigen::Index count = std::min(kTile, inputs.cols() - first);
    evaluate(net, sizes, inputs.middleCols(first, count), result.values.segment(first, count),
             result.errors.segment(first, count));
  });
  return result;
}

}  // namespace eenet::theory
