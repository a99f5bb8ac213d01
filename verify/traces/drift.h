// How far somebody else's network can be from ours after the same steps, if all that differs is the
// order in which sums are added and the arithmetic. Proven, not estimated: the parameters lie in a
// ball around ours, and its radius is carried from step to step.
//
// A step of SGD hardly stretches distances. With g the gradient, theta' - theta = D, |D| <= E,
//
//   (theta' - eta (f' - y) g') - (theta - eta (f - y) g)
//     = (I - eta g g^T) D - eta (f' - f - g.D) g - eta (f' - y) (g' - g),
//
// so that E grows by max(1, |1 - eta |g|^2|) and eta |f - y| times the gradient's own change, about
// sqrt(2) |x| E for depth 2. Rounding differences of 1e-16 stay small for hundreds of rounds.
// A unit that may be on in one network and off in the other adds its whole jump.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/naive_mlp.h"
#include "verify/rounding.h"

namespace eenet::verify {

// What the other network may differ by at one input, in Euclidean norm.
struct Reach {
  double value = 0.0;          // |f' - f|, both as computed
  double gradient = 0.0;       // |g' - g|, likewise
  double beyond_linear = 0.0;  // |f' - f - g.D|
  double norm = 0.0;           // |g| of ours, from above
  double value_now = 0.0;      // f of ours
};

class Drift {
 public:
  // `arithmetic` is theirs; ours is double. Starts from equal parameters.
  Drift(const NaiveShape& shape, const Arithmetic& arithmetic);

  // |theta' - theta| is at most that.
  [[nodiscard]] double radius() const { return radius_; }

  // At our parameters, and an input that theirs differs from by at most `input_error` in norm.
  [[nodiscard]] Reach reach(const std::vector<double>& theta, const std::vector<double>& x,
                            double input_error) const;

  // Both make one step of rate eta on (1/2) (f - target)^2 from where `reach` was taken; their
  // target differs from ours by at most `target_error`.
  void step(const std::vector<double>& theta, const Reach& at, double eta, double target,
            double target_error);

 private:
  // Outputs of a layer: the norm of ours, and how far theirs may be from it.
  struct Layer {
    double norm = 0.0;
    double error = 0.0;
  };
  // A sum of `terms` products of factors of these norms, as computed by both.
  [[nodiscard]] double rounding(std::size_t terms, double norms) const;

  NaiveShape shape_;
  Arithmetic arithmetic_;
  double radius_ = 0.0;
};

// Norm from above, rounding included.
double norm_from_above(const double* begin, std::size_t count);

}  // namespace eenet::verify
