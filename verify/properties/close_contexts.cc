// The smallest eigenvalue of contexts that almost coincide, where doubles would show nothing of it.
// [EENET, Regret Analysis, lambda_0]
#include <cmath>

#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/precise_ntk.h"
#include "theory/spectrum/row_differences.h"
#include "theory/spectrum/spectrum_of.h"
#include "verify/generators/numbers.h"
#include "verify/plain/ntk.h"
#include "verify/properties/comparison.h"
#include "verify/properties/kernel.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using theory::Measured;
using Wide = long double;

constexpr Wide kWideUnit = 0x1p-64L;
constexpr Index kCloseContexts = 3;  // a precise entry takes as long as a thousand others

// Contexts that differ in coordinate k alone; the others keep them distinct in direction. Each is
// scaled by a power of two.
MatrixXd close_contexts(const Case& one) {
  Rng rng = case_rng(one, "close contexts");
  VectorXd x(static_cast<Index>(one.dimension + 1));
  for (double& entry : x) entry = rng.normal();
  const auto k = static_cast<Index>(rng.below(one.dimension + 1));
  MatrixXd points(x.size(), kCloseContexts);
  for (Index i = 0; i < points.cols(); ++i) {
    points.col(i) = x * std::ldexp(1.0, static_cast<int>(rng.below(7)) - 3);
    x[k] = std::nextafter(x[k] + std::ldexp(rng.uniform(), -static_cast<int>(rng.below(45))), 8.0);
  }
  return points;
}

// lambda_min of the kernel of two vectors, as det / lambda_max: det = ac - b^2 is the deficit times
// the sum, and nothing cancels.
Wide smallest_of_pair(const VectorXd& x, const VectorXd& y, int levels) {
  const Wide a = plain::norm(x) * plain::norm(x) * (levels + 2) / 2.0L;
  const Wide c = plain::norm(y) * plain::norm(y) * (levels + 2) / 2.0L;
  const Wide deficit =
      plain::norm(x) * plain::norm(y) * plain::unit_ntk(plain::angle(x, y), levels).deficit;
  const Wide b = std::sqrt(a * c) - deficit;
  return deficit * (std::sqrt(a * c) + b) / ((a + c) / 2.0L + std::hypot((a - c) / 2.0L, b));
}

void close_contexts_keep_their_eigenvalue(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = close_contexts(one);
  const auto smallest = [&](const MatrixXd& some) {
    return theory::spectrum_of(some, {choice.depth, choice.convention}).smallest_eigenvalue;
  };
  const MatrixXd pair = points.leftCols(2);
  const Wide exact = smallest_of_pair(pair.col(0), pair.col(1), choice.levels);
  // The angle is from a difference of directions that are rounded to wide numbers.
  const Wide angle = plain::angle(pair.col(0), pair.col(1));
  const Wide slack = exact * (64.0L * (choice.levels + 1) * kWideUnit + 16.0L * kWideUnit / angle);
  const Measured found = smallest(pair);
  findings.require(found.lower <= exact + slack && exact - slack <= found.upper, [&] {
    return text("lambda_min of two close contexts is between ", shown(found.lower), " and ",
                shown(found.upper), ", and is ", shown(static_cast<double>(exact)));
  });
  // Twelve digits, or what the precise entries leave; pairs that are not so close have doubles.
  const auto trace = static_cast<double>(plain::trace(pair, choice.levels));
  const double precise = theory::precise_ntk_error(pair.rows(), choice.levels) * trace;
  const double coarse = theory::InfiniteNtk(pair, choice.depth, choice.convention).entry_error();
  const Wide share = 2.0L * plain::unit_ntk(angle, choice.levels).deficit / (choice.levels + 2);
  const bool near = share < 0.9L * theory::kNearDeficit;
  const double width =
      0x1p-39 * found.upper + 64.0 * precise + (near ? 0.0 : 16.0 * coarse * trace);
  findings.require(found.upper - found.lower <= width, [&] {
    return text("lambda_min of two close contexts is between ", shown(found.lower), " and ",
                shown(found.upper), ", expected no further apart than ", width);
  });
  const Measured all = smallest(points);
  findings.require(static_cast<Wide>(all.lower) <= exact + slack, [&] {
    return text("lambda_min of ", points.cols(), " close contexts is at least ", shown(all.lower),
                ", that of two of them ", shown(static_cast<double>(exact)));
  });
}

}  // namespace

std::vector<Property> close_context_properties() {
  return {{"Contexts that almost coincide keep the digits of the smallest eigenvalue.",
           close_contexts_keep_their_eigenvalue}};
}

}  // namespace eenet::verify
