#include "reference/models/anchor.h"

#include "reference/require.h"

namespace eenet {

Anchor::Anchor(const Mlp& start, double weight) : start_(start), weight_(weight) {
  EENET_REQUIRE(weight >= 0.0, "Anchor: the weight is ", weight, ", expected at least 0");
}

void Anchor::pull(Mlp& net, double eta) const {
  if (weight_ == 0.0) return;
  const double step = eta * weight_;
  for (Eigen::Index l = 1; l <= net.shape().depth; ++l) {
    Eigen::MatrixXd& w = net.weights(l);
    const Eigen::MatrixXd& w0 = start_.weights(l);
    for (Eigen::Index i = 0; i < w.size(); ++i) w.data()[i] -= step * (w.data()[i] - w0.data()[i]);
  }
}

}  // namespace eenet
