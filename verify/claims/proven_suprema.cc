#include "verify/claims/proven_suprema.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/require.h"
#include "verify/claims/judge.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

// Half-way from no growth to the next root, sqrt(m), that norms of whole layers would allow.
constexpr double kNoPower = 0.25;

// Bounds of suprema at depth 2, for networks of growing width: the largest over networks and a
// context each, by width and radius.
struct Bounds {
  std::vector<double> widths;
  std::vector<double> radii = {0.003, 0.01, 0.03, 0.1, 0.3};
  std::vector<std::vector<double>> largest;  // row: width, column: radius

  // The exponent in the radius, at the largest width.
  [[nodiscard]] double in_radius() const { return log_slopes(radii, {largest.back()}).front(); }
  // The largest exponent in the width, over the radii.
  [[nodiscard]] double in_width() const {
    double exponent = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < radii.size(); ++k) {
      std::vector<double> column;
      for (const std::vector<double>& row : largest) column.push_back(row[k]);
      exponent = std::max(exponent, log_slopes(widths, {column}).front());
    }
    return exponent;
  }
};

Bounds bounds_of(const Context& context, Sought sought) {
  Bounds bounds;
  bounds.widths =
      context.by_effort<std::vector<double>>({64, 256, 1024, 4096}, {64, 256, 1024, 4096, 16384});
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(4, 20);
  for (const double width : bounds.widths) {
    std::vector<double> row(bounds.radii.size(), 0.0);
    for (std::uint64_t i = 0; i < seeds; ++i) {
      const Mlp net =
          initial_network_of({5, static_cast<Eigen::Index>(width), 2}, context.run_seed(i));
      const VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
      for (std::size_t k = 0; k < row.size(); ++k) {
        row[k] = std::max(row[k], supremum_bound(sought, net, x, bounds.radii[k]));
      }
    }
    bounds.largest.push_back(row);
  }
  return bounds;
}

std::string widths_and_radii(const Bounds& bounds) {
  return text("Depth 2, m = ", brief(bounds.widths.front()), " to ", brief(bounds.widths.back()),
              ", radius ", brief(bounds.radii.front()), " to ", brief(bounds.radii.back()));
}

}  // namespace

Verdict does_not_grow(const Context& context, Sought sought, const char* what, double scale) {
  const Bounds bounds = bounds_of(context, sought);
  double largest = 0.0;
  for (const std::vector<double>& row : bounds.largest) {
    largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  }
  return judge(computed(bounds.in_width()), Relation::kAtMost, kNoPower)
      .finding(text(widths_and_radii(bounds), ": everywhere in the ball ", what, " is at most ",
                    brief(largest), " (proven for these networks), so ", brief(largest / scale),
                    " serves for the constant; the bound goes like m^", brief(bounds.in_width()),
                    " or less at each radius."));
}

Verdict shrinks_with_radius(const Context& context, Sought sought, const char* what,
                            const RadiusLaw& law) {
  const Bounds bounds = bounds_of(context, sought);
  const double grows = bounds.in_width();
  const double middle = (law.of_lemma + law.of_bounded_slope) / 2.0;
  return judge(both(from(bounds.in_radius() >= middle), from(grows <= kNoPower)))
      .measured(computed(bounds.in_radius()))
      .bound(middle)
      .when_true(law.if_true)
      .finding(text(widths_and_radii(bounds), ": for any two points of the ball ", what,
                    " is at most ", brief(bounds.largest.back().back()), " at the largest, ",
                    brief(bounds.largest.back().front()), " at the smallest radius (m = ",
                    brief(bounds.widths.back()), ", proven for these networks): like w^",
                    brief(bounds.in_radius()), ", where the lemma has w^", brief(law.of_lemma),
                    " and a bounded slope alone gives w^", brief(law.of_bounded_slope),
                    "; in m like m^", brief(grows), " or less, so no logarithm is needed."));
}

}  // namespace eenet::verify
