// The appendix's lemmas about networks in a ball of parameters: proven bounds at depth 2.
#include <cmath>

#include "verify/claims/judge.h"
#include "verify/claims/proven_suprema.h"
#include "verify/claims/registry.h"

namespace eenet::verify {

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
       .check = [](const Context& context) {
         return shrinks_with_radius(context, Sought::kDifference, "|f(theta) - f(theta')|",
                                    {1.0, 0.0});
       }}};
}

}  // namespace eenet::verify
