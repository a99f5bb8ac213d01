#include "experiments/reports/curves_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/formats/output.h"
#include "theory/regret/kinds_of_run.h"

namespace eenet::experiments {

namespace {

using theory::CurveComparison;
using theory::CurveLook;
using theory::CurveOutcome;

std::string percent(double share) {
  return fmt::format("{:.3g}%", 100.0 * share);
}

const CurveLook& look_at(const CurveComparison& comparison, std::uint64_t round) {
  return *std::ranges::find(comparison.looks, round, &CurveLook::round);
}

std::string noticed_text(const std::optional<double>& share, const char* what) {
  if (!share) return fmt::format("no change by up to a factor of 16 that is {}", what);
  return fmt::format("{} {}", percent(*share), what);
}

std::string noticed_sentence(const CurvesReport& report) {
  return fmt::format(
      "With {} and {} runs and this spread, {} and {} regret in every run would be noticed at the "
      "last round with {}",
      report.judged.curves.runs(), report.reference.curves.runs(),
      noticed_text(report.comparison.noticed.worse, "more"),
      noticed_text(report.comparison.noticed.better, "less"), percent(report.settings.power));
}

std::string difference_text(const CurveLook& look) {
  return fmt::format("{} against {}", number_text(look.judged.value),
                     number_text(look.reference.value));
}

Json look_json(const CurveLook& look) {
  return {{"round", look.round},
          {"outcome", theory::to_text(look.outcome)},
          {"judged", to_json(look.judged)},
          {"reference", to_json(look.reference)},
          {"difference", to_json(look.difference)},
          {"margin", look.margin},
          {"worse_p_value", look.ranks.larger_p_value},
          {"better_p_value", look.ranks.smaller_p_value},
          {"exact", look.ranks.exact},
          {"welch_p_value", look.welch_p_value}};
}

Json kinds_json(const RegretInput& input) {
  Json kinds = Json::array();
  for (const theory::KindOfRun& kind : theory::kinds_of_run(input.curves)) {
    kinds.push_back({{"runs", kind.members.size()},
                     {"lowest_rate", kind.lowest_rate},
                     {"highest_rate", kind.highest_rate},
                     {"mean_final_regret", kind.mean_final_regret}});
  }
  return kinds;
}

// Kinds need three recorded rounds q, 2q and 4q.
bool has_kinds(const RegretInput& input) {
  try {
    theory::doubling_rounds_in(input.curves.rounds);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::string kinds_text(const char* who, const RegretInput& input) {
  if (!has_kinds(input)) return "";
  const std::vector<theory::KindOfRun> kinds = theory::kinds_of_run(input.curves);
  if (kinds.size() < 2) return "";
  std::string text = fmt::format("  {} runs are of {} kinds:", who, kinds.size());
  for (const theory::KindOfRun& kind : kinds) {
    text += fmt::format(" {} with mean regret {};", kind.members.size(),
                        number_text(kind.mean_final_regret));
  }
  text.back() = '\n';
  return text;
}

Json side_json(const RegretInput& input) {
  Json json = {{"source", input.source},
               {"runs", input.curves.runs()},
               {"kinds_of_run", has_kinds(input) ? kinds_json(input) : Json::array()}};
  if (input.environment) json["environment"] = input.environment->to_text();
  if (input.method) json["method"] = input.method->to_text();
  return json;
}

}  // namespace

std::string curves_finding(const CurvesReport& report) {
  const CurveComparison& found = report.comparison;
  std::string what;
  switch (found.outcome) {
    case CurveOutcome::kWorse:
    case CurveOutcome::kBetter: {
      const CurveLook& look = look_at(found, found.decided_at);
      what = fmt::format(
          "{} than the reference: mean regret after {} rounds is {} (rank test, p = {})",
          found.outcome == CurveOutcome::kWorse ? "Worse" : "Suspiciously better", look.round,
          difference_text(look),
          number_text(std::min(look.ranks.larger_p_value, look.ranks.smaller_p_value)));
      break;
    }
    case CurveOutcome::kAgrees:
      what =
          fmt::format("Agrees with the reference: means are within {} of its regret at {} rounds",
                      percent(report.settings.margin), found.looks.size());
      break;
    default:
      what = found.too_few_runs
                 ? "Not enough evidence: with so few runs no difference could be noticed"
                 : fmt::format(
                       "Not enough evidence: not told apart, but the means may differ by "
                       "more than {}",
                       percent(report.settings.margin));
  }
  return fmt::format("{}. {}.", what, noticed_sentence(report));
}

Json curves_report_json(const CurvesReport& report) {
  const CurveComparison& found = report.comparison;
  Json looks = Json::array();
  for (const CurveLook& look : found.looks) looks.push_back(look_json(look));
  Json json =
      document("curves",
               {{"outcome", theory::to_text(found.outcome)},
                {"finding", curves_finding(report)},
                {"rounds", found.looks.back().round},
                {"decided_at", nullptr},
                {"level", report.settings.level},
                {"look_level", found.look_level},
                {"margin", report.settings.margin},
                {"judged", side_json(report.judged)},
                {"reference", side_json(report.reference)},
                {"looks", looks},
                {"noticed",
                 {{"worse", nullptr}, {"better", nullptr}, {"probability", report.settings.power}}},
                {"unseen_share", found.unseen_share},
                {"producer", producer_json()}});
  if (found.decided_at != 0) json["decided_at"] = found.decided_at;
  if (found.noticed.worse) json["noticed"]["worse"] = *found.noticed.worse;
  if (found.noticed.better) json["noticed"]["better"] = *found.noticed.better;
  return json;
}

std::string curves_report_text(const CurvesReport& report) {
  const CurveComparison& found = report.comparison;
  std::string all =
      fmt::format("{} ({} runs) against {} ({} runs)\n{}\n\n", printable(report.judged.source),
                  report.judged.curves.runs(), report.reference.source,
                  report.reference.curves.runs(), curves_finding(report));
  std::vector<std::vector<std::string>> rows = {{"round", "judged", "reference", "difference",
                                                 "margin", "p worse", "p better", "p Welch",
                                                 "outcome"}};
  for (const CurveLook& look : found.looks) {
    rows.push_back({std::to_string(look.round), number_text(look.judged.value),
                    number_text(look.reference.value),
                    fmt::format("[{}, {}]", number_text(look.difference.lower),
                                number_text(look.difference.upper)),
                    number_text(look.margin), number_text(look.ranks.larger_p_value),
                    number_text(look.ranks.smaller_p_value), number_text(look.welch_p_value),
                    theory::to_text(look.outcome)});
  }
  all += table_text(rows);
  all += fmt::format(
      "\n  the rank test decides, with error probability {} per round; Welch's interval of the "
      "means says whether both agree\n  a kind of run that neither side shows: up to {} of all "
      "runs\n",
      number_text(found.look_level), percent(found.unseen_share));
  return all + kinds_text("the judged", report.judged) +
         kinds_text("the reference's", report.reference);
}

}  // namespace eenet::experiments
