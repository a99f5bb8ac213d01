#include "reference/operations/adam.h"

#include <cmath>

#include "reference/operations/instruction_sets.h"

namespace eenet {

namespace {

struct Entries {
  double* value;
  const double* gradient;
  double* mean;
  double* square;
  Eigen::Index count;
};

[[gnu::always_inline]] inline void step_entries(const AdamStep* step, double scale,
                                                const Entries* entries) {
  double* __restrict value = entries->value;
  const double* __restrict gradient = entries->gradient;
  double* __restrict mean = entries->mean;
  double* __restrict square = entries->square;
  const AdamStep s = *step;
  const double rest1 = 1.0 - s.beta1;
  const double rest2 = 1.0 - s.beta2;
  for (Eigen::Index i = 0; i < entries->count; ++i) {
    const double g = scale * gradient[i] + s.decay * value[i];
    mean[i] = s.beta1 * mean[i] + rest1 * g;
    square[i] = s.beta2 * square[i] + rest2 * (g * g);
    value[i] -= s.rate * (mean[i] / (std::sqrt(square[i]) / s.root + s.epsilon));
  }
}

}  // namespace

void adam_step(const AdamStep& step, double scale, AdamTensor& tensor) {
  const Entries entries = {tensor.value.data(), tensor.gradient.data(), tensor.mean.data(),
                           tensor.square.data(), tensor.value.size()};
  dispatch<step_entries>(&step, scale, &entries);
}

}  // namespace eenet
