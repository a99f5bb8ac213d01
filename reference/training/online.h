// One SGD step on the newest sample. [EENET, Proposed Method, alg:main]
#pragma once

#include "reference/training/training.h"

namespace eenet {

class OnlineTraining final : public Training {
 public:
  explicit OnlineTraining(double eta) : eta_(eta) {}

  void learn(std::uint64_t t, Mlp& net, const ForwardPass& pass, double target) override;

 private:
  double eta_;
  BackwardPass back_;
};

}  // namespace eenet
