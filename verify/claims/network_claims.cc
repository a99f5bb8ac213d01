// The network, its initialisation, its gradient, and the appendix's notation for them.
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"
#include "theory/measured/mean.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"
#include "verify/generators/networks.h"
#include "verify/gradient_check.h"
#include "verify/naive_mlp.h"
#include "verify/plain/numerics.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using theory::Measured;

// The activations as the appendix has them: D_l = diag 1{(W_l Gamma_(l-1))_j > 0}, and Gamma_l with
// every reading that can be made of the print.
struct Layers {
  std::vector<VectorXd> gamma;           // Gamma_0 = x, Gamma_l = relu(W_l Gamma_(l-1))
  std::vector<VectorXd> pre_activation;  // W_l Gamma_(l-1), l = 1 ... L-1, at l - 1
  std::vector<MatrixXd> d;               // D_l at l - 1
};

Layers layers_of(const Mlp& net, const VectorXd& x) {
  Layers layers;
  layers.gamma.push_back(x);
  for (Eigen::Index l = 1; l < net.shape().depth; ++l) {
    const VectorXd z = net.weights(l) * layers.gamma.back();
    VectorXd active(z.size());
    for (Eigen::Index j = 0; j < z.size(); ++j) active[j] = z[j] > 0.0 ? 1.0 : 0.0;
    layers.pre_activation.push_back(z);
    layers.d.emplace_back(active.asDiagonal());
    layers.gamma.emplace_back(active.cwiseProduct(z));
  }
  return layers;
}

// W_L prod_{l = from}^{L-1} D_l W_l, descending: the factor of the largest l first.
MatrixXd descending_product(const Mlp& net, const Layers& layers, Eigen::Index from) {
  MatrixXd product = net.weights(net.shape().depth);
  for (Eigen::Index l = net.shape().depth - 1; l >= from; --l) {
    product = product * layers.d[static_cast<std::size_t>(l - 1)] * net.weights(l);
  }
  return product;
}

// What two ways of rounding the same path sums may differ by.
double value_bound(const Mlp& net, const VectorXd& x) {
  const Point point = point_of(net, x);
  Pattern pattern(point.shape.hidden_units(), 1);
  return 2.0 * PathSums(point, pattern).value().bound(kDouble);
}

Verdict network_is_the_formula(const Context& context) {
  double worst = 0.0;
  std::uint64_t cases = 0;
  double largest_at_zero = 0.0;
  for (const Eigen::Index depth : {2, 3, 5}) {
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 100); ++i) {
      const MlpShape shape = {6, 20, depth};
      const Mlp net = initial_network_of(shape, context.run_seed(i));
      const VectorXd x = unit_points(6, 1, context.run_seed(i)).col(0);
      const Point point = point_of(net, x);
      const double twin = naive_value(point.shape, point.theta, point.x);
      worst = std::max(worst, std::abs(net(x) - twin) / value_bound(net, x));
      largest_at_zero = std::max(largest_at_zero, std::abs(net(VectorXd::Zero(6))));
      ++cases;
    }
  }
  return judge(worst <= 1.0 && largest_at_zero == 0.0)
      .measured(computed(worst))
      .bound(1.0)
      .finding(text(cases,
                    " networks of depth 2, 3 and 5 against a second writing in loops: "
                    "largest error over its rounding bound ",
                    brief(worst), "; f(0) = 0, so there is no bias."));
}

Verdict dimension_is_the_formula(const Context& context) {
  std::uint64_t wrong = 0;
  std::uint64_t cases = 0;
  for (const Eigen::Index depth : {2, 3, 4}) {
    for (const Eigen::Index width : {1, 7, 20}) {
      for (const Eigen::Index dim : {1, 5}) {
        const MlpShape shape = {dim, width, depth};
        const Mlp net = initial_network_of(shape, context.run_seed(0));
        const VectorXd x = unit_points(dim, 1, context.run_seed(1)).col(0);
        const Eigen::Index formula = width * dim + (depth - 2) * width * width + width;
        wrong += net.parameters().size() == formula && gradient(net, x).size() == formula ? 0U : 1U;
        ++cases;
      }
    }
  }
  return judge(wrong == 0)
      .finding(text("p = m d + (L-2) m^2 + m for ", cases - wrong, " of ", cases, " shapes."));
}

Verdict initialisation_is_as_printed(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(60, 400);
  const MlpShape shape = {5, 64, 3};
  double squares = 0.0;  // of weights divided by their printed deviation: chi-square
  double weights = 0.0;
  std::vector<double> scaled;  // m f0^2 of each seed
  const VectorXd x = unit_points(5, 1, context.run_seed(0)).col(0);
  for (std::uint64_t i = 0; i < seeds; ++i) {
    const Mlp net = initial_network_of(shape, context.run_seed(i));
    for (Eigen::Index l = 1; l <= shape.depth; ++l) {
      const double variance = (l < shape.depth ? 2.0 : 1.0) / 64.0;
      squares += net.weights(l).squaredNorm() / variance;
      weights += static_cast<double>(net.weights(l).size());
    }
    const double f0 = net(x);
    scaled.push_back(64.0 * f0 * f0);
  }
  const boost::math::chi_squared distribution(weights);
  const double tail = boost::math::cdf(distribution, squares);
  const double p_variance = 2.0 * std::min(tail, 1.0 - tail);
  const Measured mean = theory::student_mean(scaled, 1.0 - context.false_alarm / 2.0);
  const bool mean_is_one = mean.lower <= 1.0 && mean.upper >= 1.0;
  return judge(mean_is_one && p_variance > context.false_alarm / 2.0)
      .measured(mean)
      .bound(1.0)
      .p_value(p_variance)
      .seeds(seeds)
      .finding(text("Weights over their printed deviations have variance ",
                    brief(squares / weights), " (chi-square, p = ", brief(p_variance),
                    "); m E f(x; theta0)^2 is ", brief(mean.value),
                    " at depth 3. So f starts at N(0, 1/m), not at 0 as a lemma assumes (E-20)."));
}

Verdict gamma_is_recursive(const Context& context) {
  const MlpShape shape = {4, 16, 4};
  double corrected = 0.0;
  double literal = 0.0;
  for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 100); ++i) {
    const Mlp net = initial_network_of(shape, context.run_seed(i));
    const VectorXd x = unit_points(4, 1, context.run_seed(i)).col(0);
    const Layers layers = layers_of(net, x);
    const double f = net(x);
    const double bound = value_bound(net, x);
    corrected =
        std::max(corrected, std::abs((net.weights(4) * layers.gamma.back())(0) - f) / bound);
    // The only other vector of that size in the text: the pre-activation of the layer below.
    VectorXd h = x;
    for (Eigen::Index l = 1; l < shape.depth; ++l) h = net.weights(l) * h;
    literal = std::max(literal, std::abs((net.weights(4) * h.cwiseMax(0.0))(0) - f) / bound);
  }
  return judge(computed(corrected), Relation::kAtMost, 1.0)
      .finding(text("With Gamma_(l-1) for h_(l-1), which is not defined and is nothing else in a "
                    "recursion for Gamma, W_L Gamma_(L-1) is f to rounding (error/bound ",
                    brief(corrected), "); with h the pre-activation it would not be (",
                    brief(literal), ")."));
}

Verdict indicator_gives_f(const Context& context) {
  const MlpShape shape = {5, 16, 3};
  double worst = 0.0;
  for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 100); ++i) {
    const Mlp net = initial_network_of(shape, context.run_seed(i));
    const VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
    const Layers layers = layers_of(net, x);
    VectorXd output = x;
    for (Eigen::Index l = 1; l < shape.depth; ++l) {
      output = layers.d[static_cast<std::size_t>(l - 1)] * (net.weights(l) * output);
    }
    worst = std::max(worst, std::abs((net.weights(3) * output)(0) - net(x)) / value_bound(net, x));
  }
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .finding(text("D_l with the indicator that the next line defines, 1(x) = 1 if x > 0, "
                    "acts as the activation: error/bound ",
                    brief(worst), "."));
}

Verdict product_is_f(const Context& context) {
  // Input dimension = width, so that the product can be multiplied out in either order.
  const MlpShape shape = {12, 12, 4};
  double descending = 0.0;
  double ascending = 0.0;
  for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 100); ++i) {
    const Mlp net = initial_network_of(shape, context.run_seed(i));
    const VectorXd x = unit_points(12, 1, context.run_seed(i)).col(0);
    const Layers layers = layers_of(net, x);
    const double bound = value_bound(net, x);
    const double f = net(x);
    descending =
        std::max(descending, std::abs((descending_product(net, layers, 1) * x)(0) - f) / bound);
    MatrixXd product = net.weights(4);
    for (Eigen::Index l = 1; l < 4; ++l) {
      product = product * layers.d[static_cast<std::size_t>(l - 1)] * net.weights(l);
    }
    ascending = std::max(ascending, std::abs((product * x)(0) - f) / bound);
  }
  return judge(computed(descending), Relation::kAtMost, 1.0)
      .finding(text("With descending l, the only order that exists unless d = m (W_1 is m x d), "
                    "the product is f to rounding (error/bound ",
                    brief(descending), "); with ascending l and d = m it is not (",
                    brief(ascending), ")."));
}

// The gradient from the printed formula, with or without the factor D_l that the print lacks, in
// the layout of Mlp::parameters.
VectorXd formula_gradient(const Mlp& net, const VectorXd& x, bool with_own_activation) {
  const Layers layers = layers_of(net, x);
  const Eigen::Index depth = net.shape().depth;
  VectorXd flat(net.shape().parameter_count());
  Eigen::Index next = 0;
  for (Eigen::Index l = 1; l <= depth; ++l) {
    MatrixXd of_layer;
    if (l == depth) {
      of_layer = layers.gamma.back().transpose();
    } else {
      MatrixXd row = descending_product(net, layers, l + 1);  // 1 x m
      if (with_own_activation) row = row * layers.d[static_cast<std::size_t>(l - 1)];
      of_layer = (layers.gamma[static_cast<std::size_t>(l - 1)] * row).transpose();
    }
    for (Eigen::Index i = 0; i < of_layer.rows(); ++i) {
      for (Eigen::Index k = 0; k < of_layer.cols(); ++k) flat[next++] = of_layer(i, k);
    }
  }
  return flat;
}

Verdict gradient_is_the_formula(const Context& context) {
  const std::uint64_t cases = context.by_effort<std::uint64_t>(4, 20);
  std::uint64_t printed_right = 0;
  std::uint64_t corrected_right = 0;
  std::uint64_t all = 0;
  double worst_relative = 0.0;
  for (const Eigen::Index depth : {2, 3, 4}) {
    for (std::uint64_t i = 0; i < cases; ++i) {
      const Mlp net = initial_network_of({3, 8, depth}, context.run_seed(i));
      const VectorXd x = unit_points(3, 1, context.run_seed(i)).col(0);
      const VectorXd printed = formula_gradient(net, x, false);
      const VectorXd corrected = formula_gradient(net, x, true);
      const Point point = point_of(net, x);
      const auto agrees = [&](const VectorXd& g) {
        return check_gradient(plain::numbers_of(g), kDouble, std::nullopt, point, i).outcome !=
               Outcome::kDisagree;
      };
      printed_right += agrees(printed) ? 1U : 0U;
      corrected_right += agrees(corrected) ? 1U : 0U;
      worst_relative = std::max(worst_relative, (printed - corrected).norm() / corrected.norm());
      ++all;
    }
  }
  return judge(corrected_right == all)
      .measured(computed(worst_relative))
      .bound(0.0)
      .when_true(as_printed_if(printed_right == all))
      .finding(text("Held against every differentiator of this build: the printed formula "
                    "agrees in ",
                    printed_right, " of ", all,
                    " networks, with the factor D_l "
                    "in ",
                    corrected_right, ". The print is off by up to ", brief(worst_relative),
                    " times the gradient's norm."));
}

}  // namespace

std::vector<Claim> network_claims() {
  return {
      {.id = "DEF-NET",
       .kind = EvidenceKind::kDefinition,
       .says = "f = W_L relu(W_(L-1) ... relu(W_1 x)), L >= 2, without bias and without sqrt(m).",
       .place = {"Regret Analysis", "eq:structure"},
       .how = "Random networks against a second writing in loops, to the rounding bound of their "
              "path sums.",
       .recorded = always(Status::kHolds),
       .check = network_is_the_formula},
      {.id = "DEF-DIM",
       .kind = EvidenceKind::kDefinition,
       .says = "theta holds all weights: p = m d + (L-2) m^2 + m numbers.",
       .place = {"Regret Analysis", "eq:structure"},
       .how = "Sizes of parameters and gradients for several shapes.",
       .recorded = always(Status::kHolds),
       .check = dimension_is_the_formula},
      {.id = "DEF-INIT",
       .kind = EvidenceKind::kDefinition,
       .says = "Hidden weights are N(0, 2/m), output weights N(0, 1/m).",
       .place = {"Regret Analysis", "Initialization"},
       .how = "Chi-square test of all weights over their printed deviations; m E f0^2 = 1 by "
              "Student's interval over seeds.",
       .recorded = always(Status::kHolds),
       .statistical = true,
       .check = initialisation_is_as_printed},
      {.id = "DEF-GAMMA",
       .kind = EvidenceKind::kDerived,
       .says = "Gamma_0 = x, Gamma_l = relu(W_l h_(l-1)).",
       .place = {"Bounds for Generic Neural Networks", ""},
       .correction = "E-36: h_(l-1) is Gamma_(l-1).",
       .how = "W_L Gamma_(L-1) against f; with the pre-activation in that place as a remark.",
       .recorded = always(Status::kHolds),
       .check = gamma_is_recursive},
      {.id = "DEF-D",
       .kind = EvidenceKind::kDefinition,
       .says = "D_l is the diagonal matrix of indicators of W_l Gamma_(l-1), and acts as ReLU.",
       .place = {"Bounds for Generic Neural Networks", ""},
       .how = "D_l W_l applied layer by layer against f.",
       .recorded = always(Status::kHolds),
       .check = indicator_gives_f},
      {.id = "EQ-PROD",
       .kind = EvidenceKind::kDerived,
       .says = "f = W_L (prod_{l=1}^{L-1} D_l W_l) x.",
       .place = {"Bounds for Generic Neural Networks", ""},
       .correction = "The product runs from L-1 down to 1, as the shapes of the factors ask.",
       .how = "The product multiplied out in that order; in the other one, with d = m so that it "
              "exists, as a remark.",
       .recorded = always(Status::kHolds),
       .check = product_is_f},
      {.id = "EQ-GRAD",
       .kind = EvidenceKind::kDerived,
       .says = "The gradient with respect to W_l is [Gamma_(l-1) W_L prod_{tau=l+1}^{L-1} D_tau "
               "W_tau]^T.",
       .place = {"Bounds for Generic Neural Networks", ""},
       .correction = "E-1: the last factor, D_l, is missing.",
       .how = "The printed and the corrected formula against every differentiator that the build "
              "has, to rounding.",
       .recorded = always(Status::kHoldsCorrected),
       .check = gradient_is_the_formula}};
}

}  // namespace eenet::verify
