// The ends of the complexity term Psi on problems so small that networks of the ball can be looked
// for. [EENET, Regret Analysis, complexityfunction]
#include "verify/properties/psi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "reference/require.h"
#include "theory/psi/complexity_term.h"
#include "theory/psi/joint_bound.h"
#include "theory/psi/linearisation.h"
#include "theory/psi/lower_ends.h"
#include "theory/psi/parameter_ball.h"
#include "theory/psi/per_sample_bound.h"
#include "verify/generators/contexts.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

using theory::FittingProblem;

// What long double misses of a sum of a few hundred terms, beside double's roundings.
constexpr long double kWideRounding = 0x1p-54L;

Case small_case(const Case& one) {
  Case small = one;
  small.depth = 2;
  small.width = 1 + (one.width - 1) % 6;
  small.dimension = 1 + (one.dimension - 1) % 3;
  small.arms = 1 + (one.arms - 1) % 4;
  return small;
}

// Of the case's kind: repeated, opposite, long, short and zero inputs, balls small and large. The
// first input is the one that the case's network is peculiar at.
FittingProblem small_problem(const Case& any) {
  const Case one = small_case(any);
  Rng rng = case_rng(one, "psi");
  const Point point = random_point(one);
  FittingProblem problem{reference_network(point), random_contexts(one, 1),
                         Eigen::VectorXd(static_cast<Eigen::Index>(one.arms)),
                         std::pow(10.0, -2.0 + 3.0 * rng.uniform())};
  problem.inputs.col(0) = plain::vector_of(point.x);
  for (Eigen::Index i = 0; i < problem.points(); ++i) {
    const auto other = static_cast<Eigen::Index>(rng.below(one.arms));
    const std::uint64_t change = rng.below(10);
    if (change == 0) problem.inputs.col(i) = Eigen::VectorXd(problem.inputs.col(other));
    if (change == 1) problem.inputs.col(i) *= 4.0 * rng.uniform();
    if (change == 2) problem.inputs.col(i).setZero();
    problem.labels[i] = 2.0 * rng.normal();
  }
  return problem;
}

Mlp random_direction(const FittingProblem& problem, Rng& rng) {
  Eigen::VectorXd direction(problem.start.shape().parameter_count());
  for (double& entry : direction) entry = rng.normal();
  Mlp result(problem.start.shape());
  result.set_parameters((problem.ball_radius / direction.norm()) * direction);
  return result;
}

// Distances, values and sums a second time, wider than what is judged.
long double distance(const Mlp& a, const Mlp& b) {
  const Eigen::VectorXd left = a.parameters();
  const Eigen::VectorXd right = b.parameters();
  long double square = 0.0L;
  for (Eigen::Index k = 0; k < left.size(); ++k) {
    const long double difference = static_cast<long double>(left[k]) - right[k];
    square += difference * difference;
  }
  return std::sqrt(square);
}

long double value(const Mlp& net, const Eigen::VectorXd& x) {
  const Point point = point_of(net, x);
  return naive_value(point.shape, std::vector<long double>(point.theta.begin(), point.theta.end()),
                     std::vector<long double>(x.begin(), x.end()));
}

// |w| |W x| bounds every sum of absolute terms of f(x), up to the number of neurons.
long double size_of_value(const Mlp& net, const Eigen::VectorXd& x) {
  return static_cast<long double>(net.weights(1).norm()) * net.weights(2).norm() * x.norm();
}

struct WideSum {
  long double value = 0.0L;
  long double error = 0.0L;
};

WideSum weighted_sum(const FittingProblem& problem, const Mlp& net, const Eigen::VectorXd& u) {
  WideSum sum;
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const Eigen::VectorXd x = problem.inputs.col(i);
    sum.value += u[i] * value(net, x);
    sum.error += kWideRounding * std::abs(u[i]) * size_of_value(net, x);
  }
  return sum;
}

WideSum squares(const FittingProblem& problem, const Mlp& net) {
  WideSum sum;
  for (Eigen::Index i = 0; i < problem.points(); ++i) {
    const Eigen::VectorXd x = problem.inputs.col(i);
    const long double residual = value(net, x) - problem.labels[i];
    const long double error = kWideRounding * (size_of_value(net, x) + std::abs(residual));
    sum.value += residual * residual;
    sum.error += error * (2.0L * std::abs(residual) + error);
  }
  return sum;
}

// A network of the ball with a large sum_i u_i f(x_i), by ascent from a random place. Being found
// by what is judged does not matter: that it is in the ball, and its sum, are computed here.
Mlp ascended(const FittingProblem& problem, const Eigen::VectorXd& u, Rng& rng) {
  const double r = problem.ball_radius * (1.0 - 0x1p-30);
  Mlp direction = random_direction(problem, rng);
  double step = r;
  double reached = -std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 25; ++iteration) {
    const theory::Linearisation here(theory::moved(problem.start, 1.0, direction), problem.inputs,
                                     1);
    reached = std::max(reached, u.dot(here.values()));
    const Mlp uphill = here.transposed_times(u);
    const double length = theory::length_upper(uphill);
    if (!(length > 0.0)) break;
    const Mlp attempt = theory::shortened(theory::moved(direction, step / length, uphill), r);
    const Eigen::VectorXd values =
        theory::plain_values(theory::moved(problem.start, 1.0, attempt), problem.inputs, 1);
    if (u.dot(values) > reached) {
      direction = attempt;
    } else {
      step /= 2.0;
    }
  }
  return theory::moved(problem.start, 1.0, direction);
}

void nobody_beats_the_dual(const Case& one, Findings& findings) {
  const FittingProblem problem = small_problem(one);
  Rng rng = case_rng(one, "dual");
  Eigen::VectorXd u(problem.points());
  for (double& entry : u) entry = rounded(rng.normal(), 20);  // sums over equal inputs are exact
  const theory::TwoLayerPoints points(problem);
  const theory::WeightedPoints weighted(points, points.merged.sums(u));
  const double best = theory::smallest_dual_bound(weighted, 1).supremum;
  const double other = theory::dual_bounds(
      weighted, {weighted.reach() * std::exp(3.0 * rng.normal()) + 0x1p-40}, 1)[0];
  const double alone = theory::per_sample_supremum(weighted, 1);
  for (int restart = 0; restart < 2; ++restart) {
    const Mlp net = ascended(problem, u, rng);
    if (!(distance(net, problem.start) <= problem.ball_radius)) continue;
    const WideSum sum = weighted_sum(problem, net, u);
    const auto require = [&](const char* what, double bound) {
      findings.require(bound >= sum.value - sum.error, [&] {
        return text("a network of the ball has <u, f> = ", shown(static_cast<double>(sum.value)),
                    ", ", what, " is ", shown(bound));
      });
    };
    require("the smallest dual bound", best);
    require("the dual bound of another mu", other);
    require("the per-sample bound", alone);
  }
}

// Labels that a network of the ball nearly has: Psi is at most what is left.
void planted_values_are_not_excluded(const Case& one, Findings& findings) {
  FittingProblem problem = small_problem(one);
  Rng rng = case_rng(one, "planted");
  Eigen::VectorXd u(problem.points());
  for (double& entry : u) entry = rng.normal();
  const Mlp planted = ascended(problem, u, rng);
  if (!(distance(planted, problem.start) <= problem.ball_radius)) return;
  const double noise = rng.below(2) == 0 ? 0.0 : 0.1;
  for (Eigen::Index i = 0; i < problem.points(); ++i) {
    problem.labels[i] =
        static_cast<double>(value(planted, problem.inputs.col(i))) + noise * rng.normal();
  }
  const WideSum truth = squares(problem, planted);
  const theory::ComplexityTerm term = theory::complexity_term(problem, {.starts = 1, .steps = 4});
  const auto require_below = [&](const char* what, double lower) {
    findings.require(lower <= truth.value + truth.error, [&] {
      return text("a network of the ball has the value ", shown(static_cast<double>(truth.value)),
                  ", ", what, " is ", shown(lower));
    });
  };
  require_below("the joint lower end", term.joint_lower);
  require_below("the per-sample lower end", term.per_sample_lower);
  // u = y - f(theta0), which the descent may have left behind.
  const theory::TwoLayerPoints points(problem);
  const theory::LowerEnds ends =
      theory::lower_ends(points, theory::plain_values(problem.start, points.merged.inputs, 1), 1);
  require_below("the joint lower end from theta0", ends.joint);
  require_below("the per-sample lower end from theta0", ends.per_sample);
}

void upper_end_is_shown_by_a_network(const Case& one, Findings& findings) {
  const FittingProblem problem = small_problem(one);
  const theory::ComplexityTerm term = theory::complexity_term(problem, {.starts = 1, .steps = 6});
  Mlp net(problem.start.shape());
  net.set_parameters(term.minimiser);
  const long double away = distance(net, problem.start);
  findings.require(away <= problem.ball_radius, [&] {
    return text("the minimiser is ", shown(static_cast<double>(away)), " away, the radius is ",
                shown(problem.ball_radius));
  });
  const WideSum there = squares(problem, net);
  findings.require(there.value - there.error <= term.psi.upper, [&] {
    return text("the minimiser has the value ", shown(static_cast<double>(there.value)),
                ", the upper end is ", shown(term.psi.upper));
  });
  const WideSum start = squares(problem, problem.start);
  findings.require(start.value - start.error <= term.at_initialisation.upper &&
                       start.value + start.error >= term.at_initialisation.lower,
                   [&] {
                     return text("theta0 has the value ", shown(static_cast<double>(start.value)),
                                 ", the ends are ", shown(term.at_initialisation.lower), " and ",
                                 shown(term.at_initialisation.upper));
                   });
}

// One neuron and one input of norm n: f = (w + a) relu(z + n b), a^2 + b^2 <= r^2, takes every
// value between its smallest and largest, which are on the circle or 0.
void one_neuron_is_enclosed(const Case& any, Findings& findings) {
  constexpr int kAngles = 2000;
  Case one = small_case(any);
  one.width = 1;
  one.arms = 1;
  FittingProblem problem = small_problem(one);
  const long double n = problem.inputs.col(0).norm();
  const long double z = problem.start.weights(1).row(0).dot(problem.inputs.col(0));
  const long double w = problem.start.weights(2)(0, 0);
  const long double r = problem.ball_radius;
  long double smallest = w * std::max(z, 0.0L);
  long double largest = smallest;
  for (int k = 0; k < kAngles; ++k) {
    const long double angle = 2.0L * std::numbers::pi_v<long double> * k / kAngles;
    const long double f = (w + r * std::cos(angle)) * std::max(z + n * r * std::sin(angle), 0.0L);
    smallest = std::min(smallest, f);
    largest = std::max(largest, f);
  }
  // z is rounded, and between two angles f moves by its slope times half of their distance.
  const long double slope = r * (std::abs(z) + n * r) + (std::abs(w) + r) * n * r;
  const long double missed =
      slope * std::numbers::pi_v<long double> / kAngles +
      0x1p-48L * (std::abs(w) + r) * (problem.start.weights(1).norm() + r) * n;
  const long double y = problem.labels[0];
  const auto psi = [y](long double low, long double high) {
    const long double away = std::max({0.0L, low - y, y - high});
    return away * away;
  };
  const theory::Measured term = theory::complexity_term(problem, {.starts = 1, .steps = 6}).psi;
  const long double most = psi(smallest + missed, largest - missed);
  const long double least = psi(smallest - missed, largest + missed);
  findings.require(term.lower <= most && term.upper >= least, [&] {
    return text("Psi is between ", shown(static_cast<double>(least)), " and ",
                shown(static_cast<double>(most)), ", the ends are ", shown(term.lower), " and ",
                shown(term.upper));
  });
}

// With B = sum_i |u_i| |x_i|, u = y - f(theta0), the dual is at most
// <u, f0> + r B (|w| + |W|_F) + r^2 B at its best mu; twice that leaves room for the search.
void small_balls_change_little(const Case& one, Findings& findings) {
  FittingProblem problem = small_problem(one);
  const WideSum start = squares(problem, problem.start);
  const double reach = problem.inputs.norm() *
                       (problem.start.weights(1).norm() + problem.start.weights(2).norm() + 1.0);
  const auto root = static_cast<double>(std::sqrt(start.value));
  if (!(root > 0x1p-10 * std::max(1.0, reach))) return;
  problem.ball_radius = (root < reach ? root / reach : 1.0) * 0x1p-10;
  const theory::ComplexityTerm term = theory::complexity_term(problem, {.starts = 1, .steps = 1});
  // Fewer than 2^8 roundings of terms of f and y.
  const double size =
      problem.inputs.norm() * problem.start.weights(1).norm() * problem.start.weights(2).norm();
  const double least =
      root - 2.0 * problem.ball_radius * reach - 0x1p-44 * (root + size + problem.labels.norm());
  findings.require(std::sqrt(term.joint_lower) >= least, [&] {
    return text("in a ball of radius ", shown(problem.ball_radius), " sqrt(Psi) is at least ",
                shown(least), ", the joint lower end is ", shown(term.joint_lower));
  });
}

void remainder_is_exact(const Case& one, Findings& findings) {
  const FittingProblem problem = small_problem(one);
  Rng rng = case_rng(one, "remainder");
  const Mlp net = theory::moved(problem.start, 1.0, random_direction(problem, rng));
  for (Eigen::Index i = 0; i < problem.points(); ++i) {
    const Eigen::VectorXd x = problem.inputs.col(i);
    const theory::Linearisation start(problem.start, x, 1);
    const double linear =
        start.values()[0] + start.times(theory::moved(net, -1.0, problem.start))[0];
    const theory::Remainder remainder = theory::remainder_of(problem.start, net, x);
    // Every term of either side is at most this, and takes part in fewer than 40 roundings.
    const long double size =
        (problem.start.weights(2).norm() + static_cast<long double>(problem.ball_radius)) *
        (problem.start.weights(1).norm() + static_cast<long double>(problem.ball_radius)) *
        x.norm();
    const long double exact = value(net, x);
    findings.compare(linear + remainder.flips + remainder.products, static_cast<double>(exact),
                     static_cast<double>(8.0L * 40.0L * 0x1p-53L * size) + 0x1p-1060,
                     [&] { return text("point ", i, ": linearisation and remainder miss f"); });
  }
}

}  // namespace

Suite psi_suite() {
  Suite suite = {
      "psi",
      1,
      {{"No network of the ball beats the dual or the per-sample bound.", nobody_beats_the_dual},
       {"The lower ends do not exclude what a network of the ball attains.",
        planted_values_are_not_excluded},
       {"The upper end is the value of a network that is in the ball.",
        upper_end_is_shown_by_a_network},
       {"One neuron and one point: Psi is between its ends.", one_neuron_is_enclosed},
       {"In a small ball the lower end is near the value at the start.", small_balls_change_little},
       {"f is its linearisation, the flips and the products.", remainder_is_exact}}};
  for (Property& property : reading_properties()) suite.properties.push_back(std::move(property));
  return suite;
}

}  // namespace eenet::verify
