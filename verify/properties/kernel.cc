// The neural tangent kernel's entries and matrices. [EENET, Regret Analysis, def:NTK]
#include "verify/properties/kernel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/kernel/kernel_product.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/plain/ntk.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using theory::InfiniteNtk;

constexpr Index kMostPoints = 20;
constexpr double kUnit = 0x1p-53;
// The twin's own errors follow from the same analysis with 2^-64 for 2^-53.
constexpr long double kWideShare = 1.0L + 0x1p-10L;

InfiniteNtk kernel_of(const MatrixXd& points, const KernelCase& choice) {
  return {points, choice.depth, choice.convention};
}

// sqrt(K_ii K_jj), computed by the twin.
long double scale(const MatrixXd& points, Index i, Index j, int levels) {
  return plain::norm(points.col(i)) * plain::norm(points.col(j)) * (levels + 2) / 2.0L;
}

// Entries of a kernel matrix, each within its part of sqrt(K_ii K_jj).
void compare_matrix(const char* what, const MatrixXd& got, const MatrixXd& points, int levels,
                    long double error, const std::function<long double(Index i, Index j)>& expected,
                    Findings& findings) {
  WorstEntry worst;
  for (Index i = 0; i < points.cols(); ++i) {
    for (Index j = 0; j < points.cols(); ++j) {
      worst.see(static_cast<std::size_t>(j * points.cols() + i), got(i, j), expected(i, j),
                error * scale(points, i, j, levels));
    }
  }
  worst.tell(what, findings);
}

void entries_are_the_definition(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const InfiniteNtk kernel = kernel_of(points, choice);
  const MatrixXd matrix = theory::kernel_matrix(kernel);
  const auto defined = [&](Index i, Index j) {
    return plain::ntk(points.col(i), points.col(j), choice.levels);
  };
  compare_matrix("H", matrix, points, choice.levels, kWideShare * kernel.entry_error(), defined,
                 findings);
}

// At an angle that is given, so that its smallness is no difficulty: 10^-17 to pi/2 from a pole.
void pairs_keep_their_digits(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  Rng rng = case_rng(one, "angles");
  WorstEntry values;
  WorstEntry deficits;
  const double error = theory::ntk_entry_error(choice.levels);
  for (std::size_t k = 0; k < 8; ++k) {
    const double t = std::pow(10.0, -17.0 * rng.uniform()) * 1.5;
    const bool obtuse = rng.below(2) == 0;
    const theory::NtkEntry found = theory::unit_ntk({t, obtuse}, choice.depth, choice.convention);
    const long double theta = obtuse ? std::numbers::pi_v<long double> - t : t;
    const plain::WideNtk expected = plain::unit_ntk(theta, choice.levels);
    // Where the value changes its sign the error is relative to its larger part, at most 1/2 there;
    // pi - t itself is rounded for the twin.
    const long double part =
        obtuse && choice.levels == 1 ? std::max(std::abs(expected.value), 0.5L) : expected.value;
    values.see(k, found.value, expected.value,
               kWideShare * error * part + 0x1p-61L * (choice.levels + 2));
    deficits.see(k, found.angular_deficit, expected.deficit, kWideShare * error * expected.deficit);
  }
  values.tell("H", findings);
  deficits.tell("deficit", findings);
}

// Points that differ in coordinate k alone, by d: the sine of their angle is d over the norms,
// times the norm of the other coordinates. Nothing cancels, however small d is.
void neighbours_keep_their_digits(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  Rng rng = case_rng(one, "neighbours");
  Eigen::VectorXd x(static_cast<Index>(one.dimension + 1));
  for (double& entry : x) entry = rng.normal();
  const auto k = static_cast<Index>(rng.below(one.dimension + 1));
  Eigen::VectorXd y = x;
  y[k] += std::ldexp(rng.uniform(), -static_cast<int>(rng.below(54)));
  if (y[k] == x[k]) y[k] = std::nextafter(x[k], 8.0);
  const long double difference = static_cast<long double>(y[k]) - x[k];
  Eigen::VectorXd others = x;
  others[k] = 0.0;
  const long double area = difference * plain::norm(others);
  const long double theta = std::atan2(area, plain::norm(x) * plain::norm(x) + difference * x[k]);
  const theory::NtkEntry found = theory::infinite_ntk(x, y, choice.depth, choice.convention);
  const long double expected =
      plain::norm(x) * plain::norm(y) * plain::unit_ntk(theta, choice.levels).deficit;
  const double bound = static_cast<double>(
      kWideShare * (theory::ntk_entry_error(choice.levels) + 8.0L * kUnit) * expected);
  findings.compare(found.angular_deficit, static_cast<double>(expected), bound, [&] {
    return text("at the angle ", shown(static_cast<double>(theta)), " the deficit is ",
                shown(found.angular_deficit), ", expected ", shown(static_cast<double>(expected)),
                " within ", bound);
  });
}

// Of two points from their coordinates: what the pair's function and the matrix say.
void pairs_are_the_entries(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const Index last = points.cols() - 1;
  const InfiniteNtk kernel = kernel_of(points, choice);
  MatrixXd entry(1, 1);
  kernel.block(0, last, entry);
  const theory::NtkEntry pair =
      theory::infinite_ntk(points.col(0), points.col(last), choice.depth, choice.convention);
  const auto all = static_cast<double>(scale(points, 0, last, choice.levels));
  const auto own = static_cast<double>(scale(points, 0, 0, choice.levels));
  const double pair_error = theory::ntk_entry_error(choice.levels);
  findings.compare(entry(0, 0), pair.value, (kernel.entry_error() + 2.0 * pair_error) * all, [&] {
    return text("H(x, y) is ", shown(entry(0, 0)), " in the matrix and ", shown(pair.value),
                " of the pair");
  });
  // The deficits are distances from what the diagonal has.
  findings.compare(
      pair.value + pair.angular_deficit, all, (2.0 * pair_error + 16.0 * kUnit) * all, [&] {
        return text("value and angular deficit sum to ", shown(pair.value + pair.angular_deficit),
                    ", expected ", shown(all));
      });
  findings.compare(pair.value + pair.deficit, own,
                   (2.0 * pair_error + 16.0 * kUnit) * std::max(own, all), [&] {
                     return text("value and deficit sum to ", shown(pair.value + pair.deficit),
                                 ", expected ", shown(own));
                   });
}

void matrix_is_symmetric_in_every_block(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const Index n = points.cols();
  const InfiniteNtk kernel = kernel_of(points, choice);
  MatrixXd whole(n, n);
  kernel.block(0, 0, whole);
  Rng rng = case_rng(one, "blocks");
  const auto row = static_cast<Index>(rng.below(static_cast<std::uint64_t>(n)));
  const auto column = static_cast<Index>(rng.below(static_cast<std::uint64_t>(n)));
  MatrixXd part(n - row, n - column);
  kernel.block(row, column, part);
  theory::Tiling tiling;
  tiling.threads = 2;
  tiling.tile = static_cast<Index>(1 + rng.below(7));
  findings.require(whole == whole.transpose(), "H differs from its transpose");
  findings.require(part == whole.bottomRightCorner(n - row, n - column), [&] {
    return text("the block from (", row, ", ", column, ") differs from that part of the whole");
  });
  findings.require(theory::kernel_matrix(kernel, tiling) == whole, [&] {
    return text("in tiles of ", tiling.tile, " on two threads H is another matrix");
  });
}

void diagonal_is_known(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const Eigen::VectorXd diagonal = theory::diagonal(kernel_of(points, choice));
  const double expected_factor =
      (static_cast<double>(one.depth) +
       (choice.convention == theory::NtkConvention::kPrinted ? 2.0 : 1.0)) /
      2.0;
  WorstEntry worst;
  for (Index i = 0; i < points.cols(); ++i) {
    const long double size = plain::norm(points.col(i));
    // Twice the norm's two roundings, and two products.
    const long double expected = size * size * expected_factor;
    worst.see(static_cast<std::size_t>(i), diagonal[i], expected,
              kWideShare * 6.0L * kUnit * expected);
  }
  worst.tell("diagonal", findings);
  findings.require(theory::ntk_diagonal(choice.depth, choice.convention) == expected_factor,
                   [&] { return text("the diagonal of unit vectors is not ", expected_factor); });
}

void only_the_angle_counts(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const MatrixXd matrix = theory::kernel_matrix(kernel_of(points, choice));
  Rng rng = case_rng(one, "scales");
  Eigen::VectorXd scales(points.cols());
  for (double& factor : scales) factor = std::ldexp(1.0, static_cast<int>(rng.below(41)) - 20);
  const MatrixXd scaled = theory::kernel_matrix(kernel_of(points * scales.asDiagonal(), choice));
  findings.require(
      scaled == scales.asDiagonal() * matrix * scales.asDiagonal(),
      "contexts times powers of two do not give rows and columns times these, bit for bit");
}

void rotations_change_nothing(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const InfiniteNtk kernel = kernel_of(points, choice);
  const MatrixXd matrix = theory::kernel_matrix(kernel);
  Rng rng = case_rng(one, "rotation");
  // Coordinates permuted, some with their sign changed, and a few zeros more: a rotation that
  // rounds nothing.
  const std::vector<std::size_t> order = permutation(rng, one.dimension);
  const auto more = static_cast<Index>(rng.below(6));
  MatrixXd turned = MatrixXd::Zero(points.rows() + more, points.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double sign = rng.below(2) == 0 ? 1.0 : -1.0;
    turned.row(static_cast<Index>(k)) = sign * points.row(static_cast<Index>(order[k]));
  }
  const InfiniteNtk other = kernel_of(turned, choice);
  compare_matrix(
      "rotated H", theory::kernel_matrix(other), points, choice.levels,
      kernel.entry_error() + other.entry_error(),
      [&matrix](Index i, Index j) { return matrix(i, j); }, findings);
}

// Up to a right angle all that the recursion multiplies and adds is positive and falls.
void it_falls_with_the_angle(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  Rng rng = case_rng(one, "two angles");
  const double far = std::pow(10.0, -16.0 * rng.uniform()) * 1.5;
  const double near = far * rng.uniform();
  const theory::NtkEntry closer = theory::unit_ntk({near, false}, choice.depth, choice.convention);
  const theory::NtkEntry further = theory::unit_ntk({far, false}, choice.depth, choice.convention);
  const double error = theory::ntk_entry_error(choice.levels);
  findings.require(closer.value >= further.value - error * (closer.value + further.value), [&] {
    return text("H is ", shown(closer.value), " at the angle ", shown(near), " and ",
                shown(further.value), " at ", shown(far));
  });
  findings.require(closer.deficit <= further.deficit + error * (closer.deficit + further.deficit),
                   [&] {
                     return text("the deficit is ", shown(closer.deficit), " at the angle ",
                                 shown(near), " and ", shown(further.deficit), " at ", shown(far));
                   });
}

void printed_is_one_layer_more(const Case& one, Findings& findings) {
  const MatrixXd points = kernel_points(one);
  const auto depth = static_cast<Index>(one.depth);
  const MatrixXd printed =
      theory::kernel_matrix(InfiniteNtk(points, depth, theory::NtkConvention::kPrinted));
  const MatrixXd corrected =
      theory::kernel_matrix(InfiniteNtk(points, depth + 1, theory::NtkConvention::kCorrected));
  findings.require(printed == corrected, [&] {
    return text("printed at depth ", depth, " is not corrected at depth ", depth + 1);
  });
}

void products_need_no_matrix(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const InfiniteNtk kernel = kernel_of(points, choice);
  const MatrixXd matrix = theory::kernel_matrix(kernel);
  Rng rng = case_rng(one, "vector");
  Eigen::VectorXd x(points.cols());
  for (double& entry : x) entry = rng.normal();
  theory::ProductWork work;
  work.threads = 2;
  const Eigen::VectorXd found = theory::product(kernel, x, work);
  const theory::EnclosedVector enclosed = theory::enclosed_product(kernel, x);
  const double rounding =
      gamma(static_cast<double>(points.cols()) + 1.0 * theory::kProductPieces, kDouble);
  WorstEntry worst;
  for (Index i = 0; i < x.size(); ++i) {
    long double expected = 0.0L;
    long double magnitude = 0.0L;
    for (Index j = 0; j < x.size(); ++j) {
      const long double term = static_cast<long double>(matrix(i, j)) * x[j];
      expected += term;
      magnitude += std::abs(term);
    }
    const auto at = static_cast<std::size_t>(i);
    worst.see(at, found[i], expected, kWideShare * rounding * magnitude);
    findings.compare(enclosed.value[i], static_cast<double>(expected), enclosed.error[i], [&] {
      return text("(H x)[", i, "] is ", shown(enclosed.value[i]), ", expected ",
                  shown(static_cast<double>(expected)), " within ", enclosed.error[i]);
    });
  }
  worst.tell("H x", findings);
}

}  // namespace

MatrixXd kernel_points(const Case& one) {
  const auto arms = static_cast<Index>(one.arms);
  const Index count = std::min(kMostPoints, arms * static_cast<Index>(one.rounds));
  MatrixXd points(static_cast<Index>(one.dimension), count);
  for (Index first = 0; first < count; first += arms) {
    const Index taken = std::min(arms, count - first);
    points.middleCols(first, taken) =
        random_contexts(one, static_cast<std::uint64_t>(first / arms)).leftCols(taken);
  }
  Rng rng = case_rng(one, "norms");
  if (one.kind == Kind::kIllConditioned) {
    for (Index i = 0; i < count; ++i) {
      points.col(i) *= std::ldexp(1.0 + rng.uniform(), static_cast<int>(rng.below(40)) - 20);
    }
  }
  if (one.kind == Kind::kSpecial && count > 1) points.col(count / 2).setZero();
  return points;
}

KernelCase kernel_case(const Case& one) {
  Rng rng = case_rng(one, "convention");
  KernelCase choice;
  choice.depth = static_cast<Index>(one.depth);
  const bool printed = rng.below(2) == 0;
  choice.convention = printed ? theory::NtkConvention::kPrinted : theory::NtkConvention::kCorrected;
  choice.levels = static_cast<int>(one.depth) - (printed ? 0 : 1);
  return choice;
}

std::vector<Property> kernel_entry_properties() {
  return {
      {"The kernel's entries are those of its definition.", entries_are_the_definition},
      {"A pair at a given angle keeps the digits of its value and of its distance from the "
       "diagonal.",
       pairs_keep_their_digits},
      {"Nearly equal contexts keep the digits of their distance.", neighbours_keep_their_digits},
      {"The kernel of a pair is its entry in the matrix.", pairs_are_the_entries},
      {"The kernel matrix is symmetric, bit for bit, in whatever blocks it is asked for.",
       matrix_is_symmetric_in_every_block},
      {"The kernel's diagonal is |x|^2 (L+1)/2, printed |x|^2 (L+2)/2.", diagonal_is_known},
      {"Norms scale rows and columns, and the angle does the rest.", only_the_angle_counts},
      {"Rotating all contexts changes nothing but rounding.", rotations_change_nothing},
      {"The kernel falls as the angle grows to a right one.", it_falls_with_the_angle},
      {"The printed kernel is the corrected one of one layer more.", printed_is_one_layer_more},
      {"Products without the matrix are products with it.", products_need_no_matrix}};
}

Suite kernel_suite() {
  Suite suite{"kernel", 1, kernel_entry_properties()};
  for (const auto& more : {kernel_spectrum_properties(), close_context_properties()}) {
    suite.properties.insert(suite.properties.end(), more.begin(), more.end());
  }
  return suite;
}

}  // namespace eenet::verify
