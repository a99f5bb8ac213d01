#include "theory/psi/complexity_term.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/theory/psi/fitting_problems.h"
#include "theory/psi/linearised_term.h"
#include "theory/psi/network_values.h"

namespace eenet::theory {
namespace {

// |theta - theta0|, to more digits than the claim that it is within the ball has.
long double distance(const FittingProblem& problem, const Eigen::VectorXd& theta) {
  const Eigen::VectorXd start = problem.start.parameters();
  long double square = 0.0L;
  for (Eigen::Index k = 0; k < theta.size(); ++k) {
    const long double difference = static_cast<long double>(theta[k]) - start[k];
    square += difference * difference;
  }
  return std::sqrt(square);
}

Mlp network_at(const FittingProblem& problem, const Eigen::VectorXd& theta) {
  Mlp net(problem.start.shape());
  net.set_parameters(theta);
  return net;
}

double reference_value(const FittingProblem& problem, const Eigen::VectorXd& theta) {
  const Mlp net = network_at(problem, theta);
  long double sum = 0.0L;
  for (Eigen::Index i = 0; i < problem.points(); ++i) {
    const long double error =
        static_cast<long double>(net(problem.inputs.col(i))) - problem.labels[i];
    sum += error * error;
  }
  return static_cast<double>(sum);
}

void expect_well_formed(const FittingProblem& problem, const ComplexityTerm& term) {
  EXPECT_EQ(term.psi.basis, Basis::kCertified);
  EXPECT_LE(distance(problem, term.minimiser), problem.ball_radius);
  EXPECT_LE(reference_value(problem, term.minimiser), term.psi.upper);
  EXPECT_GE(reference_value(problem, term.minimiser), term.psi.lower);
  EXPECT_LE(term.psi.upper, term.at_initialisation.upper);
  EXPECT_EQ(term.psi.lower, std::max(term.joint_lower, term.per_sample_lower));
}

TEST(ComplexityTerm, HasEndsInTheKnownOrderThatMeetForSmallBalls) {
  using Sizes = std::pair<Eigen::Index, double>;
  for (const auto& [width, R] :
       {Sizes{256, 1.0}, Sizes{1024, 1.0}, Sizes{4096, 1.0}, Sizes{256, 0.5}, Sizes{1024, 3.0}}) {
    const FittingProblem problem = sine_problem(50, 5, width, R, 11);
    const ComplexityTerm term = complexity_term(problem);
    expect_well_formed(problem, term);
    EXPECT_LE(term.per_sample_lower, term.joint_lower) << width;
    EXPECT_LE(term.joint_lower, term.psi.upper) << width;
    if (problem.ball_radius <= 0.25) {
      EXPECT_GE(term.joint_lower, 0.9 * term.psi.upper) << width << " " << R;
      EXPECT_EQ(term.lower_bound, LowerBound::kJoint);
    }
    RecordProperty("ratio_" + std::to_string(width),
                   std::to_string(term.joint_lower / term.psi.upper));
  }
}

TEST(ComplexityTerm, IsNoWorseThanTheLinearisedSolution) {
  for (const double R : {0.5, 2.0, 6.0}) {
    const FittingProblem problem = sine_problem(30, 4, 200, R, 5);
    const ComplexityTerm term = complexity_term(problem);
    const MergedPoints points = merged_points(problem);
    const LinearisedTerm linearised = linearised_term(problem, points, 1);
    const Mlp there = moved_within_ball(problem.start, linearised.direction, problem.ball_radius);
    const Measured value =
        sum_of_squares(points, problem.labels, network_values(there, points.inputs, 1));
    EXPECT_LE(term.psi.upper, value.upper) << R;
  }
}

TEST(ComplexityTerm, LinearisedValueIsBetweenEndsThatAgreeToManyDigits) {
  for (const double R : {0.1, 1.0, 4.0}) {
    const FittingProblem problem = sine_problem(30, 4, 200, R, 6);
    const Measured value = complexity_term(problem).linearised;
    EXPECT_EQ(value.basis, Basis::kCertified);
    EXPECT_LE(value.lower, value.upper);
    EXPECT_GE(value.lower, value.upper * (1.0 - 1e-6) - 1e-6) << R;
  }
}

TEST(ComplexityTerm, OfAPointIsTheValueThere) {
  FittingProblem problem = sine_problem(20, 3, 50, 1.0, 7);
  problem.ball_radius = 0.0;
  const ComplexityTerm term = complexity_term(problem);
  EXPECT_TRUE(term.minimiser == problem.start.parameters());
  const double value = reference_value(problem, term.minimiser);
  EXPECT_LE(term.psi.lower, value);
  EXPECT_GE(term.psi.upper, value);
  EXPECT_LE(term.psi.upper - term.psi.lower, 1e-12 * value);
  EXPECT_EQ(term.lower_bound, LowerBound::kJoint);
}

// One neuron, one input: f = (w + dw) relu(W + dW) over a disc, whose values a fine net of the disc
// shows up to its mesh.
TEST(ComplexityTerm, EnclosesWhatANetOfTheDiscShows) {
  constexpr int kRings = 400;
  int informative = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed, "disc");
    FittingProblem problem{Mlp({1, 1, 2}), Eigen::MatrixXd::Constant(1, 1, 1.0),
                           Eigen::VectorXd::Constant(1, 2.0 * rng.normal()), rng.uniform()};
    const double W = problem.start.weights(1)(0, 0) = rng.normal();
    const double w = problem.start.weights(2)(0, 0) = rng.normal();
    const double y = problem.labels[0];
    const double r = problem.ball_radius;
    double smallest = 1e300;
    for (int ring = 0; ring <= kRings; ++ring) {
      for (int step = 0; step < 4 * kRings; ++step) {
        const double angle = 2.0 * std::numbers::pi * step / (4 * kRings);
        const double length = r * ring / kRings;
        const double error =
            (w + length * std::cos(angle)) * relu(W + length * std::sin(angle)) - y;
        smallest = std::min(smallest, error * error);
      }
    }
    ComplexityTermSettings settings;
    settings.starts = 12;  // a neuron that is off, or has the wrong sign, is left behind by chance
    const ComplexityTerm term = complexity_term(problem, settings);
    expect_well_formed(problem, term);
    EXPECT_LE(term.psi.lower, smallest) << seed;
    // From any point of the disc to one of the net: half a ring and half a step of an arc.
    const double mesh = r / kRings * (0.5 + std::numbers::pi / 4.0);
    const double gradient = std::abs(w) + std::abs(W) + 2.0 * r;
    const double error = std::sqrt(smallest) + mesh * gradient;
    EXPECT_LE(term.psi.upper, error * error + 1e-9) << seed;
    if (smallest > 1e-3 && term.psi.lower > 0.5 * smallest) ++informative;
  }
  EXPECT_GE(informative, 10);
}

TEST(ComplexityTerm, FallsWithTheRadiusAndGrowsWithThePoints) {
  const FittingProblem whole = sine_problem(40, 4, 300, 1.0, 9);
  double lower_before = 0.0;
  double upper_before = 1e300;
  for (const double radius : {0.8, 0.4, 0.2, 0.1, 0.0}) {  // the ball shrinks: Psi grows
    FittingProblem problem = whole;
    problem.ball_radius = radius;
    const ComplexityTerm term = complexity_term(problem);
    EXPECT_LE(lower_before, term.psi.upper) << radius;
    EXPECT_GE(term.psi.upper, 0.0);
    lower_before = std::max(lower_before, term.psi.lower);
  }
  lower_before = 0.0;
  for (const Eigen::Index count : {5, 10, 20, 40}) {
    FittingProblem problem = whole;
    problem.inputs = whole.inputs.leftCols(count).eval();
    problem.labels = whole.labels.head(count).eval();
    const ComplexityTerm term = complexity_term(problem);
    EXPECT_LE(lower_before, term.psi.upper) << count;
    lower_before = std::max(lower_before, term.psi.lower);
    upper_before = std::min(upper_before, term.psi.upper);
  }
  EXPECT_GT(lower_before, upper_before) << "the ends are too far apart to show anything";
}

TEST(ComplexityTerm, OfADeeperNetworkHasNoLowerEnd) {
  for (const Eigen::Index depth : {3, 4}) {
    const FittingProblem problem = sine_problem(30, 4, 60, 1.0, 12, depth);
    const ComplexityTerm term = complexity_term(problem);
    expect_well_formed(problem, term);
    EXPECT_EQ(term.lower_bound, LowerBound::kNone);
    EXPECT_EQ(term.psi.lower, 0.0);
    EXPECT_EQ(term.linearised.basis, Basis::kEstimate);
    EXPECT_LT(term.psi.upper, 0.5 * term.at_initialisation.lower);
  }
}

TEST(ComplexityTerm, GivesTheSameBitsForAnyThreads) {
  const FittingProblem problem = sine_problem(70, 3, 100, 1.0, 13);
  ComplexityTermSettings settings;
  const ComplexityTerm one = complexity_term(problem, settings);
  settings.threads = 3;
  const ComplexityTerm three = complexity_term(problem, settings);
  EXPECT_TRUE(one.minimiser == three.minimiser);
  EXPECT_EQ(one.psi.lower, three.psi.lower);
  EXPECT_EQ(one.psi.upper, three.psi.upper);
  EXPECT_EQ(one.linearised.lower, three.linearised.lower);
}

TEST(ComplexityTerm, WorksInParametersWherePointsAreMany) {
  const FittingProblem problem = sine_problem(3000, 2, 6, 1.0, 14);  // p = 18
  const ComplexityTerm term = complexity_term(problem);
  expect_well_formed(problem, term);
  EXPECT_LT(term.psi.upper, term.at_initialisation.lower);
  EXPECT_GT(term.psi.lower, 0.0);
}

TEST(ComplexityTerm, HasNoLowerEndWhereProductsMayOverflow) {
  FittingProblem problem = sine_problem(3, 2, 4, 1.0, 1);
  problem.ball_radius = 1e200;
  const ComplexityTerm term = complexity_term(problem);
  EXPECT_EQ(term.lower_bound, LowerBound::kNone);
  EXPECT_EQ(term.linearised.lower, 0.0);
  problem.ball_radius = 1e-200;
  EXPECT_EQ(complexity_term(problem).lower_bound, LowerBound::kJoint);
}

TEST(ComplexityTerm, RefusesWhatIsNoProblem) {
  FittingProblem problem = sine_problem(3, 2, 4, 1.0, 1);
  FittingProblem bad = problem;
  bad.labels.resize(2);
  EXPECT_THROW(complexity_term(bad), std::invalid_argument);
  bad = problem;
  bad.inputs(0, 0) = std::nan("");
  EXPECT_THROW(complexity_term(bad), std::invalid_argument);
  bad = problem;
  bad.ball_radius = -1.0;
  EXPECT_THROW(complexity_term(bad), std::invalid_argument);
  ComplexityTermSettings settings;
  settings.starts = 0;
  EXPECT_THROW(complexity_term(problem, settings), std::invalid_argument);
}

TEST(BallRadius, DividesByTheFourthRootOfTheWidth) {
  EXPECT_EQ(ball_radius(6.0, 16), 3.0);
  EXPECT_EQ(ball_radius(5.0, 1), 5.0);
  EXPECT_THROW(ball_radius(-1.0, 4), std::invalid_argument);
  EXPECT_THROW(ball_radius(1.0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
