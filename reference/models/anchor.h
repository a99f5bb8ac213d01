// The pull of NeuralUCB's regulariser (a/2) |theta - theta_0|^2 toward the initial parameters.
#pragma once

#include "reference/mlp.h"

namespace eenet {

class Anchor {
 public:
  // theta_0 is what `start` has now, whatever becomes of it. Requires weight >= 0.
  Anchor(const Mlp& start, double weight);

  // theta <- theta - (eta a) (theta - theta_0), entry by entry; nothing if a is 0.
  void pull(Mlp& net, double eta) const;

 private:
  Mlp start_;
  double weight_;
};

}  // namespace eenet
