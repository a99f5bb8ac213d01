#include "theory/regret/preconditions.h"

#include <algorithm>
#include <utility>

#include "reference/elementary.h"
#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/measured_arithmetic.h"

namespace eenet::theory {

namespace {

Measured exact(double x) {
  return Measured::exact(x);
}

Interval ends_of(const Measured& x) {
  return {x.lower, x.upper};
}

// e^x for one x, outwards by more than the documented error: an ulp grows by 2 at most on the way.
Interval exponential_of(double x) {
  static_assert(kExpUlps < 2.0);
  Interval ends = exactly(eenet::exponential(x));
  for (int step = 0; step < 4; ++step) ends = {below(ends.lower), above(ends.upper)};
  return ends;
}

// A condition on the width in logarithms: excess(log m) >= 0. To the right of `bottom` the excess
// grows, to its left it falls.
struct WidthCondition {
  double slope = 0.0;  // excess(u) = slope u - power log u - rest
  double power = 0.0;
  Interval rest = {0.0, 0.0};

  [[nodiscard]] double bottom() const { return power / slope; }
  [[nodiscard]] Interval excess(double u) const {
    return exactly(slope) * exactly(u) - exactly(power) * logarithm(exactly(u)) - rest;
  }
};

constexpr double kLargestLogarithm = 667.0;  // e^667 is about 1e290

// The smallest m from which on the condition holds, between proven ends.
Measured width_from(const WidthCondition& condition) {
  double lower = condition.bottom();
  if (condition.excess(lower).lower >= 0.0) return exact(1.0);
  double upper = kLargestLogarithm;
  if (condition.excess(upper).lower < 0.0) return exact(kInfinity);
  // excess(lower) may be negative and excess(upper) is not, whatever rounding did.
  while (true) {
    const double middle = lower + (upper - lower) / 2.0;
    if (middle <= lower || middle >= upper) break;
    const Interval excess = condition.excess(middle);
    if (excess.lower >= 0.0) {
      upper = middle;
    } else if (excess.upper < 0.0) {
      lower = middle;
    } else {
      break;  // rounding hides the sign from here on: the root is between the two
    }
  }
  const Interval from = exponential_of(lower);
  const Interval to = exponential_of(upper);
  return certified_within(from.lower + (to.upper - from.lower) / 2.0, {from.lower, to.upper});
}

void require_sensible(const Measured& R, double depth) {
  EENET_REQUIRE(R.lower > 0.0, "width of the proof: R is ", R.lower, ", expected above 0");
  EENET_REQUIRE(depth >= 2.0, "width of the proof: depth is ", depth, ", expected at least 2");
}

Interval logarithm_of(double x) {
  return logarithm(exactly(x));
}

Measured squared(const Measured& x) {
  return x * x;
}

Precondition yes_or_no(std::string name, bool holds, std::string meaning) {
  Precondition condition;
  condition.name = std::move(name);
  condition.holds = holds ? Answer::kYes : Answer::kNo;
  condition.meaning = std::move(meaning);
  return condition;
}

enum class Comparison { kBelow, kAtMost, kAtLeast };

Precondition compared(std::string name, const std::optional<Measured>& measured,
                      Comparison comparison, const Measured& needed, std::string meaning) {
  Precondition condition;
  condition.name = std::move(name);
  condition.measured = measured;
  condition.needed = needed;
  condition.meaning = std::move(meaning);
  if (!measured) return condition;
  switch (comparison) {
    case Comparison::kBelow:
      condition.holds = is_below(*measured, needed);
      break;
    case Comparison::kAtMost:
      condition.holds = is_at_most(*measured, needed);
      break;
    default:
      condition.holds = is_at_most(needed, *measured);
  }
  return condition;
}

// Gradient descent on a quadratic with curvature c contracts while eta c < 2.
constexpr double kStable = 2.0;

}  // namespace

Measured radius_of_rate(double rate) {
  EENET_REQUIRE(rate > 0.0, "radius_of_rate: rate is ", rate, ", expected above 0");
  return square_root(exact(rate));
}

Measured radius_parameter(const RunFacts& run) {
  const Measured root_of_width = square_root(exact(static_cast<double>(run.width)));
  return square_root(exact(run.exploration_rate) * root_of_width);
}

Measured width_for_lemmas(const Measured& R, double depth) {
  require_sensible(R, depth);
  return width_from({0.25, 3.0, logarithm(ends_of(R)) + exactly(4.5) * logarithm_of(depth)});
}

Measured width_for_trajectory(const Measured& R, double depth, double rounds) {
  require_sensible(R, depth);
  return squared(squared(exact(rounds) * R)) * squared(exact(depth));
}

Measured width_for_convexity(const Measured& R, double depth, double rounds) {
  require_sensible(R, depth);
  // Times 3, so that the slope is a number that doubles hold.
  const Interval rest = exactly(3.0) * logarithm_of(rounds) + exactly(4.0) * logarithm(ends_of(R)) +
                        exactly(6.0) * logarithm_of(depth);
  return width_from({1.0, 1.5, rest});
}

Measured width_for_loss(const Measured& R, double depth, double rounds) {
  require_sensible(R, depth);
  return squared(exact(rounds) * exact(depth) * squared(R));
}

std::vector<Precondition> theorem_1_preconditions(const RunFacts& run) {
  EENET_REQUIRE(run.rounds >= 1 && run.width >= 1 && run.depth >= 2,
                "theorem_1_preconditions: rounds ", run.rounds, ", width ", run.width, ", depth ",
                run.depth, ", expected at least 1, 1 and 2");
  const auto T = static_cast<double>(run.rounds);
  const auto L = static_cast<double>(run.depth);
  const Measured m = exact(static_cast<double>(run.width));
  const Measured R = radius_parameter(run);
  const Measured larger_rate = exact(std::max(run.exploitation_rate, run.exploration_rate));
  const Measured curvature = exact((L + 1.0) / 2.0);
  std::vector<Precondition> all;
  all.push_back(yes_or_no("algorithm-1", run.is_algorithm_1,
                          "the run is Algorithm 1: label r - f1, one step a round"));
  all.push_back(yes_or_no("fixed-features", run.has_fixed_features,
                          "phi is a function of the gradient alone"));
  all.push_back(yes_or_no("equal-rates", run.exploitation_rate == run.exploration_rate,
                          "eta1 = eta2 = R^2/sqrt(m)"));
  all.push_back(compared("stability-limit", larger_rate * curvature, Comparison::kBelow,
                         exact(kStable),
                         "eta (L+1)/2 is below 2: a step does not overshoot at infinite width"));
  all.push_back(compared("stability-f1", run.exploitation_step, Comparison::kBelow, exact(kStable),
                         "eta1 |grad f1|^2 is below 2 in every round"));
  all.push_back(compared("stability-f2", run.exploration_step, Comparison::kBelow, exact(kStable),
                         "eta2 |grad f2|^2 is below 2 in every round"));
  all.push_back(compared("ball-f1", run.exploitation_distance, Comparison::kAtMost,
                         radius_of_rate(run.exploitation_rate),
                         "|theta1 - theta1_0| is at most R/m^(1/4) = sqrt(eta1) in every round"));
  all.push_back(compared("ball-f2", run.exploration_distance, Comparison::kAtMost,
                         radius_of_rate(run.exploration_rate),
                         "|theta2 - theta2_0| is at most R/m^(1/4) = sqrt(eta2) in every round"));
  const auto width = [&](std::string name, const Measured& needed, std::string meaning) {
    all.push_back(compared(std::move(name), m, Comparison::kAtLeast, needed, std::move(meaning)));
  };
  width("width-lemmas", width_for_lemmas(R, L),
        "m from which on R/m^(1/4) <= L^(-9/2) log(m)^(-3)");
  width("width-trajectory", width_for_trajectory(R, L, T), "m >= (T R sqrt(L))^4");
  width("width-convexity", width_for_convexity(R, L, T),
        "m from which on T R^(4/3) L^2 sqrt(log m) <= m^(1/3)");
  width("width-loss", width_for_loss(R, L, T), "m >= (T L R^2)^2");
  return all;
}

}  // namespace eenet::theory
