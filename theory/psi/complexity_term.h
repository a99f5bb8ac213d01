// The complexity term of the paper's regret bound,
//
//   Psi = inf { sum_i (f(x_i; theta) - y_i)^2 : |theta - theta0| <= r },   r = R / m^(1/4),
//
// [EENET, Regret Analysis, complexityfunction] between two proven ends. The problem is not
// convex and the infimum cannot be computed exactly. Any theta in the ball gives an upper end, and
// for depth 2 a dual problem that splits over the neurons gives a lower one
// (theory/psi/joint_bound.h). For deeper networks the lower end is 0.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <string>

#include "theory/measured/measured.h"
#include "theory/psi/fitting_problem.h"

namespace eenet::theory {

// How the lower end was found.
enum class LowerBound {
  kJoint,      // the dual of all points together, neuron by neuron
  kPerSample,  // the linearisation and a bound of its error for each point alone
  kNone        // a sum of squares is not negative
};

// "joint", "per-sample" or "none".
std::string to_text(LowerBound bound);

struct ComplexityTermSettings {
  int starts = 2;  // at least 1: the linearised solution, theta0, then random points of its sphere
  std::uint64_t seed = 1;                             // of the random points
  int steps = 60;                                     // of Gauss-Newton from each start, at most
  unsigned threads = 1;                               // the answer does not depend on it
  std::function<void(double done)> on_progress = {};  // is called with the part done
};

struct ComplexityTerm {
  // Certified. The value is that of `minimiser`, and so is the upper end with its rounding.
  Measured psi;
  // inf { sum_i (f(x_i; theta0) + <grad f(x_i; theta0), D> - y_i)^2 : |D| <= r }: certified for
  // depth 2, an estimate for deeper networks. No bound of Psi in either direction.
  Measured linearised;
  Measured at_initialisation;  // sum_i (f(x_i; theta0) - y_i)^2, certified
  LowerBound lower_bound = LowerBound::kNone;
  // Both lower ends, each proven; psi.lower is the larger one. 0 where there is none.
  double joint_lower = 0.0;
  double per_sample_lower = 0.0;
  // theta, in the layout of Mlp::parameters; its exact distance from theta0 is at most r.
  Eigen::VectorXd minimiser;
};

// Requires a valid problem, starts >= 1, steps >= 0, threads >= 1.
ComplexityTerm complexity_term(const FittingProblem& problem,
                               const ComplexityTermSettings& settings = {});

// An upper bound of the memory of complexity_term in bytes, with the problem and the result.
double memory_of_complexity_term(const MlpShape& shape, Eigen::Index points, unsigned threads);

}  // namespace eenet::theory
