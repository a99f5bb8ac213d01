#include "experiments/theory_check/report.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <string_view>

#include "experiments/embedded.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/claim_rules.h"
#include "experiments/theory_check/errata.h"
#include "experiments/theory_check/history.h"
#include "experiments/theory_check/recorded_checks.h"
#include "experiments/theory_check/results_folder.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

class Results {
 public:
  explicit Results(const std::vector<PieceResult>& all) : all_(all) {}

  // Null where the piece has no document.
  [[nodiscard]] Json document(const std::string& id) const {
    for (const PieceResult& one : all_) {
      if (one.id == id) return with_command(one);
    }
    return {};
  }

  // Those whose ids begin so, by the rest of their ids.
  [[nodiscard]] Json documents(std::string_view prefix) const {
    Json documents = Json::object();
    for (const PieceResult& one : all_) {
      if (one.id.starts_with(prefix)) documents[one.id.substr(prefix.size())] = with_command(one);
    }
    return documents;
  }

 private:
  static Json with_command(const PieceResult& one) {
    if (one.document.is_null()) return {};
    Json document = one.document;
    document["command"] = one.command;
    return document;
  }

  const std::vector<PieceResult>& all_;
};

// The claim's formula as TeX and MathML, and its correction; null if it has none.
Json formula_of(const std::string& id) {
  static const Json all = Json::parse(embedded::formulas_json);
  Json formula = all.value(id.substr(0, id.find('/')), Json());
  const Json own = all.value(id, Json());  // of this part
  if (formula.is_null()) return own;
  if (!own.is_null()) formula.update(own);
  return formula;
}

Json faults_of(const std::string& id) {
  Json faults = Json::array();
  const auto found = faults_of_claims().find(id);
  if (found == faults_of_claims().end()) return faults;
  for (const SeededFault& fault : found->second) {
    faults.push_back({{"name", fault.name}, {"why", fault.why}});
  }
  return faults;
}

// What the ledger says of the claim, and what came out.
Json claim_entry(const verify::Claim& claim, const Results& results) {
  Json entry = {{"id", claim.id},
                {"group", claim.group},
                {"says", claim.says},
                {"section", claim.place.section},
                {"label", claim.place.label},
                {"correction", claim.correction},
                {"how", claim.how},
                {"evidence_kind", verify::to_text(claim.kind)},
                {"statistical", claim.statistical},
                {"authors_answer", claim.authors_answer},
                {"notable", claim.notable},
                {"formula", formula_of(claim.id)},
                {"faults", faults_of(claim.id)}};
  const Json document = results.document("claims/" + claim.id);
  if (document.is_null()) {
    entry["status"] = "not-run";
    return entry;
  }
  const Json& verdict = document.at("claims").at(0);
  for (const char* key :
       {"status", "vacuous", "measured", "bound", "p_value", "seeds", "preconditions", "finding",
        "decides", "recorded", "evidence", "seconds"}) {
    entry[key] = verdict.at(key);
  }
  return entry;
}

Json claim_entries(const Results& results) {
  Json entries = Json::array();
  for (const verify::Claim& claim : verify::all_claims()) {
    entries.push_back(claim_entry(claim, results));
  }
  return entries;
}

// {"holds": {"all": 3, "measured": 1, ...}, ...}, and of vacuous ones.
Json counts_of(const Json& claims) {
  Json counts = Json::object();
  const auto count = [&](const std::string& status, const std::string& kind) {
    return std::count_if(claims.begin(), claims.end(), [&](const Json& claim) {
      return claim.at("status") == status && (kind.empty() || claim.at("evidence_kind") == kind);
    });
  };
  for (const verify::Status status : verify::kStatuses) {
    const std::string name = verify::to_text(status);
    counts[name] = {{"all", count(name, "")}};
    for (const verify::EvidenceKind kind : verify::kEvidenceKinds) {
      counts[name][verify::to_text(kind)] = count(name, verify::to_text(kind));
    }
  }
  counts["not-run"] = count("not-run", "");
  counts["vacuous"] = std::count_if(claims.begin(), claims.end(), [](const Json& claim) {
    return claim.value("vacuous", false);
  });
  counts["claims"] = claims.size();
  return counts;
}

// How often all statistical verdicts together may be wrong, and where that went.
Json budget_json(const Json& claims) {
  const double share = verify::false_alarm_of_one_claim(verify::all_claims());
  Json budget = {{"all", verify::kVerdictBudget},
                 {"claims", 0},
                 {"each", share},
                 {"decided", 0},
                 {"spent_on", Json::array()}};
  std::uint64_t count = 0;
  std::uint64_t decided = 0;
  for (const Json& claim : claims) {
    if (!claim.at("statistical").get<bool>()) continue;
    ++count;
    if (claim.at("status") == "not-run") continue;
    const bool open = claim.at("status") == "inconclusive" || claim.at("status") == "not-testable";
    decided += open ? 0 : 1;
    budget["spent_on"].push_back({{"id", claim.at("id")},
                                  {"status", claim.at("status")},
                                  {"p_value", claim.value("p_value", Json())},
                                  {"seeds", claim.value("seeds", std::uint64_t{0})}});
  }
  budget["claims"] = count;
  budget["decided"] = decided;
  return budget;
}

// The runs whose digests are on record, and whether this build on this machine has them.
Json determinism_json(const Results& results) {
  Json rows = Json::array();
  std::uint64_t same = 0;
  for (const RecordedRun& run : recorded_runs()) {
    const Json document = results.document("determinism/" + run.method + "/" + run.environment);
    if (document.is_null()) continue;
    const Json& digest = document.at("runs").at(0).at("digest");
    const bool agrees = digest == run.digest;
    same += agrees ? 1 : 0;
    rows.push_back({{"method", run.method},
                    {"environment", run.environment},
                    {"recorded", run.digest},
                    {"digest", digest},
                    {"same", agrees},
                    {"command", document.at("command")}});
  }
  if (rows.empty()) return nullptr;
  return {{"rounds", std::stoull(kRecordedRounds)},
          {"runs", rows.size()},
          {"same", same},
          {"rows", rows}};
}

Json mutants_json() {
  const RecordedKills& kills = recorded_kills();
  Json suites = Json::array();
  for (const auto& [suite, count] : kills.by_suite) {
    suites.push_back({{"suite", suite}, {"kills", count}});
  }
  std::size_t faults = 0;
  for (const auto& [claim, list] : faults_of_claims()) faults += list.size();
  return {{"faults", kills.faults},
          {"equivalent", kills.equivalent},
          {"noticed", kills.faults - kills.equivalent},
          {"suites", suites},
          {"faults_of_claims", faults},
          {"claims_with_faults", faults_of_claims().size()}};
}

// {"traces": [{"path", "check", "bound", "spectrum", "psi": {"1": ...}}], "regret"}.
Json runs_json(const ReportSettings& settings, const Results& results) {
  if (settings.runs.empty()) return nullptr;
  Json traces = Json::array();
  for (std::size_t i = 0; i < settings.runs.size(); ++i) {
    const std::string id = fmt::format("runs/{}/", i);
    traces.push_back({{"path", settings.runs[i]},
                      {"check", results.document(id + "check")},
                      {"bound", results.document(id + "bound")},
                      {"spectrum", results.document(id + "spectrum")},
                      {"psi", results.documents(id + "psi/")}});
  }
  return {{"traces", traces}, {"regret", results.document("runs/regret")}};
}

Json experiments_json(const ReportSettings& settings) {
  Json folders = Json::array();
  for (const std::string& folder : settings.from) folders.push_back(results_in(folder));
  return folders;
}

Json errata_json() {
  Json rows = Json::array();
  for (const Erratum& one : errata()) {
    rows.push_back({{"number", one.number},
                    {"place", one.place},
                    {"print", one.print},
                    {"read", one.read},
                    {"seen", one.seen}});
  }
  return rows;
}

// Where it was made. Nothing here changes a number but times.
Json machine_json() {
  utsname system{};
  Json machine = {{"processors", default_jobs()}, {"system", "unknown"}};
  if (::uname(&system) == 0) {
    machine["system"] = fmt::format("{} {} on {}", system.sysname, system.release, system.machine);
  }
  return machine;
}

Json pieces_json(const std::vector<PieceResult>& results) {
  Json list = Json::array();
  for (const PieceResult& one : results) {
    list.push_back({{"id", one.id},
                    {"command", one.command},
                    {"exit_code", one.exit_code},
                    {"seconds", one.seconds}});
  }
  return list;
}

// What a reader must know before anything else, one sentence each.
Json problems_of(const std::vector<PieceResult>& results, const Json& determinism) {
  Json problems = Json::array();
  if (!determinism.is_null() && determinism.at("same") != determinism.at("runs")) {
    problems.push_back(fmt::format(
        "{} of {} runs do not have the bits that are on record: this build or this "
        "machine computes something else",
        determinism.at("runs").get<std::uint64_t>() - determinism.at("same").get<std::uint64_t>(),
        determinism.at("runs").get<std::uint64_t>()));
  }
  for (const PieceResult& one : results) {
    if (one.document.is_null()) {
      problems.push_back(fmt::format("{} gave no result: {}", one.command, one.reason));
    } else if (one.exit_code != 0) {
      problems.push_back(
          fmt::format("{} ended with exit code {}: a check of our code failed, or "
                      "a verdict is not the recorded one",
                      one.command, one.exit_code));
    }
  }
  return problems;
}

Json rules_json() {
  return {{"hash", rules_hash()}, {"file", "rules.txt"}};
}

}  // namespace

Json report_json(const ReportSettings& settings, const std::vector<PieceResult>& all,
                 const Json& previous) {
  const Results results(all);
  const bool of_paper = settings.runs.empty();
  const Json claims = of_paper ? claim_entries(results) : Json::array();
  const Json determinism = determinism_json(results);
  Json report = document("report", {{"about", of_paper ? "paper" : "runs"},
                                    {"seed", settings.seed},
                                    {"effort", verify::to_text(settings.effort)},
                                    {"only", settings.only},
                                    {"producer", producer_json()},
                                    {"machine", machine_json()},
                                    {"rules", of_paper ? rules_json() : Json()},
                                    {"problems", problems_of(all, determinism)},
                                    {"counts", counts_of(claims)},
                                    {"claims", claims},
                                    {"error_budget", budget_json(claims)},
                                    {"version", results.document("version")},
                                    {"verification", results.document("verify")},
                                    {"determinism", determinism},
                                    {"mutants", mutants_json()},
                                    {"theory", results.documents("theory/")},
                                    {"regret", results.documents("regret/")},
                                    {"comparison", results.documents("comparison/")},
                                    {"runs", runs_json(settings, results)},
                                    {"experiments", experiments_json(settings)},
                                    {"errata", errata_json()},
                                    {"pieces", pieces_json(all)}});
  report["history"] = history_after(previous, report);
  return report;
}

}  // namespace eenet::experiments
