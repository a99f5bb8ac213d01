// One step of training, with bounds.
#pragma once

#include <vector>

#include "verify/oracle/dialect.h"
#include "verify/oracle/expected/ball.h"

namespace eenet::verify::oracle {

// What Adam has before the step.
struct AdamState {
  double steps = 0.0;  // that were made
  std::vector<double> m;
  std::vector<double> v;
  double beta1 = 0.0;
  double beta2 = 0.0;
  double epsilon = 0.0;
};

struct Stepped {
  std::vector<Ball> theta;
  std::vector<Ball> m;  // of Adam
  std::vector<Ball> v;
};

// theta after one step at rate eta on loss_factor (value - target)^2, `gradient` that of the value.
Stepped sgd_step(const std::vector<double>& theta, const Ball& value, const Balls& gradient,
                 const Ball& target, double eta, double loss_factor, const Rounding& rounding);
Stepped adam_step(const std::vector<double>& theta, const Ball& value, const Balls& gradient,
                  const Ball& target, double eta, double loss_factor, const AdamState& adam,
                  const Rounding& rounding);

}  // namespace eenet::verify::oracle
