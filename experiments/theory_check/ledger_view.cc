#include "experiments/theory_check/ledger_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "experiments/formats/output.h"
#include "experiments/theory_check/bar.h"
#include "verify/verdict.h"

namespace eenet::experiments {

namespace {

using verify::Status;

// The order in which a reader wants to see verdicts.
constexpr std::array kWorstFirst = {Status::kContradicted,   Status::kNotReproduced,
                                    Status::kHoldsCorrected, Status::kInconclusive,
                                    Status::kHolds,          Status::kNotTestable};

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

// Both readings, where there are two.
Json formulas_of(const Json& formula) {
  Json list = Json::array();
  if (formula.is_null()) return list;
  for (const auto& [key, words] : {std::pair{"print", "as printed"}, std::pair{"read", "read"}}) {
    if (formula.contains(key)) {
      list.push_back({{"words", words},
                      {"mathml", formula.at(key).at("mathml")},
                      {"tex", formula.at(key).at("tex")}});
    }
  }
  return list;
}

Json shown_claim(Json claim) {
  const std::string status = claim.at("status");
  claim["anchor"] = anchor_of(claim.at("id"));
  claim["ring"] = is_open(status) ? "ring" : "";
  claim["status_words"] =
      words_of_status(status) + (claim.value("vacuous", false) ? ", but says nothing" : "");
  claim["bar"] = bar_svg(claim.value("measured", Json()), claim.value("bound", Json()));
  claim["numbers"] = numbers_of(claim);
  claim["decides_words"] = status == "not-testable" ? "Why not" : "What would decide it";
  claim["formulas"] = formulas_of(claim.value("formula", Json()));
  claim.erase("formula");
  claim["has_plots"] = false;
  claim["plots"] = Json::array();
  claim["has_faults"] = !claim.value("faults", Json::array()).empty();
  claim["has_preconditions"] = !claim.value("preconditions", Json::array()).empty();
  for (Json& one : claim["preconditions"]) {
    one["words"] = one.at("met").get<bool>() ? "met" : "not met";
  }
  return claim;
}

// "2 measured, 4 derived".
std::string kinds_of(const Json& count) {
  std::string kinds;
  for (const verify::EvidenceKind kind : verify::kEvidenceKinds) {
    const auto number = count.at(verify::to_text(kind)).get<std::uint64_t>();
    if (number == 0) continue;
    kinds += fmt::format("{}{}\u00a0{}", kinds.empty() ? "" : ", ", number, verify::to_text(kind));
  }
  return kinds;
}

}  // namespace

std::string words_of_status(const std::string& status) {
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

std::string anchor_of(const std::string& id) {
  std::string anchor = id;
  std::replace(anchor.begin(), anchor.end(), '/', '.');
  return anchor;
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

Json count_boxes(const Json& counts) {
  Json boxes = Json::array();
  for (const Status status : verify::kStatuses) {
    const std::string name = verify::to_text(status);
    const Json& count = counts.at(name);
    if (count.at("all") == 0) continue;
    boxes.push_back({{"class", name},
                     {"all", count.at("all")},
                     {"words", words_of_status(name)},
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

}  // namespace eenet::experiments
