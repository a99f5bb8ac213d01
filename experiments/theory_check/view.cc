#include "experiments/theory_check/view.h"

#include <fmt/format.h>

#include "experiments/formats/output.h"
#include "experiments/theory_check/growth_view.h"
#include "experiments/theory_check/ledger_view.h"
#include "experiments/theory_check/plan.h"
#include "theory/measured/mean.h"

namespace eenet::experiments {

namespace {

std::string plural(std::uint64_t count, const char* one, const char* more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

Json unchecked_of(const Json& report) {
  const Json& counts = report.at("counts");
  Json list = Json::array();
  if (const auto missing = counts.at("not-run").get<std::uint64_t>(); missing > 0) {
    list.push_back(plural(missing, "statement was not run in this report.",
                          "statements were not run in this report."));
  }
  if (const auto vacuous = counts.at("vacuous").get<std::uint64_t>(); vacuous > 0) {
    list.push_back(plural(vacuous, "statement is true but says nothing where it was checked.",
                          "statements are true but say nothing where they were checked."));
  }
  list.push_back(fmt::format("{} statements cannot be tested here; each row says why.",
                             counts.at("not-testable").at("all").get<std::uint64_t>()));
  list.push_back(fmt::format("{} are undecided; each row says what would decide it.",
                             counts.at("inconclusive").at("all").get<std::uint64_t>()));
  const Json& mutants = report.at("mutants");
  list.push_back(
      fmt::format("{} of {} statements have no seeded fault that must turn their verdict.",
                  counts.at("claims").get<std::uint64_t>() -
                      mutants.at("claims_with_faults").get<std::uint64_t>(),
                  counts.at("claims").get<std::uint64_t>()));
  list.push_back(report.at("experiments").empty()
                     ? "The paper’s data sets and baselines: this report plays in small synthetic "
                       "environments alone."
                     : "What the folders of results do not hold.");
  if (report.at("effort") == "quick") {
    list.push_back("Effort was quick: fewer seeds and rounds than with --effort full.");
  }
  list.push_back(
      "Machines other than this one, but for the digests that every build has to reach.");
  return list;
}

std::vector<double> regrets_of(const Json& run) {
  std::vector<double> regrets;
  for (const Json& one : run.at("runs")) regrets.push_back(number_from_json(one.at("regret")));
  return regrets;
}

std::string interval_text(const theory::Measured& mean) {
  return fmt::format("[{}, {}]", number_text(mean.lower), number_text(mean.upper));
}

// One environment: every method beside Algorithm 1, paired by seed. The 99% are shared by the rows.
Json comparison_of(const std::string& environment, const Json& runs) {
  const std::vector<std::string>& methods = compared_methods();
  const auto run_of = [&](const std::string& method) {
    return runs.value(environment + "/" + method, Json());
  };
  const Json first = run_of(methods.front());
  if (first.is_null()) return {};
  const double level = 1.0 - 0.01 / static_cast<double>(2 * methods.size());
  const std::vector<double> base = regrets_of(first);
  Json rows = Json::array();
  for (const std::string& method : methods) {
    const Json run = run_of(method);
    if (run.is_null()) continue;
    const std::vector<double> regrets = regrets_of(run);
    std::vector<double> differences;
    for (std::size_t i = 0; i < regrets.size() && i < base.size(); ++i) {
      differences.push_back(regrets[i] - base[i]);
    }
    const theory::Measured mean = theory::student_mean(regrets, level);
    const theory::Measured difference = theory::student_mean(differences, level);
    const bool itself = method == methods.front();
    rows.push_back({{"method", method},
                    {"mean", number_text(mean.value)},
                    {"interval", interval_text(mean)},
                    {"difference", itself ? "" : number_text(difference.value)},
                    {"difference_interval", itself ? "" : interval_text(difference)}});
  }
  return {{"environment", environment},
          {"seeds", base.size()},
          {"rounds", first.at("rounds")},
          {"rows", rows}};
}

Json comparisons_of(const Json& runs) {
  Json list = Json::array();
  for (const std::string& environment : shown_environments()) {
    Json one = comparison_of(environment, runs);
    if (!one.is_null()) list.push_back(std::move(one));
  }
  return list;
}

std::string joined(const Json& words) {
  std::string list;
  for (const Json& word : words) list += (list.empty() ? "" : ", ") + word.get<std::string>();
  return list;
}

// Results of larger experiments beside the paper's numbers.
Json folders_of(const Json& report) {
  Json folders = report.at("experiments");
  for (Json& folder : folders) {
    for (Json& one : folder["results"]) {
      const theory::Measured regret = measured_from_json(one.at("regret"));
      one["mean"] = number_text(regret.value);
      one["interval"] = interval_text(regret);
      const Json& paper = one.at("paper");
      one["printed"] = paper.is_null() ? std::string("–")
                                       : fmt::format("{} ± {}", number_text(paper.at("mean")),
                                                     number_text(paper.at("spread")));
    }
    for (Json& one : folder["growth"]) {
      one["outcome"] = one.at("growth").at("outcome");
      one["exponent"] = measured_text(measured_from_json(one.at("growth").at("exponent")));
    }
    for (const char* part : {"results", "growth", "judged", "skipped"}) {
      folder[fmt::format("has_{}", part)] = !folder.at(part).empty();
    }
  }
  return folders;
}

// Each earlier report and what has changed since.
Json history_rows(const Json& report) {
  Json rows = Json::array();
  Json now = Json::object();
  for (const Json& claim : report.at("claims"))
    now[claim.at("id").get<std::string>()] = claim.at("status");
  for (const Json& earlier : report.at("history")) {
    std::string changes;
    for (const auto& [id, status] : earlier.at("verdicts").items()) {
      const Json after = now.value(id, Json("lost"));
      if (after == status || status == "not-run" || after == "not-run") continue;
      changes += fmt::format("{}{}: {}, now {}", changes.empty() ? "" : "; ", id,
                             status.get<std::string>(), after.get<std::string>());
    }
    rows.push_back({{"version", earlier.value("version", Json())},
                    {"revision", earlier.value("revision", Json())},
                    {"seed", earlier.value("seed", Json())},
                    {"effort", earlier.value("effort", Json())},
                    {"changes", changes.empty() ? "no verdict is another one now" : changes}});
  }
  return rows;
}

// Traces and folders are named as they were given.
std::string rerun_line(const Json& report) {
  std::vector<std::string> words = {"eenet",    "report",
                                    "--seed",   report.at("seed").dump(),
                                    "--effort", report.at("effort").get<std::string>()};
  for (const Json& begin : report.at("only")) {
    words.emplace_back("--only");
    words.push_back(begin);
  }
  for (const Json& folder : report.at("experiments")) {
    words.emplace_back("--from");
    words.push_back(folder.at("folder"));
  }
  if (!report.at("runs").is_null()) {
    words.emplace_back("--runs");
    for (const Json& trace : report.at("runs").at("traces")) words.push_back(trace.at("path"));
  }
  return shell_words(words);
}

Json packages_of(const Json& version) {
  Json list = Json::array();
  const Json packages = version.value("packages", Json::object());
  for (const auto& [name, number] : packages.items()) {
    list.push_back(fmt::format("{} {}", name, number.get<std::string>()));
  }
  return list;
}

Json checks_of_runs(const Json& runs) {
  Json list = Json::array();
  if (runs.is_null()) return list;
  for (const Json& trace : runs.at("traces")) {
    Json row = {
        {"path", trace.at("path")}, {"verdict", "no result"}, {"regret", "–"},  {"bound", "–"},
        {"vacuous", "–"},           {"dimension", "–"},       {"smallest", "–"}};
    if (!trace.at("check").is_null()) row["verdict"] = trace.at("check").at("verdict");
    if (!trace.at("bound").is_null()) {
      const Json& bound = trace.at("bound");
      row["regret"] = measured_text(measured_from_json(bound.at("regret")));
      for (const Json& one : bound.at("bounds")) {
        if (one.at("id") != "THM-1/printed") continue;
        row["bound"] = measured_text(measured_from_json(one.at("value")));
        const Json& vacuous = one.at("vacuous");
        row["vacuous"] = vacuous.is_null() ? "not known" : vacuous.get<bool>() ? "yes" : "no";
      }
    }
    if (!trace.at("spectrum").is_null()) {
      row["dimension"] =
          measured_text(measured_from_json(trace.at("spectrum").at("effective_dimension")));
      row["smallest"] = measured_text(measured_from_json(trace.at("spectrum").at("lambda_min")));
    }
    list.push_back(std::move(row));
  }
  return list;
}

std::string total_time(const Json& pieces) {
  double seconds = 0.0;
  for (const Json& one : pieces) seconds += one.at("seconds").get<double>();
  return seconds < 90.0 ? fmt::format("{:.0f} s", seconds)
                        : fmt::format("{:.0f} min", seconds / 60.0);
}

}  // namespace

Json view_of(const Json& report) {
  Json view = report;
  const bool of_paper = report.at("about") == "paper";
  view["of_paper"] = of_paper;
  view["of_runs"] = !of_paper;
  view["ledger"] = ledger_of(report.at("claims"));
  view["count_boxes"] = count_boxes(report.at("counts"));
  view["filters"] = filters_of(report.at("counts"));
  view["sentences"] = sentences_of(view.at("ledger"));
  view["unchecked"] = of_paper ? unchecked_of(report) : Json::array();
  view["growth"] = growth_tables(report);
  view["comparisons"] = comparisons_of(report.at("comparison"));
  view["rerun"] = rerun_line(report);
  view["folders"] = folders_of(report);
  view["run_rows"] = checks_of_runs(report.at("runs"));
  view["history_rows"] = history_rows(report);
  view["has_history"] = !report.at("history").empty();
  view["witness_names"] = joined(report.at("version").value("witnesses", Json::array()));
  view["absent_names"] = joined(report.at("version").value("absent_witnesses", Json::array()));
  view["packages"] = packages_of(report.at("version"));
  view["total_time"] = total_time(report.at("pieces"));
  if (!report.at("determinism").is_null()) {
    for (Json& run : view["determinism"]["rows"]) {
      run["words"] = run.at("same").get<bool>() ? "same" : "not the same";
    }
  }
  for (Json& claim : view["error_budget"]["spent_on"]) {
    const Json& p = claim.at("p_value");
    claim["p"] = p.is_null() ? "–" : number_text(p.get<double>());
    claim["anchor"] = anchor_of(claim.at("id"));
  }
  for (Json& piece : view["pieces"])
    piece["time"] = fmt::format("{:.1f}", piece.at("seconds").get<double>());
  return view;
}

}  // namespace eenet::experiments
