#include "theory/psi/gauss_newton.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "theory/psi/linearisation.h"
#include "theory/psi/parameter_ball.h"
#include "theory/psi/trust_region.h"

namespace eenet::theory {

namespace {

// sum over the points but for a constant: equal inputs as one with the mean label.
double weighted_squares(const MergedPoints& points, const Eigen::VectorXd& values) {
  return points.multiplicity.dot((values - points.mean_labels).cwiseAbs2());
}

// A point of the chord between two points, and the same at their distance from theta0: where the
// ball binds, both ends lie on its sphere and the chord cuts through the inside.
std::vector<Mlp> attempts_near(const Mlp& chord, double longest) {
  std::vector<Mlp> attempts = {chord};
  const double length = length_upper(chord);
  if (length > 0.0 && length < longest * (1.0 - 0x1p-40)) {
    attempts.push_back(moved(chord, longest / length - 1.0, chord));
  }
  return attempts;
}

constexpr double kSmallestStep = 0x1p-10;
// A step that gains less than this part is no progress; after this many of them in a row the search
// ends: the possible gain is then far below the gap to the lower end.
constexpr double kProgress = 1e-5;
constexpr int kPatience = 3;

}  // namespace

Mlp gauss_newton(const FittingProblem& problem, const MergedPoints& points, Mlp direction,
                 const GaussNewtonSettings& settings) {
  const double r = problem.ball_radius;
  const Eigen::VectorXd scales = points.multiplicity.cwiseSqrt();
  const auto value_at = [&](const Mlp& there) {
    return weighted_squares(
        points, plain_values(moved(problem.start, 1.0, there), points.inputs, settings.threads));
  };
  double value = value_at(direction);
  int idle = 0;
  for (int step = 0; step < settings.steps && idle < kPatience; ++step) {
    const Linearisation here(moved(problem.start, 1.0, direction), points.inputs, settings.threads);
    const Eigen::VectorXd target = points.mean_labels - here.values() + here.times(direction);
    const Mlp fit = shortened(least_squares_in_ball(here, target, scales, r), r);
    const Mlp difference = moved(fit, -1.0, direction);
    const double longest = std::max(length_upper(direction), length_upper(fit));
    bool fell = false;
    double part = step == 0 ? settings.first_step : 1.0;
    while (part >= kSmallestStep && !fell) {
      const Mlp chord = moved(direction, part, difference);
      for (Mlp& attempt : attempts_near(chord, longest)) {
        const double candidate = value_at(attempt);
        if (!(candidate < value)) continue;
        idle = !fell && candidate >= value * (1.0 - kProgress) ? idle + 1 : 0;
        fell = true;
        value = candidate;
        direction = std::move(attempt);
      }
      part /= 2.0;
    }
    if (settings.on_step) settings.on_step(static_cast<double>(step + 1) / settings.steps);
    if (!fell) break;
  }
  return direction;
}

}  // namespace eenet::theory
