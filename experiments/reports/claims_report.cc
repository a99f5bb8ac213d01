#include "experiments/reports/claims_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "experiments/formats/paragraphs.h"
#include "experiments/reports/claim_rules.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

using verify::Claim;
using verify::EvidenceKind;
using verify::Status;

const Claim& claim_of(const JudgedClaim& judged) {
  return *verify::claims_named(judged.id).front();
}

std::string status_text(Status status, bool vacuous) {
  return verify::to_text(status) + (vacuous ? " (vacuous)" : "");
}

std::string numbers_text(const verify::Verdict& verdict) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (verdict.measured) add("measured " + measured_text(*verdict.measured));
  if (verdict.bound) add("held against " + measured_text(*verdict.bound));
  if (verdict.p_value) add(fmt::format("p = {}", number_text(*verdict.p_value)));
  if (verdict.seeds > 0) add(fmt::format("{} seeds", verdict.seeds));
  return text;
}

std::string preconditions_text(const std::vector<verify::Precondition>& preconditions) {
  std::string text;
  for (const verify::Precondition& one : preconditions) {
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : "; ", one.what, one.met ? "met" : "not met");
  }
  return text;
}

std::string place_text(const verify::Place& place) {
  if (place.label.empty()) return place.section;
  return fmt::format("{} ({})", place.section, place.label);
}

std::size_t number_of(const std::vector<ClaimStatus>& statuses, Status status,
                      std::optional<EvidenceKind> kind = {}) {
  return static_cast<std::size_t>(
      std::count_if(statuses.begin(), statuses.end(), [&](const ClaimStatus& one) {
        return one.status == status && (!kind || one.claim->kind == *kind);
      }));
}

// A line for all claims, then one per kind of evidence.
std::string counts_text(const std::vector<ClaimStatus>& statuses) {
  const auto line = [&statuses](std::optional<EvidenceKind> kind) {
    std::string list;
    for (const Status status : verify::kStatuses) {
      const std::size_t count = number_of(statuses, status, kind);
      if (count == 0) continue;
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, verify::to_text(status));
    }
    return list;
  };
  std::string text = fmt::format("{} {}: {}\n", statuses.size(),
                                 statuses.size() == 1 ? "claim" : "claims", line({}));
  for (const EvidenceKind kind : verify::kEvidenceKinds) {
    const std::string list = line(kind);
    if (!list.empty()) text += fmt::format("  {:<11}{}\n", verify::to_text(kind), list);
  }
  const auto vacuous = std::count_if(statuses.begin(), statuses.end(),
                                     [](const ClaimStatus& one) { return one.vacuous; });
  if (vacuous > 0) text += fmt::format("{} of them true but vacuous: they say nothing.\n", vacuous);
  return text;
}

// For a cell of a Markdown table: what would end the cell or change its type is escaped.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '<') safe += '\\';
    safe += letter;
  }
  return safe;
}

std::string record_of(const Claim& claim) {
  const std::string quick = status_text(claim.recorded.quick, claim.recorded.vacuous);
  const std::string full = status_text(claim.recorded.full, claim.recorded.vacuous);
  return quick == full ? full : fmt::format("{} (quick: {})", full, quick);
}

std::size_t statistical_claims() {
  const auto& all = verify::all_claims();
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const Claim& c) { return c.statistical; }));
}

std::string budget_sentence() {
  return fmt::format(
      "Error budget: all statistical verdicts together may be wrong with probability {}; {} claims "
      "are statistical, those on independent draws among them, and each has {}.",
      number_text(verify::kVerdictBudget), statistical_claims(),
      number_text(verify::false_alarm_of_one_claim(verify::all_claims())));
}

std::string rules_of_evidence() {
  return "## Rules of evidence\n\n"
         "Every entry rests on evidence of one kind: *measured*, an experiment that could have "
         "come "
         "out otherwise; *derived*, a proof\nor counterexample in exact or certified arithmetic; "
         "*printed*, arithmetic on the paper's own tables and text; *definition*,\nour reading, "
         "checked to be what our code does; *quoted*, from a source named with its revision. Only "
         "the first three can\ncontradict the paper.\n\n"
         "- `holds`: true as printed, a slip imported from elsewhere or one that can be read in "
         "one "
         "way only being a remark.\n  `holds-corrected`: false as printed, true after the small "
         "change that the entry names; what the paper draws from it\n  keeps its form. Where that "
         "falls as well, the sentence is contradicted.\n"
         "- `contradicted`: the sentence, as the paper states it with its quantifiers, hypotheses "
         "and regime, is false, and for every\n  choice of a hidden constant or polynomial. The "
         "entry says what the authors would answer and why it does not help;\n  without that no "
         "verdict contradicts.\n"
         "- `not-reproduced`: an experiment's number that our runs do not reach; settings, seeds "
         "and intervals are given.\n"
         "- `inconclusive`: the verdict says what would decide it. A precondition that is not met "
         "makes a verdict inconclusive,\n  without exception. `not-testable`: it says why.\n"
         "- *vacuous* stands beside a status that is true but says nothing, such as a bound above "
         "what no policy can exceed.\n"
         "- A statement that holds with probability 1 - delta over the initialisation is tried on "
         "as "
         "many independent draws as can\n  show that at most the share delta fails (1/4 at quick "
         "effort, 1/10 at full): statistical, like any other.\n"
         "- Runs that choose a setting and runs that are judged have different seeds.\n";
}

// Beside a claim that is true as printed it is a remark.
const char* correction_label(const Claim& claim) {
  return claim.recorded.full == Status::kHolds ? "Remark" : "Correction";
}

std::vector<ClaimStatus> recorded_statuses(verify::Effort effort) {
  verify::Context context;  // without data
  context.effort = effort;
  std::vector<ClaimStatus> statuses;
  for (const Claim& claim : verify::all_claims()) {
    statuses.push_back({&claim, verify::recorded_status(claim, context), claim.recorded.vacuous});
  }
  return statuses;
}

// Statuses by kinds of evidence.
std::string recorded_counts_table() {
  const std::vector<ClaimStatus> statuses = recorded_statuses(verify::Effort::kFull);
  std::string table = "| evidence |";
  for (const Status status : verify::kStatuses) table += " " + verify::to_text(status) + " |";
  table += "\n| --- |";
  for (std::size_t i = 0; i < verify::kStatuses.size(); ++i) table += " --- |";
  for (const EvidenceKind kind : verify::kEvidenceKinds) {
    table += "\n| " + verify::to_text(kind) + " |";
    for (const Status status : verify::kStatuses) {
      table += fmt::format(" {} |", number_of(statuses, status, kind));
    }
  }
  return table + "\n";
}

}  // namespace

std::string summary_text(const std::vector<ClaimStatus>& statuses) {
  std::string text = counts_text(statuses);
  for (const ClaimStatus& one : statuses) {
    if (one.status != Status::kContradicted || one.claim->notable.empty()) continue;
    text += fmt::format("\n  {}\n{}", one.claim->id, paragraph(one.claim->notable, 4));
  }
  return text + "\n" +
         "`eenet claims explain THM-1` says of a claim what the paper says, what was done and what "
         "came out;\n`eenet claims list` lists all, `eenet claims check ID --effort full` takes "
         "its "
         "time.\n";
}

std::string recorded_summary_text(verify::Effort effort) {
  return summary_text(recorded_statuses(effort));
}

bool differs_from_record(const JudgedClaim& judged, const verify::Context& context) {
  const verify::Verdict& verdict = judged.verdict;
  if (verdict.status != verify::recorded_status(claim_of(judged), context)) return true;
  const bool is_true =
      verdict.status == Status::kHolds || verdict.status == Status::kHoldsCorrected;
  return is_true && verdict.vacuous != claim_of(judged).recorded.vacuous;
}

int exit_code(const std::vector<JudgedClaim>& judged, const verify::Context& context, bool strict) {
  bool undecided = false;
  for (const JudgedClaim& one : judged) {
    if (differs_from_record(one, context)) return kCheckFailed;
    undecided = undecided || one.verdict.status == Status::kInconclusive;
  }
  return strict && undecided ? kInconclusive : kDone;
}

std::string claims_list_text() {
  std::string text;
  for (const verify::ClaimGroup& group : verify::claim_groups()) {
    text += group.name + "\n";
    for (const Claim& claim : group.claims) {
      text += fmt::format("  {:<34}{}, {}{}\n", claim.id, record_of(claim),
                          verify::to_text(claim.kind), claim.statistical ? ", statistical" : "");
      text += paragraph(claim.says, 4);
    }
  }
  return text + "\n" + budget_sentence() + "\n" +
         "The statuses are the recorded ones; `eenet claims check` measures them.\n";
}

Json claims_list_json() {
  Json claims = Json::array();
  for (const Claim& claim : verify::all_claims()) {
    claims.push_back({{"id", claim.id},
                      {"group", claim.group},
                      {"says", claim.says},
                      {"section", claim.place.section},
                      {"label", claim.place.label},
                      {"correction", claim.correction},
                      {"how", claim.how},
                      {"evidence_kind", verify::to_text(claim.kind)},
                      {"authors_answer", claim.authors_answer},
                      {"recorded",
                       {{"quick", verify::to_text(claim.recorded.quick)},
                        {"full", verify::to_text(claim.recorded.full)},
                        {"vacuous", claim.recorded.vacuous}}},
                      {"statistical", claim.statistical},
                      {"needs_data", claim.needs_data}});
  }
  return document("claims", {{"error_budget",
                              {{"total", verify::kVerdictBudget},
                               {"statistical_claims", statistical_claims()},
                               {"each", verify::false_alarm_of_one_claim(verify::all_claims())}}},
                             {"claims", claims}});
}

std::string claims_text(const std::vector<JudgedClaim>& judged, const verify::Context& context) {
  std::string text;
  std::string group;
  for (const JudgedClaim& one : judged) {
    const Claim& claim = claim_of(one);
    if (claim.group != group) text += (text.empty() ? "" : "\n") + claim.group + "\n";
    group = claim.group;
    text +=
        fmt::format("  {:<34}{:<26}{} s\n", one.id,
                    status_text(one.verdict.status, one.verdict.vacuous), number_text(one.seconds));
    const std::string& said =
        one.verdict.finding.empty() ? one.verdict.decides : one.verdict.finding;
    text += paragraph(said, 4);
    if (differs_from_record(one, context)) {
      text +=
          fmt::format("    DIFFERS: {} was recorded\n",
                      status_text(verify::recorded_status(claim, context), claim.recorded.vacuous));
    }
  }
  const auto differing = std::count_if(judged.begin(), judged.end(), [&](const JudgedClaim& one) {
    return differs_from_record(one, context);
  });
  text +=
      fmt::format("\nSeed {}, effort {}; {}.\n\n", context.seed, verify::to_text(context.effort),
                  differing == 0 ? "every verdict is the recorded one"
                                 : fmt::format("{} differ from the record", differing));
  std::vector<ClaimStatus> statuses;
  for (const JudgedClaim& one : judged)
    statuses.push_back({&claim_of(one), one.verdict.status, one.verdict.vacuous});
  return text + summary_text(statuses);
}

Json claims_json(const std::vector<JudgedClaim>& judged, const verify::Context& context) {
  Json claims = Json::array();
  for (const JudgedClaim& one : judged) claims.push_back(claim_json(one, context));
  return document(
      "claims",
      {{"seed", context.seed}, {"effort", verify::to_text(context.effort)}, {"claims", claims}});
}

std::string explanation_text(const JudgedClaim& judged, const verify::Context& context) {
  const Claim& claim = claim_of(judged);
  const verify::Verdict& verdict = judged.verdict;
  std::string text =
      fmt::format("{}: {}\n", claim.id, status_text(verdict.status, verdict.vacuous));
  text += field("The paper says", claim.says);
  text += field("Where", place_text(claim.place));
  text += field(correction_label(claim), claim.correction);
  text += field("How it is checked", claim.how);
  text += field("What came out", verdict.finding);
  text += field("Numbers", numbers_text(verdict));
  text +=
      field(verdict.status == Status::kNotTestable ? "Why not testable" : "What would decide it",
            verdict.decides);
  text += field("Kind of evidence", verify::to_text(claim.kind));
  text += field("Preconditions", preconditions_text(verdict.preconditions));
  text += field("What the authors would answer, and why it does not help", claim.authors_answer);
  if (differs_from_record(judged, context)) {
    text += field("Differs from the record",
                  status_text(verify::recorded_status(claim, context), claim.recorded.vacuous) +
                      " was recorded");
  }
  return text + field("See it again", evidence_of(claim.id, context));
}

std::string claims_page() {
  std::string page =
      "# The claims of the paper\n\n"
      "<!-- Printed by `eenet claims list --markdown`; a test compares. -->\n\n"
      "What the paper says, claim by claim, as the program judges it: `eenet claims check ID` "
      "measures the status again,\n`eenet claims explain ID` says what was done and what came out. "
      "A contradicted claim is a result, not a failure of the\nprogram; `check` exits with 1 only "
      "if a verdict is not the one recorded below. An id with a slash is a part of a claim "
      "that\nis "
      "one thing here and another there. E-n are the [errata](errata.md).\n\n" +
      rules_of_evidence() + "\n" + budget_sentence() +
      "\n\nThe record is of seed 1 at both efforts. Another seed may leave a statistical claim "
      "inconclusive that seed 1 decides, or\ndecide one that it leaves open.\n\n" +
      recorded_counts_table() +
      "\n## The rules before the run\n\n`eenet claims rules` prints the contract of every claim: "
      "what it states, the quantity and its bound, when it passes, by\nwhich margin, and the "
      "seeded "
      "mistake that turns its verdict. `eenet report` does so before it measures anything. The\n"
      "thresholds stand in the sources of the checks, so the hash of the rules is over these:\n\n"
      "    git ls-files verify/claims 'tests/mutants/catalogue/claim*' | xargs sha256sum | "
      "sha256sum\n\nIt is `" +
      rules_hash() +
      "`\nin this revision, and a report names the hash of the rules by which it was made. A "
      "threshold that is moved is another\nhash, here and in the history of this page.\n";
  for (const verify::ClaimGroup& group : verify::claim_groups()) {
    page += fmt::format(
        "\n## {}\n\n| id | the paper says | where | evidence | recorded | check |\n"
        "| --- | --- | --- | --- | --- | --- |\n",
        group.name);
    std::string answers;
    for (const Claim& claim : group.claims) {
      page += fmt::format(
          "| `{}` | {}{}{} | {} | {}{} | {} | {} |\n", claim.id, cell(claim.says),
          claim.correction.empty() ? "" : fmt::format(" *{}* ", correction_label(claim)),
          cell(claim.correction), cell(place_text(claim.place)), verify::to_text(claim.kind),
          claim.statistical ? ", statistical" : "", record_of(claim), cell(claim.how));
      if (!claim.authors_answer.empty()) {
        answers += fmt::format("- `{}`: {}\n", claim.id, cell(claim.authors_answer));
      }
    }
    if (!answers.empty()) page += "\nWhat the authors would answer:\n\n" + answers;
  }
  return page;
}

}  // namespace eenet::experiments
