// Equal inputs of a fitting problem as one: the network has the same value there, whatever its
// parameters.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "theory/measured/measured.h"
#include "theory/psi/fitting_problem.h"

namespace eenet::theory {

struct MergedPoints {
  Eigen::MatrixXd inputs;           // d x G: the distinct ones
  std::vector<Eigen::Index> group;  // of each of the N points
  Eigen::VectorXd multiplicity;     // G
  Eigen::VectorXd mean_labels;      // G, rounded

  [[nodiscard]] Eigen::Index count() const { return inputs.cols(); }

  // The sum over each group of one number per point. Requires N numbers.
  [[nodiscard]] Eigen::VectorXd sums(const Eigen::VectorXd& numbers) const;
};

MergedPoints merged_points(const FittingProblem& problem);

// Values, each with a bound of its error.
struct BoundedValues {
  Eigen::VectorXd values;
  Eigen::VectorXd errors;  // |values - exact| at most; not negative
};

// Ends of sum_i (value of i's group - y_i)^2 for the exact values; the middle of `Measured` is the
// sum for the values as they are. Each term is enclosed with its own error, two roundings of the
// difference and one of the square; the sum adds gamma_N.
Measured sum_of_squares(const MergedPoints& points, const Eigen::VectorXd& labels,
                        const BoundedValues& network);

}  // namespace eenet::theory
