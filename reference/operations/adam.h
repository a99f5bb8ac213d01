// A step of Adam, entry by entry. [D. P. Kingma and J. Ba, Adam, ICLR 2015, algorithm 1]
#pragma once

#include <Eigen/Core>

namespace eenet {

// What all entries of a step share, after step number k = 1, 2, ...
struct AdamStep {
  double rate = 0.0;   // eta / (1 - beta1^k)
  double root = 0.0;   // sqrt(1 - beta2^k)
  double decay = 0.0;  // of the weights, added to the gradient
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

// A tensor with the means that Adam keeps of its gradients.
struct AdamTensor {
  Eigen::MatrixXd value;
  Eigen::MatrixXd gradient;
  Eigen::MatrixXd mean;
  Eigen::MatrixXd square;
};

// For each entry, with g = scale * gradient + decay * value:
//   mean = beta1 mean + (1 - beta1) g,   square = beta2 square + (1 - beta2) (g g),
//   value -= rate * (mean / (sqrt(square) / root + epsilon)).
void adam_step(const AdamStep& step, double scale, AdamTensor& tensor);

}  // namespace eenet
