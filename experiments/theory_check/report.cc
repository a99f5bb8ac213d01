#include "experiments/theory_check/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "experiments/theory_check/errata.h"
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
                {"notable", claim.notable}};
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
Json problems_of(const std::vector<PieceResult>& results) {
  Json problems = Json::array();
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

}  // namespace

Json report_json(const ReportSettings& settings, const std::vector<PieceResult>& all) {
  const Results results(all);
  const Json claims = claim_entries(results);
  return document("report", {{"seed", settings.seed},
                             {"effort", verify::to_text(settings.effort)},
                             {"producer", producer_json()},
                             {"problems", problems_of(all)},
                             {"counts", counts_of(claims)},
                             {"claims", claims},
                             {"version", results.document("version")},
                             {"verification", results.document("verify")},
                             {"theory", results.documents("theory/")},
                             {"regret", results.documents("regret/")},
                             {"comparison", results.documents("comparison/")},
                             {"errata", errata_json()},
                             {"pieces", pieces_json(all)}});
}

}  // namespace eenet::experiments
