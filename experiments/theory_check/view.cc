#include "experiments/theory_check/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "experiments/formats/output.h"
#include "experiments/theory_check/bar.h"
#include "experiments/theory_check/plan.h"
#include "theory/measured/mean.h"
#include "verify/verdict.h"

namespace eenet::experiments {

namespace {

using verify::Status;

// The order in which a reader wants to see verdicts.
constexpr std::array kWorstFirst = {Status::kContradicted,   Status::kNotReproduced,
                                    Status::kHoldsCorrected, Status::kInconclusive,
                                    Status::kHolds,          Status::kNotTestable};

std::string anchor_of(const std::string& id) {
  std::string anchor = id;
  std::replace(anchor.begin(), anchor.end(), '/', '.');
  return anchor;
}

std::string words_of(const std::string& status) {
  static const std::map<std::string, std::string> words = {
      {"holds", "holds"},
      {"holds-corrected", "holds after a correction"},
      {"contradicted", "contradicted"},
      {"not-reproduced", "not reproduced"},
      {"inconclusive", "undecided"},
      {"not-testable", "not testable here"},
      {"not-run", "not run"}};
  return words.at(status);
}

bool is_open(const std::string& status) {
  return status == "inconclusive" || status == "not-testable" || status == "not-run";
}

std::string numbers_of(const Json& claim) {
  std::string numbers;
  const auto add = [&numbers](const std::string& part) {
    numbers += (numbers.empty() ? "" : "; ") + part;
  };
  if (!claim.value("measured", Json()).is_null()) {
    add("measured " + measured_text(measured_from_json(claim.at("measured"))));
  }
  if (!claim.value("bound", Json()).is_null()) {
    add("held against " + measured_text(measured_from_json(claim.at("bound"))));
  }
  if (!claim.value("p_value", Json()).is_null()) {
    add("p = " + number_text(claim.at("p_value").get<double>()));
  }
  if (const auto seeds = claim.value("seeds", std::uint64_t{0}); seeds > 0) {
    add(fmt::format("{} seeds", seeds));
  }
  return numbers;
}

Json shown_claim(Json claim) {
  const std::string status = claim.at("status");
  claim["anchor"] = anchor_of(claim.at("id"));
  claim["ring"] = is_open(status) ? "ring" : "";
  claim["status_words"] =
      words_of(status) + (claim.value("vacuous", false) ? ", but says nothing" : "");
  claim["bar"] = bar_svg(claim.value("measured", Json()), claim.value("bound", Json()));
  claim["numbers"] = numbers_of(claim);
  claim["decides_words"] = status == "not-testable" ? "Why not" : "What would decide it";
  claim["has_preconditions"] = !claim.value("preconditions", Json::array()).empty();
  for (Json& one : claim["preconditions"]) {
    one["words"] = one.at("met").get<bool>() ? "met" : "not met";
  }
  return claim;
}

Json ledger_of(const Json& claims) {
  Json ledger = Json::array();
  const auto add = [&](const std::string& status) {
    for (const Json& claim : claims) {
      if (claim.at("status") == status) ledger.push_back(shown_claim(claim));
    }
  };
  for (const Status status : kWorstFirst) add(verify::to_text(status));
  add("not-run");
  return ledger;
}

// "2 measured, 4 derived".
std::string kinds_of(const Json& count) {
  std::string kinds;
  for (const verify::EvidenceKind kind : verify::kEvidenceKinds) {
    const auto number = count.at(verify::to_text(kind)).get<std::uint64_t>();
    if (number == 0) continue;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", number, verify::to_text(kind));
  }
  return kinds;
}

Json count_boxes(const Json& counts) {
  Json boxes = Json::array();
  for (const Status status : verify::kStatuses) {
    const std::string name = verify::to_text(status);
    const Json& count = counts.at(name);
    if (count.at("all") == 0) continue;
    boxes.push_back({{"class", name},
                     {"all", count.at("all")},
                     {"words", words_of(name)},
                     {"kinds", kinds_of(count)}});
  }
  return boxes;
}

Json filters_of(const Json& counts) {
  Json filters = {
      {{"statuses", "all"}, {"words", "All"}, {"count", counts.at("claims")}, {"pressed", "true"}}};
  const auto add = [&](const char* words, const std::vector<std::string>& statuses) {
    std::string list;
    std::uint64_t count = 0;
    for (const std::string& status : statuses) {
      list += (list.empty() ? "" : " ") + status;
      count += counts.at(status).at("all").get<std::uint64_t>();
    }
    filters.push_back(
        {{"statuses", list}, {"words", words}, {"count", count}, {"pressed", "false"}});
  };
  add("Contradicted", {"contradicted", "not-reproduced"});
  add("Corrected", {"holds-corrected"});
  add("Holds", {"holds"});
  add("Open", {"inconclusive", "not-testable"});
  return filters;
}

// The three sentences that matter: of the contradicted claims that have one.
Json sentences_of(const Json& ledger) {
  Json sentences = Json::array();
  for (const Json& claim : ledger) {
    const std::string notable = claim.at("notable");
    if (claim.at("status") != "contradicted" || notable.empty() || sentences.size() == 3) continue;
    sentences.push_back(
        {{"text", notable}, {"id", claim.at("id")}, {"anchor", claim.at("anchor")}});
  }
  return sentences;
}

Json unchecked_of(const Json& report) {
  const Json& counts = report.at("counts");
  Json list = Json::array();
  list.push_back(fmt::format("{} statements cannot be tested here; each row says why.",
                             counts.at("not-testable").at("all").get<std::uint64_t>()));
  list.push_back(fmt::format("{} are undecided; each row says what would decide it.",
                             counts.at("inconclusive").at("all").get<std::uint64_t>()));
  list.push_back(
      "The paper's data sets and baselines: this report uses small synthetic environments alone.");
  if (report.at("effort") == "quick") {
    list.push_back("Effort was quick: fewer seeds and rounds than with --effort full.");
  }
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

std::string total_time(const Json& pieces) {
  double seconds = 0.0;
  for (const Json& one : pieces) seconds += one.at("seconds").get<double>();
  return seconds < 90.0 ? fmt::format("{:.0f} s", seconds)
                        : fmt::format("{:.0f} min", seconds / 60.0);
}

}  // namespace

Json view_of(const Json& report) {
  Json view = report;
  view["ledger"] = ledger_of(report.at("claims"));
  view["count_boxes"] = count_boxes(report.at("counts"));
  view["filters"] = filters_of(report.at("counts"));
  view["sentences"] = sentences_of(view.at("ledger"));
  view["unchecked"] = unchecked_of(report);
  view["comparisons"] = comparisons_of(report.at("comparison"));
  view["witnesses"] = joined(report.at("version").value("witnesses", Json::array()));
  view["absent"] = joined(report.at("version").value("absent_witnesses", Json::array()));
  view["total_time"] = total_time(report.at("pieces"));
  return view;
}

}  // namespace eenet::experiments
