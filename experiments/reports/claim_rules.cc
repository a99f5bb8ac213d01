#include "experiments/reports/claim_rules.h"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include "experiments/claim_sources.h"
#include "experiments/embedded.h"
#include "experiments/formats/output.h"
#include "experiments/formats/paragraphs.h"
#include "reference/require.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

using verify::Claim;

// The entries of a file of the catalogue that name a claim; tests/mutants/README.md has its form.
std::vector<NegativeControl> controls_in(std::string_view catalogue) {
  std::vector<NegativeControl> found;
  NegativeControl entry;
  std::string* field = nullptr;
  std::istringstream lines{std::string(catalogue) + "\nmutant: \n"};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(' ') && field != nullptr) *field += line;
    if (line.starts_with(' ') || line.starts_with('#')) continue;
    const std::size_t colon = line.find(": ");
    const std::string name = line.substr(0, colon);
    const std::string value = colon == std::string::npos ? "" : line.substr(colon + 2);
    field = name == "mutant"  ? &entry.mutant
            : name == "claim" ? &entry.claim
            : name == "why"   ? &entry.mistake
                              : nullptr;
    if (name == "mutant") {
      if (!entry.claim.empty()) found.push_back(entry);
      entry = {};
    }
    if (field != nullptr) *field = value;
  }
  return found;
}

std::string margin_of(const Claim& claim) {
  if (claim.statistical) {
    return fmt::format(
        "the interval of what is measured lies on one side of the bound; the verdict is wrong with "
        "probability {} at most",
        number_text(verify::false_alarm_of_one_claim(verify::all_claims())));
  }
  return "both ends of what is measured lie on one side of the bound";
}

std::string control_sentence(const NegativeControl& control) {
  return fmt::format("{} ({})", control.mistake, control.mutant);
}

std::vector<NegativeControl> controls_of(const Claim& claim) {
  std::vector<NegativeControl> found;
  for (const NegativeControl& one : negative_controls()) {
    if (one.claim == claim.id) found.push_back(one);
  }
  return found;
}

std::string contract_text(const Claim& claim) {
  std::string controls;
  for (const NegativeControl& one : controls_of(claim)) controls += control_sentence(one) + " ";
  return fmt::format("{}\n", claim.id) + field("Statement", claim.says) +
         field("Correction or remark", claim.correction) +
         field("Quantity, bound, and when it passes", claim.how) +
         field("Margin", margin_of(claim)) +
         field("Kind of evidence", verify::to_text(claim.kind)) +
         field("What the authors would answer", claim.authors_answer) +
         field("Negative control: another verdict with this mistake",
               controls.empty() ? "none is seeded in this check" : controls);
}

Json contract_json(const Claim& claim) {
  Json controls = Json::array();
  for (const NegativeControl& one : controls_of(claim)) {
    controls.push_back({{"mutant", one.mutant}, {"mistake", one.mistake}});
  }
  return {{"id", claim.id},
          {"statement", claim.says},
          {"correction", claim.correction},
          {"check", claim.how},
          {"margin", margin_of(claim)},
          {"evidence_kind", verify::to_text(claim.kind)},
          {"authors_answer", claim.authors_answer},
          {"negative_controls", controls}};
}

}  // namespace

const std::vector<NegativeControl>& negative_controls() {
  static const std::vector<NegativeControl> all = [] {
    std::vector<NegativeControl> controls;
    for (const std::string_view catalogue :
         {embedded::claim_checks_txt, embedded::claim_checks_of_proofs_txt,
          embedded::claim_draws_txt}) {
      for (NegativeControl& one : controls_in(catalogue)) controls.push_back(std::move(one));
    }
    return controls;
  }();
  return all;
}

std::string rules_hash() {
  return std::string(embedded::claim_sources_sha256);
}

std::string rules_text(const std::vector<const Claim*>& claims) {
  std::string text;
  for (const Claim* claim : claims) text += contract_text(*claim) + "\n";
  return text + "Sources of the rules: every threshold is in one of these files.\n\n" +
         std::string(embedded::claim_sources) + "\n" +
         fmt::format("SHA-256 of the lines above: {}\n", rules_hash());
}

Json rules_json(const std::vector<const Claim*>& claims) {
  Json sources = Json::array();
  std::istringstream lines{std::string(embedded::claim_sources)};
  for (std::string sum, path; lines >> sum >> path;) {
    sources.push_back({{"path", path}, {"sha256", sum}});
  }
  Json contracts = Json::array();
  for (const Claim* claim : claims) contracts.push_back(contract_json(*claim));
  return document("rules", {{"hash", rules_hash()}, {"sources", sources}, {"claims", contracts}});
}

std::string rules_sentence() {
  return fmt::format("the rules of {} claims are fixed, hash {}", verify::all_claims().size(),
                     rules_hash());
}

}  // namespace eenet::experiments
