#include "verify/oracle/expected/step.h"

#include <cmath>

namespace eenet::verify::oracle {

namespace {

// Of the difference to the target, the factors 2 loss_factor and eta, the product with the
// gradient, and one where the loss is divided first: in whatever order.
constexpr double kFactors = 5.0;

Ball slope_of_loss(const Ball& value, const Ball& target, double loss_factor,
                   const Rounding& rounding) {
  const Ball residual = difference(value, target, rounding);
  return {2.0 * loss_factor * residual.value, 2.0 * loss_factor * residual.error};
}

// c g with the roundings above, for the rounding error of g in proportion to its terms.
Ball scaled(const Ball& c, const Balls& gradient, std::size_t i, double relative, double tiny) {
  const double g = std::abs(gradient.value[i]);
  const double e = gradient.error[i];
  const double error =
      c.error * (g + e) + std::abs(c.value) * e + relative * magnitude(c) * gradient.magnitude[i];
  const bool nothing = gradient.magnitude[i] == 0.0;
  return {c.value * gradient.value[i], nothing ? 0.0 : error + tiny};
}

// 1 - beta^t, and what computing it can lose: t products, or a power with an error of a few units,
// and a difference.
Ball bias_correction(double beta, double t, const Rounding& rounding) {
  const double power = std::pow(beta, t);
  constexpr double kPower = 4.0;
  return rounded_again({1.0 - power, rounding.relative(t + kPower) * power}, 1.0, rounding);
}

}  // namespace

Stepped sgd_step(const std::vector<double>& theta, const Ball& value, const Balls& gradient,
                 const Ball& target, double eta, double loss_factor, const Rounding& rounding) {
  const Ball slope = slope_of_loss(value, target, loss_factor, rounding);
  const Ball c = {eta * slope.value, std::abs(eta) * slope.error};
  const double relative = rounding.relative(kFactors);
  const double one = rounding.relative(1.0);
  const double tiny = 4.0 * rounding.tiny() * (1.0 + std::abs(eta) + magnitude(slope));
  Stepped after;
  after.theta.reserve(theta.size());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    // What is lost of a tiny product is amplified by the other factors, which are not large.
    const Ball change = scaled(c, gradient, i, relative, tiny * (1.0 + gradient.magnitude[i]));
    const double stepped = theta[i] - change.value;
    const bool unchanged = change.value == 0.0 && change.error == 0.0;
    after.theta.push_back(
        {stepped, unchanged ? 0.0 : change.error + one * (std::abs(stepped) + change.error)});
  }
  return after;
}

Stepped adam_step(const std::vector<double>& theta, const Ball& value, const Balls& gradient,
                  const Ball& target, double eta, double loss_factor, const AdamState& adam,
                  const Rounding& rounding) {
  const Ball slope = slope_of_loss(value, target, loss_factor, rounding);
  const double relative = rounding.relative(kFactors);
  const double tiny = 4.0 * rounding.tiny() * (1.0 + magnitude(slope));
  const Ball correction1 = bias_correction(adam.beta1, adam.steps + 1.0, rounding);
  const Ball correction2 = bias_correction(adam.beta2, adam.steps + 1.0, rounding);
  const auto exact = [](double number) { return Ball{number, 0.0}; };
  const auto averaged = [&](double beta, double old, const Ball& fresh) {
    // 1 - beta may be rounded; the sum is also written as old + (1 - beta) (fresh - old), which
    // loses in proportion to the old number.
    const Ball a = rounded_again({beta * old, 0.0}, 2.0, rounding);
    const Ball b =
        rounded_again({(1.0 - beta) * fresh.value, (1.0 - beta) * fresh.error}, 2.0, rounding);
    const Ball both = sum(a, b, rounding);
    const double detour =
        rounding.relative(3.0) * (std::abs(old) + (1.0 - beta) * magnitude(fresh));
    return Ball{both.value, both.error + detour};
  };
  // The quotients can be arranged in several ways: a factor of each correction on either side, the
  // root of the second apart.
  constexpr double kArranged = 6.0;
  Stepped after;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const Ball g = scaled(slope, gradient, i, relative, tiny * (1.0 + gradient.magnitude[i]));
    const Ball m = averaged(adam.beta1, adam.m[i], g);
    const Ball v = averaged(adam.beta2, adam.v[i], product(g, g, rounding));
    const Ball spread = root(quotient(v, correction2, rounding), rounding);
    const Ball below = sum(spread, exact(adam.epsilon), rounding);
    const Ball direction = quotient(quotient(m, correction1, rounding), below, rounding);
    const Ball change =
        rounded_again(product(exact(eta), direction, rounding), kArranged, rounding);
    after.theta.push_back(difference(exact(theta[i]), change, rounding));
    after.m.push_back(m);
    after.v.push_back(v);
  }
  return after;
}

}  // namespace eenet::verify::oracle
