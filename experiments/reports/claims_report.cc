#include "experiments/reports/claims_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

using verify::Claim;
using verify::Status;

constexpr std::size_t kLineWidth = 96;

const Claim& claim_of(const JudgedClaim& judged) {
  return *verify::claims_named(judged.id).front();
}

// The words of a paragraph in lines of at most kLineWidth, each after `indent` blanks.
std::string paragraph(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string result;
  std::string line(indent, ' ');
  std::string word;
  while (words >> word) {
    if (line.size() > indent && line.size() + 1 + word.size() > kLineWidth) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
  }
  return line.size() > indent ? result + line + "\n" : result;
}

std::string field(const std::string& name, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("  {}\n{}", name, paragraph(text, 4));
}

std::string status_text(const verify::Verdict& verdict) {
  return verify::to_text(verdict.status) + (verdict.vacuous ? " (vacuous)" : "");
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

std::string place_text(const verify::Place& place) {
  if (place.label.empty()) return place.section;
  return fmt::format("{} ({})", place.section, place.label);
}

std::string counts_text(const std::vector<ClaimStatus>& statuses) {
  std::string text =
      fmt::format("{} {}:", statuses.size(), statuses.size() == 1 ? "claim" : "claims");
  std::string separator = " ";
  for (const Status status : {Status::kHolds, Status::kHoldsCorrected, Status::kContradicted,
                              Status::kInconclusive, Status::kNotTestable}) {
    const auto count = std::count_if(statuses.begin(), statuses.end(),
                                     [status](const auto& one) { return one.status == status; });
    if (count == 0) continue;
    text += fmt::format("{}{} {}", separator, count, verify::to_text(status));
    separator = ", ";
  }
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
  const std::string quick = verify::to_text(claim.recorded.quick);
  const std::string full = verify::to_text(claim.recorded.full);
  return quick == full ? full : fmt::format("{} (quick: {})", full, quick);
}

std::size_t statistical_claims() {
  const auto& all = verify::all_claims();
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const Claim& c) { return c.statistical; }));
}

std::string budget_sentence() {
  return fmt::format(
      "Error budget: all verdicts together may be wrong with probability {}; {} claims are "
      "statistical, and each has {}.",
      number_text(verify::kVerdictBudget), statistical_claims(),
      number_text(verify::false_alarm_of_one_claim(verify::all_claims())));
}

}  // namespace

std::string summary_text(const std::vector<ClaimStatus>& statuses) {
  std::string text = counts_text(statuses) + "\n";
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
  verify::Context context;  // without data
  context.effort = effort;
  std::vector<ClaimStatus> statuses;
  for (const Claim& claim : verify::all_claims()) {
    statuses.push_back({&claim, verify::recorded_status(claim, context)});
  }
  return summary_text(statuses);
}

bool differs_from_record(const JudgedClaim& judged, const verify::Context& context) {
  return judged.verdict.status != verify::recorded_status(claim_of(judged), context);
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
      text += fmt::format("  {:<34}{}{}\n", claim.id, record_of(claim),
                          claim.statistical ? ", statistical" : "");
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
                      {"audit", verify::to_text(claim.audit.code)},
                      {"audit_remark", claim.audit.remark},
                      {"recorded",
                       {{"quick", verify::to_text(claim.recorded.quick)},
                        {"full", verify::to_text(claim.recorded.full)}}},
                      {"difference", claim.difference},
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
    text += fmt::format("  {:<34}{:<26}{} s\n", one.id, status_text(one.verdict),
                        number_text(one.seconds));
    const std::string& said =
        one.verdict.finding.empty() ? one.verdict.decides : one.verdict.finding;
    text += paragraph(said, 4);
    if (differs_from_record(one, context)) {
      text += fmt::format("    DIFFERS: {} was recorded\n",
                          verify::to_text(verify::recorded_status(claim, context)));
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
  for (const JudgedClaim& one : judged) statuses.push_back({&claim_of(one), one.verdict.status});
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
  std::string text = fmt::format("{}: {}\n", claim.id, status_text(verdict));
  text += field("The paper says", claim.says);
  text += field("Where", place_text(claim.place));
  text += field("Correction", claim.correction);
  text += field("How it is checked", claim.how);
  text += field("What came out", verdict.finding);
  text += field("Numbers", numbers_text(verdict));
  text +=
      field(verdict.status == Status::kNotTestable ? "Why not testable" : "What would decide it",
            verdict.decides);
  text += field("An audit of the paper's source said",
                fmt::format("{}{}{}", verify::to_text(claim.audit.code),
                            claim.audit.remark.empty() ? "" : ": ", claim.audit.remark));
  text += field("Why we say something else", claim.difference);
  if (differs_from_record(judged, context)) {
    text += field("Differs from the record",
                  verify::to_text(verify::recorded_status(claim, context)) + " was recorded");
  }
  return text + field("See it again", evidence_of(claim.id, context));
}

std::string claims_page() {
  std::string page =
      "# The claims of the paper\n\n"
      "<!-- Printed by `eenet claims list --markdown`; a test compares. -->\n\n"
      "Every claim of the paper that the audit's ledger lists, as the program judges it: `eenet "
      "claims check ID` measures\nthe status again, `eenet claims explain ID` says what was done "
      "and what came out. Statuses: `holds` as printed,\n`holds-corrected` after the correction "
      "named, `contradicted`, `inconclusive` (the verdict says what would decide it),\n"
      "`not-testable` (it says why). A contradicted claim is a result, not a failure of the "
      "program; `check` exits with 1 only\nif a verdict is not the recorded one below. An id with "
      "a slash is a part of a claim that is one thing here and\nanother there. *B-n* are the "
      "errata of the audit.\n\n" +
      budget_sentence() +
      "\n\nThe record is of seed 1, which has been run at both efforts. Another seed may leave a "
      "statistical claim\ninconclusive that seed 1 decides, or decide one that it leaves open: at "
      "full effort seed 2 contradicts `ABL-Y/proxy`,\nand nothing else changes. The number of "
      "seeds of `CLM-DIRECTION`, `PRF-I34/learning` and `DEF-NTK` was raised after a\nfirst look "
      "at theirs, which no budget covers; seeds 11 and 12, looked at only afterwards, gave the "
      "same verdicts.\n";
  std::string differing;
  for (const verify::ClaimGroup& group : verify::claim_groups()) {
    page += fmt::format(
        "\n## {}\n\n| id | the paper says | where | recorded | audit | check |\n"
        "| --- | --- | --- | --- | --- | --- |\n",
        group.name);
    for (const Claim& claim : group.claims) {
      page += fmt::format("| `{}` | {}{}{} | {} | {}{} | {} | {} |\n", claim.id, cell(claim.says),
                          claim.correction.empty() ? "" : " *Correction* ", cell(claim.correction),
                          cell(place_text(claim.place)), record_of(claim),
                          claim.statistical ? ", statistical" : "",
                          verify::to_text(claim.audit.code), cell(claim.how));
      if (!claim.difference.empty()) {
        differing += fmt::format("- `{}`: recorded {}, audit {}. {}\n", claim.id, record_of(claim),
                                 verify::to_text(claim.audit.code), cell(claim.difference));
      }
    }
  }
  return page + "\n## Where we differ from the audit, and why\n\n" + differing;
}

}  // namespace eenet::experiments
