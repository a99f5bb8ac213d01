#include "theory/spectrum/reward_norm.h"

#include <algorithm>
#include <cmath>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::VectorXd;

constexpr int kRefinements = 2;

Measured condition_number(const Measured& smallest, const Measured& largest) {
  const Interval ends = {
      smallest.upper > 0.0 ? (exactly(largest.lower) / exactly(smallest.upper)).lower : 1.0,
      smallest.lower > 0.0 ? (exactly(largest.upper) / exactly(smallest.lower)).upper : kInfinity};
  const double value = smallest.value > 0.0 ? largest.value / smallest.value : kInfinity;
  return certified_within(value, {std::max(1.0, ends.lower), std::max(1.0, ends.upper)});
}

EnclosedVector residual(const Kernel& kernel, const VectorXd& h, const VectorXd& x) {
  EnclosedVector result = enclosed_product(kernel, x);
  result.value = h - result.value;
  // Its own rounding, and that of this sum.
  result.error =
      (result.error + kUnitRoundoff * result.value.cwiseAbs()) * (1.0 + 4 * kUnitRoundoff);
  return result;
}

double squared_norm_bound(const EnclosedVector& r) {
  const double sum = (r.value.cwiseAbs() + r.error).squaredNorm();
  return sum * (1.0 + 2 * gamma(static_cast<double>(r.value.size() + 4)));
}

// S from the ends of h^T H^-1 h, and the value that is preferred for that.
Measured root_of_twice(double preferred, const Interval& form) {
  const Interval ends =
      square_root(exactly(2.0) * Interval{std::max(0.0, form.lower), std::max(0.0, form.upper)});
  return certified_within(std::sqrt(2.0 * std::max(0.0, preferred)), ends);
}

}  // namespace

RewardNorm reward_norm(StoredKernel& kernel, const Eigen::Ref<const VectorXd>& rewards,
                       const Measured& smallest, const Measured& largest) {
  EENET_REQUIRE(rewards.size() == kernel.size(), "reward_norm: got ", rewards.size(),
                " rewards, expected ", kernel.size());
  EENET_REQUIRE(rewards.allFinite(), "reward_norm: a reward is not finite");
  const VectorXd h = rewards;
  RewardNorm result;
  result.condition = condition_number(smallest, largest);
  if (h.isZero(0.0)) {
    result.value = Measured::exact(0.0);
    return result;
  }

  // Where the stored H may be singular, a small ridge that lets the factorisation succeed. The
  // exact H may still be known to be regular.
  const double entries = kernel.entry_error() * kernel.trace_bound();
  const bool positive = smallest.lower > 0.0;
  const bool regular = positive && kernel.factor(1.0, 0.0).succeeded;
  const double ridge = regular ? 0.0 : 2.0 * (kernel.allowance(1.0, entries) + entries);
  if (!regular && !kernel.factor(1.0, ridge).succeeded) {
    result.value = Measured::certified_between(kInfinity, 0.0, kInfinity);
    return result;
  }
  VectorXd x = h;
  kernel.solve(x);
  for (int step = 0; regular && step < kRefinements; ++step) {
    VectorXd correction = residual(kernel, h, x).value;
    kernel.solve(correction);
    x += correction;
  }

  const EnclosedVector r = residual(kernel, h, x);
  const Interval linear = dot(x, {h, VectorXd::Zero(h.size())});
  const Interval below_form = linear + dot(x, r);
  const double middle = below_form.lower + (below_form.upper - below_form.lower) / 2.0;
  if (positive) {
    const Interval rest = {0.0, (exactly(squared_norm_bound(r)) / exactly(smallest.lower)).upper};
    result.value = root_of_twice(middle, below_form + rest);
    return result;
  }
  result.value = root_of_twice(middle, {below_form.lower, kInfinity});
  // (H + ridge I) x = h splits h^T x into x^T H x and the part due to the ridge.
  result.leaves_range = ridge * x.squaredNorm() > linear.upper / 2.0;
  if (result.leaves_range) result.value.value = kInfinity;
  return result;
}

}  // namespace eenet::theory
