// Psi, the complexity term, and the ball it is taken over.
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

// |theta0 - theta'|^2/(2 eta) with eta = R^2/sqrt(m), step (b) of the loss bound, as m grows.
Verdict radius_fits_the_proof(const Context& /*context*/) {
  const auto start_term = [](double width, double radius) {
    return radius * radius * std::sqrt(width) / 2.0;  // R = 1
  };
  const double with_root = start_term(65536.0, std::pow(65536.0, -0.25));
  const double with_root_small = start_term(256.0, std::pow(256.0, -0.25));
  const double plain = start_term(65536.0, 1.0);
  const double plain_small = start_term(256.0, 1.0);
  const bool main_text_fits = with_root == with_root_small;
  const bool appendix_fits = plain == plain_small;
  Verdict verdict;
  verdict.measured = Measured::exact(plain / plain_small);
  verdict.bound = Measured::exact(1.0);
  verdict.status =
      status_of(from(main_text_fits), appendix_fits ? Status::kHolds : Status::kHoldsCorrected,
                Status::kContradicted);
  verdict.finding = text(
      "Step (b) of the loss bound needs |theta' - theta0|^2/(2 eta) = O(1). With the "
      "radius R/m^(1/4) it is ",
      brief(with_root),
      " at every width; with the plain "
      "radius R of the appendix's lemmas it is ",
      brief(plain_small), " at m = 256 and ", brief(plain), " at m = 65536.");
  return verdict;
}

Verdict psi_is_about_the_same_network(const Context& context) {
  std::uint64_t same_label = 0;
  std::uint64_t rounds = 0;
  play_run("linear:dim=5,arms=4", "eenet:width=50", context.by_effort<std::uint64_t>(100, 1000),
           context.run_seed(0), [&](const PlayedRound& played) {
             same_label += played.label && *played.label == played.reward ? 1U : 0U;
             ++rounds;
             return true;
           });
  constexpr double kInputsOfKernel = 5.0;
  constexpr double kInputsOfF2 = 10.0;  // the dimension of phi
  Verdict verdict;
  verdict.measured = Measured::exact(static_cast<double>(same_label));
  verdict.bound = Measured::exact(static_cast<double>(rounds));
  verdict.status = status_of(from(same_label == rounds && kInputsOfKernel == kInputsOfF2),
                             Status::kHolds, Status::kHoldsCorrected);
  verdict.finding =
      text("The lemma bounds Psi through the kernel of x (", brief(kInputsOfKernel),
           " inputs, labels r). Theorem 1 uses that of f2: ", brief(kInputsOfF2),
           " inputs phi, labels r - f1, equal to r in ", same_label, " of ", rounds, " rounds.");
  return verdict;
}

Verdict not_computed_yet(const Context& /*context*/) {
  return inconclusive("", "a bracket of Psi on runs, which this check does not compute yet");
}

Claim waiting(const char* id, const char* says, const char* label, AuditVerdict audit) {
  return {.id = id,
          .says = says,
          .place = {"Regret Analysis", label},
          .how = "Not computed yet.",
          .audit = std::move(audit),
          .recorded = always(Status::kInconclusive),
          .difference = "Not computed yet.",
          .check = not_computed_yet};
}

}  // namespace

std::vector<Claim> complexity_claims() {
  return {
      {.id = "DEF-BALL",
       .says = "B(theta0, w) is the ball of radius w/m^(1/4).",
       .place = {"Regret Analysis", "sec:analysis"},
       .correction = "B-4: radius w in the appendix's lemmas.",
       .how =
           "The term |theta' - theta0|^2/(2 eta) of the loss bound under both radii, as m grows.",
       .audit = {AuditCode::kHoldsCorrected, "radius w elsewhere"},
       .recorded = always(Status::kHoldsCorrected),
       .check = radius_fits_the_proof},
      {.id = "PSI-NTK-MISMATCH",
       .says = "Psi of Theorem 1 is bounded through the kernel matrix of the contexts.",
       .place = {"Connection to Neural Tangent Kernel", "lemma:upperboundofStk"},
       .correction = "B-5: another network, other inputs, other labels.",
       .how = "Inputs and labels of f2 on a run against those of the kernel lemma.",
       .audit = {AuditCode::kHoldsCorrected, "different network, input and labels"},
       .recorded = always(Status::kHoldsCorrected),
       .check = psi_is_about_the_same_network},
      waiting("DEF-PSI", "Psi is the smallest squared error of f2 on all arms in the ball.",
              "complexityfunction", {AuditCode::kHoldsCorrected, ""}),
      waiting("PSI-MONO", "Psi falls with R and grows with the number of points.",
              "complexityfunction", {AuditCode::kHolds, ""}),
      waiting("PSI-LIMIT", "Psi goes to sum r^2 as m grows at fixed R.", "complexityfunction",
              {AuditCode::kHolds, "kills the bound"}),
      waiting("CLM-SQRT-T", "If Psi is a small constant, regret is O~(sqrt T).", "theo1",
              {AuditCode::kContradicted, "two arms"}),
      waiting("LEM-newthetabound", "Average error of f1 + f2.", "lemma:newthetabound",
              {AuditCode::kHoldsCorrected, ""}),
      waiting("LEM-upperboundofStk", "Psi is bounded by d~ and S.", "lemma:upperboundofStk",
              {AuditCode::kContradicted, ""}),
      waiting("THM-instancelossbound", "Online loss.", "theo:instancelossbound",
              {AuditCode::kHoldsCorrected, ""}),
      waiting("PRF-I3", "Cauchy-Schwarz.", "lemma:newthetabound", {AuditCode::kHoldsCorrected, ""}),
      waiting("COR-main1", "The same for the best arms.", "corollary:main1",
              {AuditCode::kHoldsCorrected, ""}),
      waiting("PRF-FINAL", "Last line.", "sec:the1p", {AuditCode::kNone, ""}),
      waiting("CLM-TIGHTER-BY-FIG", "The figure supports the tighter bound.", "fig:extendedrounds",
              {AuditCode::kContradicted, ""})};
}

}  // namespace eenet::verify
