// Almost convexity of the loss: as printed with sqrt(m), as the proof uses it, and its last line.
#include <algorithm>
#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"
#include "verify/claims/ball.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

constexpr double kReward = 1.0;

// A point of the parameter space: value and gradient of f there.
struct Spot {
  VectorXd theta;
  double f = 0.0;
  VectorXd slope;
};

Spot spot_at(Mlp& net, const VectorXd& x, const VectorXd& theta) {
  net.set_parameters(theta);
  return {theta, net(x), gradient(net, x)};
}

// L(theta') - L(theta) - <grad L(at), theta' - theta> for L = (scale f - r)^2/2.
double convexity_gap(const Spot& to, const Spot& origin, const Spot& at, double scale) {
  const auto loss = [scale](double f) {
    const double error = scale * f - kReward;
    return error * error / 2.0;
  };
  const double slope = scale * (scale * at.f - kReward) * at.slope.dot(to.theta - origin.theta);
  return loss(to.f) - loss(origin.f) - slope;
}

// The slack that the lemma allows, with 1 for its constant.
double slack(double radius, double width) {
  return std::pow(radius, 4.0 / 3.0) * 8.0 * std::sqrt(std::log(width));  // L^3 = 8
}

// theta0 and the point that switches units on without moving the linear part.
double gap_without_scale(const Mlp& start, const VectorXd& x, double radius) {
  Mlp net = start;
  const VectorXd theta0 = start.parameters();
  const Spot origin = spot_at(net, x, theta0);
  const Spot to = spot_at(net, x, theta0 + flipping_direction(start, x, radius));
  return std::min(0.0, convexity_gap(to, origin, origin, 1.0));
}

// Down the gradient first, so that sqrt(m) f is large and negative, then flips whose linear part is
// cancelled along the gradient; both ends stay in the ball.
double gap_with_root_of_width(const Mlp& start, const VectorXd& x, double radius) {
  const double scale = std::sqrt(static_cast<double>(start.shape().width));
  const VectorXd theta0 = start.parameters();
  const double half = radius / std::sqrt(2.0);
  Mlp net = start;
  const VectorXd g0 = gradient(net, x);
  const Spot origin = spot_at(net, x, theta0 - half * g0 / g0.norm());
  const VectorXd flips = flipping_direction(net, x, half);
  double worst = 0.0;
  for (const double part : {0.1, 0.2, 0.4, 0.6, 0.8, 1.0}) {
    for (const double cancel : {0.0, 0.5, 0.8, 0.9, 1.0, 1.1}) {
      const Spot flipped = spot_at(net, x, origin.theta + part * flips);
      const double rise = flipped.f - origin.f;
      const VectorXd& g = origin.slope;
      VectorXd theta = flipped.theta - cancel * rise * g / g.squaredNorm();
      const double distance = (theta - theta0).norm();
      if (distance > radius) theta = theta0 + (theta - theta0) * (radius / distance);
      worst = std::min(worst, convexity_gap(spot_at(net, x, theta), origin, origin, scale));
    }
  }
  return worst;
}

Verdict printed_with_root_of_width(const Context& context) {
  constexpr double kRadius = 0.3;
  const auto widths =
      context.by_effort<std::vector<double>>({256, 1024, 4096}, {256, 1024, 4096, 16384});
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(8, 24);
  const Curves violations =
      curves_per_seed(context, seeds, widths, [](std::uint64_t seed, double width) {
        const VectorXd x = unit_points(5, 1, seed).col(0);
        const Mlp net = initial_network_of({5, static_cast<Eigen::Index>(width), 2}, seed);
        return -gap_with_root_of_width(net, x, kRadius);
      });
  for (const std::vector<double>& of_seed : violations) {
    if (*std::min_element(of_seed.begin(), of_seed.end()) > 0.0) continue;
    return inconclusive(
        "w = 0.3: for some seed and width no violation was found, and zero has no "
        "exponent.",
        "a search that finds one, or a proof that there is none");
  }
  const std::vector<double> last = last_of_each(violations);
  // sqrt(log m) grows slower than any power: over these widths by less than this exponent.
  const double of_slack = std::log(slack(kRadius, widths.back()) / slack(kRadius, widths.front())) /
                          std::log(widths.back() / widths.front());
  const Judgement exponent = judge_mean(log_slopes(widths, violations), Relation::kAtMost,
                                        computed(of_slack), Evidence::kAbove, context);
  return exponent.finding(
      text("w = 0.3: with the loss (sqrt(m) f - r)^2/2 the violation found grows like m^",
           brief(exponent.value()), " (median ", brief(median(last)),
           " at m = ", brief(widths.back()), "), the allowed slack like m^", brief(of_slack), "."));
}

Verdict corrected_without_root(const Context& context) {
  double worst = 0.0;
  double at_w = 0.0;
  const auto widths = context.by_effort<std::vector<double>>({256, 4096}, {256, 1024, 4096, 16384});
  for (const double width : widths) {
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(4, 20); ++i) {
      const Mlp net =
          initial_network_of({5, static_cast<Eigen::Index>(width), 2}, context.run_seed(i));
      const VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
      for (const double radius : {0.03, 0.1, 0.3, 1.0}) {
        const double violation = -gap_without_scale(net, x, radius);
        if (radius == 0.3) at_w = std::max(at_w, violation);
        // |L'| times the linearisation error: what the violation can be at most, both proven.
        const double proven = (1.0 + std::abs(net(x))) * linearisation_error_bound(net, x, radius);
        worst = std::max(worst, std::max(violation, proven) / slack(radius, width));
      }
    }
  }
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .when_true(Status::kHoldsCorrected)
      .finding(text("With the loss (f - r)^2/2, theta = theta0, depth 2: the violation is at "
                    "most ",
                    brief(worst),
                    " times w^(4/3) L^3 sqrt(log m), for w = 0.03 to 1 and "
                    "all widths; the worst found at w = 0.3 is ",
                    brief(at_w), "."));
}

Verdict gradient_at_the_other_end(const Context& context) {
  double worst = 0.0;
  double bare = 0.0;
  for (const double width :
       context.by_effort<std::vector<double>>({256, 4096}, {256, 1024, 4096, 16384})) {
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(4, 20); ++i) {
      Mlp net = initial_network_of({5, static_cast<Eigen::Index>(width), 2}, context.run_seed(i));
      const VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
      const VectorXd theta0 = net.parameters();
      const VectorXd g = gradient(net, x);
      for (const double radius : {0.03, 0.1, 0.3, 1.0}) {
        const Spot origin = spot_at(net, x, theta0 + radius * g / g.norm());
        const Spot to = spot_at(net, x, theta0 - radius * g / g.norm());
        const double violation = -convexity_gap(to, origin, to, 1.0);
        worst = std::max(worst, violation / slack(radius, width));
        if (radius == 0.3) bare = std::max(bare, violation);
      }
    }
  }
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .finding(text("Both ends on opposite sides of the ball: without slack the inequality "
                    "fails by ",
                    brief(bare),
                    " at w = 0.3, because the loss is convex in f; that "
                    "is of order w^2 and at most ",
                    brief(worst), " times the slack w^(4/3) L^3 sqrt(log m)."));
}

}  // namespace

std::vector<Claim> convexity_claims() {
  const Place place = {"Bounds for Generic Neural Networks", "lemma:convexityofloss"};
  return {
      {.id = "LEM-convexityofloss/printed",
       .says =
           "The loss (sqrt(m) f - r)^2/2 is convex in the ball up to O(w^(4/3) L^3 sqrt(log m)).",
       .place = place,
       .correction = "B-13: without sqrt(m), as everywhere else in the paper.",
       .how = "The largest violation found for two points of the ball of radius 0.3, as the width "
              "grows, seeds as units, against the growth of the slack.",
       .audit = {AuditCode::kHoldsCorrected, "no sqrt m; the violation grows like m"},
       .recorded = always(Status::kContradicted),
       .difference = "The audit gave one code to the lemma with its correction; here the printed "
                     "and the corrected statement have one each.",
       .statistical = true,
       .cost = 1,
       .check = printed_with_root_of_width},
      {.id = "LEM-convexityofloss/corrected",
       .says = "The same for the loss (f - r)^2/2, which the rest of the proof uses.",
       .place = place,
       .correction = "B-13: L_t = (f - r)^2/2.",
       .how =
           "Two-layer networks, theta = theta0: the linearisation error's proven bound times |L'|, "
           "and violations found, against the slack with constant 1.",
       .audit = {AuditCode::kHoldsCorrected, "no sqrt m, gradient at theta, eps L-power"},
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = corrected_without_root},
      {.id = "LEM-convexityofloss/last-line",
       .says = "The proof's last lines have the gradient at theta' in place of theta.",
       .place = place,
       .correction = "B-13 (ii): the gradient at theta is meant.",
       .how = "Two opposite points of the ball: the violation over the slack.",
       .audit = {AuditCode::kContradicted, "reversed inequality, violated by -0.27..-0.34 at w=.3"},
       .recorded = always(Status::kHolds),
       .difference = "Reversed it is, but what is lost is of order w^2, inside the slack "
                     "w^(4/3) L^3 sqrt(log m) for w <= 1; the audit compared with w^(4/3) alone.",
       .cost = 1,
       .check = gradient_at_the_other_end}};
}

}  // namespace eenet::verify
