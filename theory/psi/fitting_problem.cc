#include "theory/psi/fitting_problem.h"

#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

bool is_finite(const Eigen::MatrixXd& matrix) {
  return all_finite(Eigen::Map<const Eigen::VectorXd>(matrix.data(), matrix.size()));
}

}  // namespace

void require_valid(const FittingProblem& problem) {
  const MlpShape& shape = problem.start.shape();
  EENET_REQUIRE(problem.inputs.cols() >= 1, "fitting problem: there are no points, expected one");
  EENET_REQUIRE(problem.inputs.rows() == shape.input_dim, "fitting problem: inputs have ",
                problem.inputs.rows(), " entries, network expects ", shape.input_dim);
  EENET_REQUIRE(problem.labels.size() == problem.inputs.cols(),
                "fitting problem: ", problem.labels.size(), " labels for ", problem.inputs.cols(),
                " points, expected one each");
  EENET_REQUIRE(is_finite(problem.inputs), "fitting problem: an input is not finite");
  EENET_REQUIRE(all_finite(problem.labels), "fitting problem: a label is not finite");
  for (Eigen::Index l = 1; l <= shape.depth; ++l) {
    EENET_REQUIRE(is_finite(problem.start.weights(l)), "fitting problem: a weight of layer ", l,
                  " is not finite");
  }
  EENET_REQUIRE(problem.ball_radius >= 0.0 && std::isfinite(problem.ball_radius),
                "fitting problem: ball radius is ", problem.ball_radius,
                ", expected finite and at least 0");
}

double ball_radius(double R, Eigen::Index width) {
  EENET_REQUIRE(R >= 0.0 && std::isfinite(R), "ball_radius: R is ", R,
                ", expected finite and at least 0");
  EENET_REQUIRE(width >= 1, "ball_radius: width is ", width, ", expected at least 1");
  return R / std::sqrt(std::sqrt(static_cast<double>(width)));
}

}  // namespace eenet::theory
