// One step of SGD, and training made of such steps. [EENET, Proposed Method, alg:main]
#include <algorithm>
#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"
#include "reference/retraining.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/implementation.h"
#include "verify/kinks.h"
#include "verify/plain/training.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"
#include "verify/traces/trace_properties.h"

namespace eenet::verify {

namespace {

using Wide = std::vector<long double>;

// What the wide sums below miss themselves is at most this part of what double sums miss.
constexpr long double kWideShare = 1.0L + 0x1p-10L;
constexpr Arithmetic kWideArithmetic = {0x1p-64, 0.0, kDouble.largest};

// A step to be made: where, toward what, how fast.
struct Step {
  Point point;
  double target = 0.0;
  double eta = 0.0;
};

Step random_step(const Case& one) {
  Rng rng = case_rng(one, "step");
  Step step{random_point(one), 0.0, 0.0};
  step.target = number_between(rng, -1.0, 1.0, one.digits);
  step.eta = std::ldexp(1.0 + rng.uniform(), -static_cast<int>(rng.below(8)));
  return step;
}

// theta after the reference's step.
plain::Numbers stepped(const Step& step) {
  return reference_implementation().step(step.point, step.target, step.eta);
}

// How far a parameter after the step can be from theta_i - eta (f - y) g_i: f and g_i are off by
// value_bound and gradient_bound; then a difference, two products and a difference are rounded.
long double step_bound(const Step& step, const WideSlope& slope, std::size_t i,
                       long double value_bound, long double gradient_bound) {
  const long double u = kDouble.unit_roundoff;
  const long double tiny = kDouble.underflow;
  const long double residual = std::abs(slope.value - step.target);
  const long double c = step.eta * residual;
  const long double c_error =
      step.eta * (value_bound + (2.0L * u + u * u) * (residual + value_bound)) + tiny;
  const long double g = std::abs(slope.gradient[i]);
  const long double product_error = c_error * (g + gradient_bound) + c * gradient_bound +
                                    u * (c + c_error) * (g + gradient_bound) + tiny;
  const long double after =
      std::abs(step.point.theta[i] - step.eta * (slope.value - step.target) * slope.gradient[i]);
  return (product_error + u * (after + product_error)) * kWideShare;
}

void moves_by_closed_form(const Case& one, Findings& findings) {
  const Step step = random_step(one);
  const plain::Numbers after = stepped(step);
  const Pattern active = active_units(step.point);
  const WideSlope slope = wide_slope(step.point, active);
  const PathSums sums(step.point, active);
  const double value_bound = sums.value().bound(kDouble);
  WorstEntry worst;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const long double expected =
        step.point.theta[i] - step.eta * (slope.value - step.target) * slope.gradient[i];
    worst.see(i, after[i], expected,
              step_bound(step, slope, i, value_bound, sums.gradient(i).bound(kDouble)));
  }
  worst.tell("theta after the step", findings);
}

// Half the squared error of the twin with parameter i moved by `by`; no number if a unit switches.
long double loss_beside(const Step& step, const Pattern& active, std::size_t i, long double by) {
  Wide theta(step.point.theta.begin(), step.point.theta.end());
  theta[i] += by;
  bool switched = false;
  const long double value =
      naive_value(step.point.shape, theta, step.point.x, [&](std::size_t unit, long double z) {
        switched = switched || (z > 0.0L) != (active[unit] != 0);
      });
  if (switched) return std::nanl("");
  return 0.5L * (value - step.target) * (value - step.target);
}

// f is affine in one parameter as long as no unit switches, so the loss is a parabola and its
// central difference is its derivative.
void moves_by_secant(const Case& one, Findings& findings) {
  const Step step = random_step(one);
  const plain::Numbers after = stepped(step);
  const Pattern active = active_units(step.point);
  const WideSlope slope = wide_slope(step.point, active);
  const PathSums sums(step.point, active);
  const PathSum value = sums.value();
  Rng rng = case_rng(one, "secants");
  WorstEntry worst;
  for (std::size_t l = 1; l <= step.point.shape.depth; ++l) {
    const std::size_t begin = step.point.shape.offset(l);
    const std::size_t i = begin + rng.below(step.point.shape.offset(l + 1) - begin);
    const double weight = step.point.theta[i];
    for (const int closer : {1, 8, 20}) {
      // A power of two within the weight's own digits: the sum is exact.
      const long double by = std::ldexp(1.0L, (weight == 0.0 ? 0 : std::ilogb(weight)) - closer);
      const long double above = loss_beside(step, active, i, by);
      const long double below = loss_beside(step, active, i, -by);
      if (std::isnan(above) || std::isnan(below)) continue;
      const PathSum entry = sums.gradient(i);
      const long double f_error =
          gamma(value.roundings, kWideArithmetic) * (value.magnitude + by * entry.magnitude);
      const long double farthest = std::sqrt(2.0L * std::max(above, below)) + f_error;
      const long double loss_error =
          farthest * f_error + 4.0L * 0x1p-64L * (farthest * farthest + above + below);
      const long double secant = (above - below) / (2.0L * by);
      const long double bound =
          step_bound(step, slope, i, value.bound(kDouble), entry.bound(kDouble)) +
          step.eta * loss_error / by * kWideShare;
      worst.see(i, after[i], weight - step.eta * secant, bound);
      break;
    }
  }
  worst.tell("theta after the step", findings);
}

void stays_when_right(const Case& one, Findings& findings) {
  Step step = random_step(one);
  step.target = reference_network(step.point)(plain::vector_of(step.point.x));
  const plain::Numbers after = stepped(step);
  findings.require(after == step.point.theta,
                   "the target is f itself, but a parameter has changed");
}

// Rounds of training against the plain one, compared bit for bit after each.
// `learn(t, input, target, net)` is the training under test.
template <typename Learn>
void follow(const Case& one, std::uint64_t rounds, const Learn& learn, plain::Training& expected,
            Findings& findings) {
  const NaiveShape shape = shape_of(one);
  Point point = random_point(one);
  Mlp net = reference_network(point);
  Rng rng = case_rng(one, "samples");
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    const plain::Sample sample = {t == 1 ? point.x : unit_vector(rng, shape.input_dim, one.digits),
                                  rng.uniform()};
    learn(t, plain::vector_of(sample.x), sample.target, net);
    expected.learn(t, shape, sample, point.theta);
    if (!plain::finite(point.theta)) return;  // too large a rate: the next scores will show it
    require_same("theta", net.parameters(), point.theta, findings);
    if (findings.worst().outcome == Outcome::kDisagree) return;
  }
}

void online_is_one_step(const Case& one, Findings& findings) {
  const double eta = random_step(one).eta;
  ForwardPass pass;
  BackwardPass back;
  const auto learn = [&](std::uint64_t /*t*/, const Eigen::VectorXd& x, double target, Mlp& net) {
    net.forward(x, pass);
    backward(net, pass, back);
    sgd_step(net, pass, back, target, eta);
  };
  plain::Training expected(eta);
  follow(one, std::min<std::uint64_t>(one.rounds, 3), learn, expected, findings);
}

// What retraining may cost in one case: parameters times steps.
constexpr std::uint64_t kMostWork = 20'000;

void retraining_is_documented(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "retraining");
  ReplaySettings settings;
  settings.eta = 0.05 + 0.3 * rng.uniform();
  settings.every = 1 + rng.below(4);
  settings.late_every = 1 + rng.below(4);
  settings.late_from = rng.below(8);
  settings.steps = 1 + rng.below(40);
  settings.loss = rng.below(3) == 0 ? 0.0 : rng.uniform() * rng.uniform();
  const std::uint64_t rounds =
      std::clamp<std::uint64_t>(kMostWork / (one.parameter_count() * settings.steps), 2,
                                std::max<std::uint64_t>(one.rounds, 2));
  const auto network = rng.below(2);
  Retraining training(settings, network, one.seed);
  const auto learn = [&training](std::uint64_t t, const Eigen::VectorXd& x, double target,
                                 Mlp& net) { training.learn(t, x, target, net); };
  plain::Training expected(settings, network, one.seed);
  follow(one, rounds, learn, expected, findings);
}

}  // namespace

Suite update_suite() {
  Suite suite = {
      "update",
      2,
      {{"A step moves every parameter by -eta times the derivative of (f - y)^2/2, by the paper's "
        "product of matrices.",
        moves_by_closed_form},
       {"A step moves a parameter by -eta times the slope of the loss, by a secant of the twin's.",
        moves_by_secant},
       {"A step toward the value that f already has changes nothing.", stays_when_right},
       {"Online training is one step on the newest sample, to the bit.", online_is_one_step},
       {"Retraining takes all samples in the order drawn from `training`, and ends at its cap or "
        "at its loss, to the bit.",
        retraining_is_documented}}};
  for (Property& property : drift_properties()) suite.properties.push_back(std::move(property));
  return suite;
}

}  // namespace eenet::verify
