// The appendix's lemmas about networks in a ball of parameters: proven bounds at depth 2.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/require.h"
#include "verify/ball/ball.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
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

// A lemma without a power of m: holds if the bound's exponent in m is below 1/4, half-way from no
// growth to the root of m. `what` is the number in words, `scale` what a constant is multiplied by.
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

// A lemma with a power of the radius w, and none of m: besides, the bound's exponent in w is above
// the middle of the lemma's and of the one that a bounded slope alone would give.
struct RadiusLaw {
  double of_lemma = 0.0;
  double of_bounded_slope = 0.0;
  Status if_true = Status::kHolds;
};
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

}  // namespace

std::vector<Claim> ball_claims() {
  const char* const section = "Bounds for Generic Neural Networks";
  return {
      {.id = "LEM-IUCB",
       .kind = EvidenceKind::kDerived,
       .says = "An upper confidence bound for networks, imported from another paper.",
       .place = {"Motivation of Exploration Network", "lemma:iucb"},
       .correction = "E-35: J is undefined, sums run over the wrong index.",
       .how = "Nothing: its constants exist only.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable(
                 "C_1, C_2 and S are constants that exist, J is not defined, and the network is "
                 "scaled otherwise than this paper's");
           }},
      {.id = "LEM-xi1-1/depth-2",
       .kind = EvidenceKind::kDerived,
       .says = "|f| <= O(1) in the ball (here: at depth 2).",
       .place = {section, "lemma:xi1"},
       .how = "A proven bound of the supremum over the ball for random two-layer networks of width "
              "64 to 16384, five radii: its exponent in m.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check =
           [](const Context& context) {
             return does_not_grow(context, Sought::kValue, "|f|", 1.0);
           }},
      {.id = "LEM-xi1-2/depth-2",
       .kind = EvidenceKind::kDerived,
       .says = "|grad f| <= O(sqrt L) in the ball (here: at depth 2).",
       .place = {section, "lemma:xi1"},
       .how = "A proven bound of the supremum over the ball for random two-layer networks of width "
              "64 to 16384, five radii: its exponent in m.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check =
           [](const Context& context) {
             return does_not_grow(context, Sought::kSlope, "|grad f|", std::sqrt(2.0));
           }},
      {.id = "LEM-xi1-3/depth-2",
       .kind = EvidenceKind::kDerived,
       .says = "|grad of the loss| <= O(sqrt L) in the ball (here: at depth 2).",
       .place = {section, "lemma:xi1"},
       .how = "A proven bound of the supremum over the ball for random two-layer networks of width "
              "64 to 16384, five radii: its exponent in m.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check =
           [](const Context& context) {
             return does_not_grow(context, Sought::kSlopeOfLoss, "|f - r| |grad f|",
                                  std::sqrt(2.0));
           }},
      {.id = "LEM-xi1-PROB",
       .kind = EvidenceKind::kDerived,
       .says = "The three bounds hold with probability 1 - O(TnL^2) exp(-Omega(m w^(2/3) L)).",
       .place = {section, "lemma:xi1"},
       .how = "Both hidden constants are free.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable(
                 "with a free constant in front and another in the exponent every observed share "
                 "of "
                 "failures fits");
           }},
      {.id = "LEM-functionntkbound/depth-2",
       .kind = EvidenceKind::kDerived,
       .says = "f differs from its linearisation by at most O(w^(1/3) L^2 sqrt(log m)) |theta - "
               "theta'| (here: at depth 2).",
       .place = {section, "lemma:functionntkbound"},
       .correction = "E-14, E-15: the range of w is not the same everywhere, and 'for all |x| = 1' "
                     "is more than a union over Tn contexts gives.",
       .how = "A proven bound of the supremum over both points: its exponents in the radius and in "
              "m, over widths from 64 to 16384 and five radii.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check =
           [](const Context& context) {
             return shrinks_with_radius(context, Sought::kLinearisation,
                                        "the error over |theta - theta'|", {1.0 / 3.0, 0.0});
           }},
      {.id = "LEM-differenceee/depth-2",
       .kind = EvidenceKind::kDerived,
       .says =
           "|f(theta) - f(theta')| <= O(w sqrt L) + O(w^(4/3) L^2 sqrt(log m)) (here: at depth 2).",
       .place = {section, "lemma:differenceee"},
       .how = "A proven bound of the supremum over both points: its exponents in the radius and in "
              "m, over widths from 64 to 16384 and five radii.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check =
           [](const Context& context) {
             return shrinks_with_radius(context, Sought::kDifference, "|f(theta) - f(theta')|",
                                        {1.0, 0.0});
           }},
      {.id = "LEM-convexityofloss/corrected",
       .kind = EvidenceKind::kDerived,
       .says =
           "The loss (f - r)^2/2, which the rest of the proof uses, is convex in the ball up to "
           "O(w^(4/3) L^3 sqrt(log m)) (here: at depth 2).",
       .place = {section, "lemma:convexityofloss"},
       .correction = "E-13: L_t = (f - r)^2/2.",
       .how =
           "A proven bound of the supremum over both points: its exponents in the radius and in m, "
           "over widths from 64 to 16384 and five radii.",
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = [](const Context& context) {
         return shrinks_with_radius(context, Sought::kConvexity, "the violation of convexity",
                                    {4.0 / 3.0, 1.0, Status::kHoldsCorrected});
       }}};
}

}  // namespace eenet::verify
