// The lemmas about all points of a ball, attacked at several depths, widths and radii.
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/mean.h"
#include "verify/ball/attack.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

// How the supremum may grow by the lemma, as exponents. Hidden constants and logarithms have none.
struct Law {
  Sought sought;
  const char* what;
  double depth = 0.0;            // of L, at a fixed radius
  double radius = 0.0;           // of w
  double radius_if_false = 0.0;  // of w, from lemma:xi1 alone; the same as `radius`: not judged
  std::size_t ascents = 3;       // of every attack
  std::uint64_t seeds = 18;      // at quick effort
};

// An exponent above the lemma's by this is a contradiction: half-way to the next root.
constexpr double kBeyond = 0.25;

// The lemmas hold with probability 1 - O(TnL^2) exp(-Omega(m w^(2/3) L)): nothing is said of a
// smaller w than the one that makes this product 16.
constexpr double kProduct = 16.0;

struct Grid {
  std::vector<double> depths;
  std::vector<double> widths;
  std::uint64_t seeds = 0;

  // The radius at which widths are compared.
  [[nodiscard]] double radius(double depth) const {
    return std::pow(kProduct / (widths.front() * depth), 1.5);
  }
  // Those that are compared at the largest width: from the smallest of which anything is said.
  [[nodiscard]] std::vector<double> radii(double depth) const {
    const double smallest = std::pow(kProduct / (widths.back() * depth), 1.5);
    return {smallest, radius(depth), 4.0 * radius(depth)};
  }
};

Grid grid_of(const Context& context, const Law& law) {
  if (context.effort == Effort::kQuick) return {{2, 3, 4}, {40, 80, 160}, law.seeds};
  return {{2, 3, 4, 6}, {40, 80, 160}, 48};
}

// What the attack found for one network at one depth.
struct Found {
  std::vector<double> by_width;
  std::vector<double> by_radius;
};

Found attacked(const Grid& grid, const Law& law, double depth, std::uint64_t seed) {
  constexpr int kSteps = 10;
  Found found;
  const Eigen::MatrixXd points = unit_points(5, 16, seed);
  const auto number = [&](const Mlp& net, double radius) {
    return std::max(largest_found(law.sought, net, points, {radius, kSteps, law.ascents}), 1e-300);
  };
  for (const double width : grid.widths) {
    const Mlp net = initial_network_of(
        {5, static_cast<Eigen::Index>(width), static_cast<Eigen::Index>(depth)}, seed);
    found.by_width.push_back(number(net, grid.radius(depth)));
    if (width < grid.widths.back()) continue;
    for (const double radius : grid.radii(depth)) {
      const bool known = radius == grid.radius(depth);
      found.by_radius.push_back(known ? found.by_width.back() : number(net, radius));
    }
  }
  return found;
}

// Exponents over seeds, all of which have to be on one side of their bounds.
class Exponents {
 public:
  Exponents(const Context& context, std::size_t comparisons)
      : level_(1.0 - context.false_alarm / static_cast<double>(comparisons)) {}

  double at_most(const std::vector<double>& exponents, double bound) {
    const Measured mean = theory::student_mean(exponents, level_);
    all_.add(mean, Measured::exact(bound), mean.upper - bound);
    p_value_ = std::max(p_value_, mean_below_p_value(exponents, bound));
    return mean.value;
  }

  [[nodiscard]] Judgement judge() const {
    Judgement judgement = all_.judge();
    return judgement.p_value(p_value_);
  }

 private:
  double level_;
  double p_value_ = 0.0;
  AllAtMost all_;
};

std::vector<double> negated(std::vector<double> numbers) {
  for (double& number : numbers) number = -number;
  return numbers;
}

Verdict attack(const Context& context, const Law& law, Status if_true) {
  const Grid grid = grid_of(context, law);
  const bool radius_is_judged = law.radius != law.radius_if_false;
  const std::size_t depths = grid.depths.size();
  Exponents exponents(context, depths + (radius_is_judged ? depths : 0) + 1);
  Curves by_depth(grid.seeds);  // at the largest width, over w to the lemma's power
  std::string found;
  double largest = 0.0;
  bool meant = true;  // the lemma's probability says something of these radii
  for (const double depth : grid.depths) {
    const std::vector<double> radii = grid.radii(depth);
    Curves by_width;
    Curves by_radius;
    for (std::uint64_t i = 0; i < grid.seeds; ++i) {
      const Found one = attacked(grid, law, depth, context.run_seed(i));
      by_width.push_back(one.by_width);
      by_radius.push_back(one.by_radius);
      largest = std::max(largest, *std::max_element(one.by_radius.begin(), one.by_radius.end()));
      by_depth[i].push_back(one.by_width.back() / std::pow(grid.radius(depth), law.radius));
    }
    meant = meant && grid.widths.back() * depth * std::pow(radii.front(), 2.0 / 3.0) >
                         kProduct * (1.0 - 0x1p-40);
    append_item(found, "L = ", depth, ", radius ", brief(radii), ": ",
                brief(median(last_of_each(by_radius))), " at the largest, like m^",
                brief(exponents.at_most(log_slopes(grid.widths, by_width), kBeyond)));
    if (!radius_is_judged) continue;
    const double middle = (law.radius + law.radius_if_false) / 2.0;
    found +=
        text(" and w^", brief(-exponents.at_most(negated(log_slopes(radii, by_radius)), -middle)));
  }
  const double in_depth = exponents.at_most(log_slopes(grid.depths, by_depth), law.depth + kBeyond);
  return exponents.judge()
      .seeds(grid.seeds)
      .provided(
          {{text("m w^(2/3) L >= ", kProduct, ", or the lemma's probability says nothing"), meant}})
      .when_true(if_true)
      .decided_by(context.more_seeds())
      .finding(text(law.what, ", the largest that ascent over theta, theta' and x found (",
                    grid.seeds, " networks, m = ", brief(grid.widths),
                    "; medians; widths are compared at the second radius): ", found,
                    ". At m = ", brief(grid.widths.back()),
                    law.radius == 0.0 ? "" : text(", over w^", brief(law.radius), ","),
                    " it goes like L^", brief(in_depth), ", where the lemma has ", brief(law.depth),
                    ". The largest of all is ", brief(largest),
                    ". Ascent bounds a supremum from below: no attack that we know breaks the "
                    "lemma, which is not a proof of it."));
}

const char* const kHow =
    "Projected gradient ascent over both points of the ball and x, from units at their kinks and "
    "along the gradient, at depths 2 to 4 (6 at full effort): exponents of the largest found in m, "
    "in L and, where the lemma has one, in w, seeds as units, against those of the lemma.";

Claim claim_of(const std::string& id, const std::string& says, const std::string& label,
               const Law& law, Status status) {
  return {.id = id,
          .kind = EvidenceKind::kMeasured,
          .says = says,
          .place = {"Bounds for Generic Neural Networks", label},
          .how = kHow,
          .recorded = always(status),
          .statistical = true,
          .cost = 2,
          .check = [law, status](const Context& context) { return attack(context, law, status); }};
}

}  // namespace

std::vector<Claim> attack_claims() {
  std::vector<Claim> claims = {
      claim_of("LEM-xi1-1/attacked", "|f| <= O(1) in the ball (here: against attacks).",
               "lemma:xi1", {.sought = Sought::kValue, .what = "|f|"}, Status::kHolds),
      claim_of("LEM-xi1-2/attacked", "|grad f| <= O(sqrt L) in the ball (here: against attacks).",
               "lemma:xi1", {.sought = Sought::kSlope, .what = "|grad f|", .depth = 0.5},
               Status::kHolds),
      claim_of("LEM-xi1-3/attacked",
               "|grad of the loss| <= O(sqrt L) in the ball (here: against attacks).", "lemma:xi1",
               {.sought = Sought::kSlopeOfLoss, .what = "|f - r| |grad f|", .depth = 0.5},
               Status::kHolds),
      claim_of("LEM-functionntkbound/attacked",
               "f differs from its linearisation by at most O(w^(1/3) L^2 sqrt(log m)) |theta - "
               "theta'| (here: against attacks).",
               "lemma:functionntkbound",
               {.sought = Sought::kLinearisation,
                .what = "The error over |theta - theta'|",
                .depth = 2.0,
                .radius = 1.0 / 3.0},
               Status::kHolds),
      claim_of("LEM-differenceee/attacked",
               "|f(theta) - f(theta')| <= O(w sqrt L) + O(w^(4/3) L^2 sqrt(log m)) (here: against "
               "attacks, and the first term alone).",
               "lemma:differenceee",
               {.sought = Sought::kDifference,
                .what = "|f(theta) - f(theta')|",
                .depth = 0.5,
                .radius = 1.0},
               Status::kHolds),
      claim_of("LEM-convexityofloss/corrected-attacked",
               "The loss (f - r)^2/2 is convex in the ball up to O(w^(4/3) L^3 sqrt(log m)) (here: "
               "against attacks).",
               "lemma:convexityofloss",
               {.sought = Sought::kConvexity,
                .what = "The violation of convexity",
                .depth = 3.0,
                .radius = 4.0 / 3.0,
                .radius_if_false = 1.0,
                .ascents = 6,
                .seeds = 24},
               Status::kHoldsCorrected)};
  claims[3].correction =
      "E-14, E-15: the range of w is not the same everywhere, and 'for all |x| = 1' is more than a "
      "union over Tn contexts gives.";
  claims[5].correction = "E-13: L_t = (f - r)^2/2.";
  return claims;
}

}  // namespace eenet::verify
