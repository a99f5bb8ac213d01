#include "reference/training/online.h"

namespace eenet {

void OnlineTraining::learn(std::uint64_t /*t*/, Mlp& net, const ForwardPass& pass, double target) {
  backward(net, pass, back_);
  sgd_step(net, pass, back_, target, eta_);
}

}  // namespace eenet
