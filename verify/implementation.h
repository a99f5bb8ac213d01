// An implementation of the network that is to be judged: ours, or anyone's, through a few functions
// of a point.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/naive_mlp.h"
#include "verify/rounding.h"

namespace eenet::verify {

struct Implementation {
  std::string name;
  Arithmetic arithmetic;  // that it computes and stores in
  // f(x; theta), and its gradient with respect to theta in the layout of Point.
  std::function<double(const Point&)> value;
  std::function<std::vector<double>(const Point&)> gradient;
  // theta after one step of SGD at rate eta on (1/2)(f(x; theta) - target)^2.
  std::function<std::vector<double>(const Point&, double target, double eta)> step;
  // Which units it takes for active. One that can say so is held to sigma'(0) = 0 at a kink; others
  // may answer with any derivative between the one-sided ones.
  std::function<Pattern(const Point&)> pattern = {};

  // The point with every number rounded to what the implementation can store.
  [[nodiscard]] Point as_stored(Point point) const;
};

// eenet::Mlp of reference/.
Implementation reference_implementation();

}  // namespace eenet::verify
