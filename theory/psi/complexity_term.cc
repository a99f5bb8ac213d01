#include "theory/psi/complexity_term.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "reference/require.h"
#include "reference/rng.h"
#include "theory/measured/names.h"
#include "theory/psi/gauss_newton.h"
#include "theory/psi/linearised_term.h"
#include "theory/psi/lower_ends.h"
#include "theory/psi/network_values.h"
#include "theory/psi/parameter_ball.h"
#include "theory/psi/trust_region.h"

namespace eenet::theory {

namespace {

// Parts of the work, for progress.
constexpr double kLinearisedPart = 0.1;
constexpr double kDescentPart = 0.6;

// The best point so far whose value, rounding included, is known.
class BestPoint {
 public:
  BestPoint(const FittingProblem& problem, const MergedPoints& points, unsigned threads)
      : problem_(problem), points_(points), threads_(threads) {}

  // Sees theta0 + direction, brought back into the ball where rounding left it.
  void see(const Mlp& direction) {
    Mlp theta = moved_within_ball(problem_.start, direction, problem_.ball_radius);
    BoundedValues network = network_values(theta, points_.inputs, threads_);
    const Measured value = sum_of_squares(points_, problem_.labels, network);
    if (theta_ && !(value.upper < value_.upper)) return;
    theta_ = std::move(theta);
    network_ = std::move(network);
    value_ = value;
  }

  [[nodiscard]] const Mlp& theta() const { return *theta_; }
  [[nodiscard]] const Measured& value() const { return value_; }
  [[nodiscard]] const Eigen::VectorXd& network() const { return network_.values; }

 private:
  const FittingProblem& problem_;
  const MergedPoints& points_;
  unsigned threads_;
  std::optional<Mlp> theta_;
  BoundedValues network_;
  Measured value_;
};

// A random direction to the sphere: units that are off may become active on the way.
Mlp random_direction(const MlpShape& shape, double r, std::uint64_t seed, int index) {
  Rng rng(seed, "psi/start", static_cast<std::uint64_t>(index));
  Eigen::VectorXd direction(shape.parameter_count());
  for (double& entry : direction) entry = rng.normal();
  Mlp result(shape);
  result.set_parameters((r / direction.norm()) * direction);
  return result;
}

void descend(const FittingProblem& problem, const MergedPoints& points,
             const ComplexityTermSettings& settings, const Mlp& linearised, BestPoint& best) {
  for (int start = 0; start < settings.starts; ++start) {
    GaussNewtonSettings descent;
    descent.steps = settings.steps;
    descent.threads = settings.threads;
    if (settings.on_progress) {
      descent.on_step = [&settings, start](double done) {
        settings.on_progress(kLinearisedPart + kDescentPart * (start + done) / settings.starts);
      };
    }
    Mlp direction = linearised;
    if (start == 1) {  // theta0; with a whole first step it would come to the linearised solution
      direction = Mlp(problem.start.shape());
      descent.first_step = 0.5;
    } else if (start > 1) {
      direction =
          random_direction(problem.start.shape(), problem.ball_radius, settings.seed, start);
    }
    best.see(gauss_newton(problem, points, std::move(direction), descent));
  }
}

void set_lower_end(const FittingProblem& problem, const BestPoint& best,
                   const Eigen::VectorXd& linearised_values, unsigned threads,
                   ComplexityTerm& term) {
  double lower = 0.0;
  if (problem.ball_radius == 0.0) {
    lower = term.joint_lower = term.per_sample_lower = term.at_initialisation.lower;
    term.lower_bound = LowerBound::kJoint;
  } else if (problem.start.shape().depth == 2) {
    const TwoLayerPoints points(problem);
    for (const Eigen::VectorXd& values : {best.network(), linearised_values}) {
      const LowerEnds ends = lower_ends(points, values, threads);
      term.joint_lower = std::max(term.joint_lower, ends.joint);
      term.per_sample_lower = std::max(term.per_sample_lower, ends.per_sample);
    }
    lower = std::max(term.joint_lower, term.per_sample_lower);
    if (lower > 0.0) {
      term.lower_bound =
          term.joint_lower >= term.per_sample_lower ? LowerBound::kJoint : LowerBound::kPerSample;
    }
  }
  const Measured& value = best.value();
  term.psi = Measured::certified_between(std::max(value.value, lower), lower, value.upper);
}

}  // namespace

std::string to_text(LowerBound bound) {
  return name_in({{LowerBound::kJoint, "joint"},
                  {LowerBound::kPerSample, "per-sample"},
                  {LowerBound::kNone, "none"}},
                 bound);
}

ComplexityTerm complexity_term(const FittingProblem& problem,
                               const ComplexityTermSettings& settings) {
  require_valid(problem);
  EENET_REQUIRE(settings.starts >= 1, "complexity_term: starts is ", settings.starts,
                ", expected at least 1");
  EENET_REQUIRE(settings.steps >= 0, "complexity_term: steps is ", settings.steps,
                ", expected at least 0");
  EENET_REQUIRE(settings.threads >= 1, "complexity_term: threads is 0, expected at least 1");
  const auto progress = [&settings](double done) {
    if (settings.on_progress) settings.on_progress(done);
  };
  const MergedPoints points = merged_points(problem);
  ComplexityTerm term;
  BestPoint best(problem, points, settings.threads);
  best.see(Mlp(problem.start.shape()));
  term.at_initialisation = best.value();
  const LinearisedTerm linearised = linearised_term(problem, points, settings.threads);
  term.linearised = linearised.value;
  progress(kLinearisedPart);
  if (problem.ball_radius > 0.0) {
    best.see(linearised.direction);
    descend(problem, points, settings, linearised.direction, best);
  }
  progress(kLinearisedPart + kDescentPart);
  set_lower_end(problem, best, linearised.values, settings.threads, term);
  term.minimiser = best.theta().parameters();
  progress(1.0);
  return term;
}

double memory_of_complexity_term(const MlpShape& shape, Eigen::Index points, unsigned threads) {
  const auto N = static_cast<double>(points);
  const auto d = static_cast<double>(shape.input_dim);
  const auto m = static_cast<double>(shape.width);
  const double p = m * d + static_cast<double>(shape.depth - 2) * m * m + m;
  const double hidden = static_cast<double>(shape.depth - 1) * m * N;
  const double smaller = std::min(N, p);
  constexpr double kMatrices = 8.0;     // of the smaller space: partial sums, vectors, workspace
  constexpr double kParameters = 14.0;  // vectors of all parameters that live at one time
  constexpr double kTile = 64.0;
  const double solver = smaller <= static_cast<double>(kDense)
                            ? kMatrices * smaller * smaller
                            : static_cast<double>(kKrylov) * smaller;
  // A thread's tile of points through all neurons, or of neurons through all points.
  const double tiles = static_cast<double>(threads) * kTile * (6.0 * (m + d) + 2.0 * N);
  return 8.0 * (3.0 * d * N + 12.0 * N + 2.0 * hidden + solver + kParameters * p + tiles);
}

}  // namespace eenet::theory
