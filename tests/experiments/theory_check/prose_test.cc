#include "experiments/theory_check/prose.h"

#include <gtest/gtest.h>

namespace eenet::experiments {
namespace {

TEST(Prose, SetsMathematics) {
  EXPECT_EQ(prose_html("R_T <= O~(sqrt(d~ T))"), "R<sub>T</sub> ≤ Õ(√(d\u0303 T))");
  EXPECT_EQ(prose_html("theta_t and theta0, m^(1/4)"), "θ<sub>t</sub> and θ0, m<sup>(1/4)</sup>");
  EXPECT_EQ(prose_html("T^1.5 L + sqrt T, H^L, S^2"),
            "T<sup>1.5</sup> L + √T, H<sup>L</sup>, S<sup>2</sup>");
  EXPECT_EQ(prose_html("Γ_{l−1} W_L ω^{1/3} lambda_min"),
            "Γ<sub>l−1</sub> W<sub>L</sub> ω<sup>1/3</sup> λ<sub>min</sub>");
  EXPECT_EQ(prose_html("prod_{tau=1}^{L-1} D_tau, sum_t |theta^_t|"),
            "∏<sub>τ=1</sub><sup>L-1</sup> D<sub>τ</sub>, ∑<sub>t</sub> |θ\u0302<sub>t</sub>|");
  EXPECT_EQ(prose_html("theta^ >= Psi"), "θ\u0302 ≥ Ψ");
}

TEST(Prose, LeavesWordsAndNamesOfCode) {
  for (const char* text :
       {"epsilon-greedy", "the beta of eta-reduction", "worst_ratio", "EENET_DATA", "a theorem",
        "x_trace.jsonl", "f1 + f2", "the sum of all", "2.5e-11"}) {
    EXPECT_EQ(prose_html(text), text);
  }
}

TEST(Prose, EscapesTheRest) {
  EXPECT_EQ(prose_html("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
  EXPECT_EQ(prose_html("x_<script>"), "x_&lt;script&gt;");
}

}  // namespace
}  // namespace eenet::experiments
