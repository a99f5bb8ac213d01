// The appendix's lemmas about networks in a ball of parameters.
#include <algorithm>
#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"
#include "verify/claims/ball.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

// Visits networks of growing width, each with a context.
template <typename Visit>
void over_widths(const Context& context, const Visit& visit) {
  const auto widths = context.by_effort<std::vector<Eigen::Index>>({64, 256, 1024, 4096},
                                                                   {64, 256, 1024, 4096, 16384});
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(4, 20);
  for (const Eigen::Index width : widths) {
    for (std::uint64_t i = 0; i < seeds; ++i) {
      visit(initial_network_of({5, width, 2}, context.run_seed(i)),
            VectorXd(unit_points(5, 1, context.run_seed(i)).col(0)));
    }
  }
}

Verdict value_is_bounded(const Context& context) {
  constexpr double kConstant = 3.0;  // for the O(1), at radius 1
  double worst = 0.0;
  over_widths(context, [&](const Mlp& net, const VectorXd& x) {
    const double sup =
        std::abs(net(x)) + gradient(net, x).norm() + linearisation_error_bound(net, x, 1.0);
    worst = std::max(worst, sup);
  });
  return judge(computed(worst), Relation::kAtMost, kConstant)
      .finding(text("Depth 2, all widths: |f| <= ", brief(worst),
                    " everywhere in the ball of "
                    "radius 1 (proven for these networks: value, slope and linearisation "
                    "error). In the paper's ball of radius R/m^(1/4) it goes to 0."));
}

// The largest |grad f| and |grad loss| found over sqrt(L), at the start and after steps up the
// gradient inside a ball of radius 0.3.
struct Norms {
  double slope = 0.0;
  double loss = 0.0;
};

Norms norms_over_depth(const Context& context) {
  constexpr double kRadius = 0.3;
  Norms worst;
  for (const Eigen::Index depth : {2, 3, 4, 6, 8}) {
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(3, 10); ++i) {
      Mlp net = initial_network_of({5, context.by_effort<Eigen::Index>(128, 256), depth},
                                   context.run_seed(i));
      const VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
      const VectorXd start = net.parameters();
      const double root = std::sqrt(static_cast<double>(depth));
      for (int step = 0; step <= 3; ++step) {
        const VectorXd g = gradient(net, x);
        worst.slope = std::max(worst.slope, g.norm() / root);
        const double f = net(x);
        worst.loss =
            std::max(worst.loss, std::max(std::abs(f), std::abs(f - 1.0)) * g.norm() / root);
        net.set_parameters(start + kRadius * step / 3.0 * g / g.norm());
      }
    }
  }
  return worst;
}

Verdict slope_is_bounded(const Context& context) {
  constexpr double kConstant = 2.0;
  const double worst = norms_over_depth(context).slope;
  return judge(computed(worst), Relation::kAtMost, kConstant)
      .finding(text("Depth 2 to 8, at the start and up the gradient to radius 0.3: |grad f| is "
                    "at most ",
                    brief(worst), " sqrt(L); the limit at the start is sqrt((L+1)/2)."));
}

Verdict slope_of_loss_is_bounded(const Context& context) {
  constexpr double kConstant = 4.0;
  const double worst = norms_over_depth(context).loss;
  return judge(computed(worst), Relation::kAtMost, kConstant)
      .finding(text("As LEM-xi1-2, for rewards 0 and 1: |f - r| |grad f| is at most ", brief(worst),
                    " sqrt(L)."));
}

Verdict linearisation_error_is_small(const Context& context) {
  double worst = 0.0;
  double worst_bare = 0.0;
  over_widths(context, [&](const Mlp& net, const VectorXd& x) {
    const double log_root = std::sqrt(std::log(static_cast<double>(net.shape().width)));
    for (const double radius : {0.03, 0.1, 0.3, 1.0}) {
      const double bare = linearisation_error_bound(net, x, radius) / std::pow(radius, 4.0 / 3.0);
      worst_bare = std::max(worst_bare, bare);
      worst = std::max(worst, bare / (4.0 * log_root));  // L^2 = 4
    }
  });
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .finding(text("Depth 2, theta' = theta0, radius w = 0.03 to 1: the error is at most ",
                    brief(worst_bare),
                    " w^(4/3) everywhere in the ball (proven for these "
                    "networks), ",
                    brief(worst),
                    " times w^(4/3) L^2 sqrt(log m): no logarithm "
                    "is needed. Deeper networks and other theta' were not bounded here."));
}

Verdict values_differ_little(const Context& context) {
  constexpr double kConstant = 2.0;
  double worst = 0.0;
  over_widths(context, [&](const Mlp& net, const VectorXd& x) {
    const double log_root = std::sqrt(std::log(static_cast<double>(net.shape().width)));
    const double slope = gradient(net, x).norm();
    for (const double radius : {0.03, 0.1, 0.3, 1.0}) {
      const double difference = 2.0 * (radius * slope + linearisation_error_bound(net, x, radius));
      const double printed = radius * std::sqrt(2.0) + std::pow(radius, 4.0 / 3.0) * 4.0 * log_root;
      worst = std::max(worst, difference / printed);
    }
  });
  return judge(computed(worst), Relation::kAtMost, kConstant)
      .finding(text("Depth 2: |f(theta) - f(theta')| is at most ", brief(worst),
                    " times w sqrt(L) + w^(4/3) L^2 sqrt(log m) for any two points of the ball "
                    "(proven for these networks)."));
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
      {.id = "LEM-xi1-1",
       .kind = EvidenceKind::kDerived,
       .says = "|f| <= O(1) in the ball (here: at depth 2).",
       .place = {section, "lemma:xi1"},
       .how = "A proven bound on the supremum for random two-layer networks of width 64 to 16384, "
              "radius 1, with 3 for the O(1).",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = value_is_bounded},
      {.id = "LEM-xi1-2",
       .kind = EvidenceKind::kMeasured,
       .says = "|grad f| <= O(sqrt L) in the ball.",
       .place = {section, "lemma:xi1"},
       .how = "Networks of depth 2 to 8, at the start and along the gradient to radius 0.3, with 2 "
              "for the constant.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = slope_is_bounded},
      {.id = "LEM-xi1-3",
       .kind = EvidenceKind::kMeasured,
       .says = "|grad of the loss| <= O(sqrt L) in the ball.",
       .place = {section, "lemma:xi1"},
       .how = "As LEM-xi1-2, with 4 for the constant.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = slope_of_loss_is_bounded},
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
      {.id = "LEM-functionntkbound",
       .kind = EvidenceKind::kDerived,
       .says = "f differs from its linearisation by at most O(w^(1/3) L^2 sqrt(log m)) |theta - "
               "theta'| (here: at depth 2, around theta0).",
       .place = {section, "lemma:functionntkbound"},
       .correction = "E-14, E-15: the range of w is not the same everywhere, and 'for all |x| = 1' "
                     "is more than a union over Tn contexts gives.",
       .how =
           "A proven bound on the supremum around theta0 at depth 2, over four radii, with 1 for "
           "the constant.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = linearisation_error_is_small},
      {.id = "LEM-differenceee",
       .kind = EvidenceKind::kDerived,
       .says =
           "|f(theta) - f(theta')| <= O(w sqrt L) + O(w^(4/3) L^2 sqrt(log m)) (here: at depth 2).",
       .place = {section, "lemma:differenceee"},
       .how = "A proven bound on the supremum at depth 2, over four radii, with 2 for the "
              "constants.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = values_differ_little}};
}

}  // namespace eenet::verify
