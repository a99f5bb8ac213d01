#include "experiments/reports/regret_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/formats/output.h"
#include "experiments/reports/regret_curve.h"

namespace eenet::experiments {

namespace {

using theory::Answer;
using theory::Growth;
using theory::GrowthReport;
using theory::KindOfRun;

constexpr std::size_t kTableRows = 7;  // T, T/2, ..., T/64

std::string percent(double share) {
  return fmt::format("{:.3g}%", 100.0 * share);
}

std::string outcome_text(Answer kept) {
  if (kept == Answer::kUnknown) return theory::to_text(Growth::kUndecided);
  return kept == Answer::kYes ? "kept" : "broken";
}

double p_value_of(const GrowthReport& growth) {
  return std::min(growth.linear_p_value, growth.sublinear_p_value);
}

// ---- Sentences ----------------------------------------------------------------------------------

std::string rate_text(double rate) {
  return fmt::format("{:.3g}", rate);
}

// "lose 0.5 in every round", "lose nothing after round 60".
std::string what_a_kind_loses(const KindOfRun& kind, bool one) {
  const std::string lose = one ? "loses" : "lose";
  const std::string lowest = rate_text(kind.lowest_rate);
  const std::string highest = rate_text(kind.highest_rate);
  const std::string rate = lowest == highest ? lowest : fmt::format("{} to {}", lowest, highest);
  if (!kind.steady_after) return fmt::format("{} {} per round in the second half", lose, rate);
  const std::string after =
      *kind.steady_after == 0 ? "" : fmt::format(" after round {}", *kind.steady_after);
  if (kind.lowest_rate == 0.0 && kind.highest_rate == 0.0) {
    return fmt::format("{} nothing{}", lose, after.empty() ? " at all" : after);
  }
  return fmt::format("{} {} in every round{}", lose, rate, after);
}

std::string kinds_sentence(const RegretCheck& check) {
  const std::uint64_t runs = check.input.curves.runs();
  std::string all;
  for (const KindOfRun& kind : check.kinds) {
    const std::uint64_t count = kind.members.size();
    const std::string who = !all.empty()   ? fmt::format(", {}", count)
                            : count < runs ? fmt::format("{} of {} runs", count, runs)
                                           : fmt::format("all {} runs", runs);
    all += fmt::format("{} {}", who, what_a_kind_loses(kind, count == 1));
  }
  return all;
}

std::string growth_sentence(const GrowthReport& growth) {
  switch (growth.growth) {
    case Growth::kLinear:
      return "Regret grows like a line";
    case Growth::kSublinear:
      return std::isfinite(growth.exponent.value) ? "Regret of these runs grows slower than a line"
                                                  : "Regret of these runs has stopped growing";
    default:
      return "Not enough evidence whether regret grows like a line";
  }
}

std::string promise_sentence(const PromiseOfBound& promise, const RegretCheck& check) {
  const theory::PromiseReport& always = promise.check.always;
  const char* decided = always.kept == Answer::kYes  ? "which keeps"
                        : always.kept == Answer::kNo ? "which breaks"
                                                     : "too little to decide";
  return fmt::format("{} of {} runs exceed {}, {} the promise at delta = {}", always.violations,
                     always.seeds, promise.bound.name, decided, check.delta);
}

// ---- Text ---------------------------------------------------------------------------------------

std::string regret_table(const RegretCheck& check) {
  const theory::RegretCurves& curves = check.input.curves;
  std::vector<std::vector<std::string>> rows = {{"round", "mean regret",
                                                 fmt::format("{:g}% interval", 100.0 * check.level),
                                                 "lowest run", "highest run"}};
  for (std::size_t i = kTableRows; i-- > 0;) {
    const std::uint64_t round = curves.last_round() >> i;
    const auto found = std::ranges::lower_bound(curves.rounds, round);
    if (round == 0 || *found != round) continue;
    const Eigen::Index at = found - curves.rounds.begin();
    const auto row = curves.regret.row(at);
    const theory::Measured mean = theory::mean_between(curves, at, check.level);
    rows.push_back({std::to_string(round), number_text(mean.value),
                    fmt::format("[{}, {}]", number_text(mean.lower), number_text(mean.upper)),
                    number_text(row.minCoeff()), number_text(row.maxCoeff())});
  }
  return table_text(rows);
}

std::string growth_text(const RegretCheck& check) {
  const GrowthReport& growth = check.growth;
  std::string all =
      fmt::format("\nGrowth: {}\n  exponent {} from rounds {} to {}; p-value {}\n",
                  theory::to_text(growth.growth), measured_text(growth.exponent),
                  check.growth_round / 4, check.growth_round, number_text(p_value_of(growth)));
  if (growth.power) {
    all += fmt::format(
        "  power with so many runs and this spread: {} if it were a line, {} if a square root\n",
        percent(growth.power->line), percent(growth.power->square_root));
  } else {
    all +=
        "  nothing is lost after a quarter of the rounds, so there is no spread to tell the "
        "power from\n";
  }
  all += fmt::format("  a kind of run that none of these {} shows: up to {} of all runs\n",
                     growth.seeds, percent(growth.unseen_share));
  return all;
}

std::string kinds_text(const RegretCheck& check) {
  std::vector<std::vector<std::string>> rows = {
      {"runs", "lost per round in the second half", "mean final regret", "exponent"}};
  for (const KindOfRun& kind : check.kinds) {
    rows.push_back(
        {std::to_string(kind.members.size()),
         fmt::format("{} to {}", number_text(kind.lowest_rate), number_text(kind.highest_rate)),
         number_text(kind.mean_final_regret), number_text(kind.exponent.value)});
  }
  return fmt::format("\nKinds of run: {}\n{}", kinds_sentence(check), table_text(rows));
}

std::string rounds_of_promise(const PromiseOfBound& promise, const theory::RegretCurves& curves) {
  if (!promise.bound.in_every_round()) return "at rounds 1, 2, 4, ... and the last";
  const bool gaps = curves.rounds.size() < curves.last_round();
  return gaps && curves.may_fall ? "at the recorded rounds" : "in every round";
}

std::string promise_text(const PromiseOfBound& promise, const RegretCheck& check) {
  const theory::PromiseReport& always = promise.check.always;
  const theory::PromiseReport& at_end = promise.check.at_end;
  const theory::RegretCurves& curves = check.input.curves;
  std::string all = fmt::format(
      "\nPromise: regret below {} {} with probability {:g}: {}\n"
      "  {} of {} runs exceed it{}; share of all runs {}; p-value {}\n",
      promise.bound.name, rounds_of_promise(promise, curves), 1.0 - check.delta,
      outcome_text(always.kept), always.violations, always.seeds,
      promise.check.first_violation == 0
          ? ""
          : fmt::format(", the first in round {}", promise.check.first_violation),
      measured_text(always.probability), number_text(always.p_value));
  if (always.possible_violations > always.violations) {
    all += fmt::format(
        "  {} more may exceed it: the bound's ends or the recorded rounds leave it "
        "open\n",
        always.possible_violations - always.violations);
  }
  all += fmt::format("  at round {} alone: {} of {} runs exceed it: {}\n", curves.last_round(),
                     at_end.violations, at_end.seeds, outcome_text(at_end.kept));
  if (!promise.bound.hypotheses.empty()) {
    all += fmt::format("  hypotheses that fail (?: not known): {}\n",
                       fmt::join(promise.bound.hypotheses, ", "));
  }
  return all;
}

std::string controls_text(const RegretCheck& check) {
  if (check.controls.empty()) return "";
  std::vector<std::vector<std::string>> rows = {
      {"control", "must be", "is", "exponent", "mean final regret", "as it must"}};
  for (const verify::ControlOutcome& control : check.controls) {
    rows.push_back({control.name, control.expected, control.outcome,
                    number_text(control.exponent.value), number_text(control.mean_final_regret),
                    theory::to_text(control.as_it_must)});
  }
  return "\nControls, in the same environment with the same seeds:\n" + table_text(rows);
}

// ---- JSON ---------------------------------------------------------------------------------------

Json growth_json(const GrowthReport& growth) {
  Json power = nullptr;
  if (growth.power) {
    power = {{"line", growth.power->line}, {"square_root", growth.power->square_root}};
  }
  return {{"outcome", theory::to_text(growth.growth)},
          {"exponent", to_json(growth.exponent)},
          {"p_value", p_value_of(growth)},
          {"linear_p_value", growth.linear_p_value},
          {"sublinear_p_value", growth.sublinear_p_value},
          {"power", power},
          {"unseen_share", growth.unseen_share}};
}

Json kind_json(const KindOfRun& kind, const std::vector<std::uint64_t>& seeds) {
  std::vector<std::uint64_t> members;
  for (const std::uint64_t run : kind.members) members.push_back(seeds.empty() ? run : seeds[run]);
  Json steady = nullptr;
  if (kind.steady_after) steady = *kind.steady_after;
  return {{"runs", kind.members.size()},
          {"members", members},
          {"lowest_rate", kind.lowest_rate},
          {"highest_rate", kind.highest_rate},
          {"mean_final_regret", kind.mean_final_regret},
          {"exponent", to_json(kind.exponent)},
          {"steady_after", steady}};
}

Json promise_json(const PromiseOfBound& promise, const RegretCheck& check) {
  const theory::PromiseReport& always = promise.check.always;
  const theory::PromiseReport& at_end = promise.check.at_end;
  Json first = nullptr;
  if (promise.check.first_violation != 0) first = promise.check.first_violation;
  return {{"bound", promise.bound.name},
          {"outcome", outcome_text(always.kept)},
          {"violations", always.violations},
          {"possible_violations", always.possible_violations},
          {"first_violation", first},
          {"share", to_json(always.probability)},
          {"p_value", always.p_value},
          {"delta", check.delta},
          {"held", rounds_of_promise(promise, check.input.curves)},
          {"at_last_round",
           {{"outcome", outcome_text(at_end.kept)},
            {"violations", at_end.violations},
            {"share", to_json(at_end.probability)}}},
          {"failing_hypotheses", promise.bound.hypotheses}};
}

Json control_json(const verify::ControlOutcome& control) {
  return {{"name", control.name},
          {"meaning", control.meaning},
          {"expected", control.expected},
          {"outcome", control.outcome},
          {"exponent", to_json(control.exponent)},
          {"mean_final_regret", control.mean_final_regret},
          {"as_it_must", theory::to_text(control.as_it_must)}};
}

}  // namespace

std::string regret_finding(const RegretCheck& check) {
  std::string finding =
      fmt::format("{}: {}.", growth_sentence(check.growth), kinds_sentence(check));
  for (const PromiseOfBound& promise : check.promises) {
    finding += fmt::format(" {}.", promise_sentence(promise, check));
  }
  return finding;
}

Json regret_report_json(const RegretCheck& check) {
  const theory::RegretCurves& curves = check.input.curves;
  Json json = document(
      "regret",
      {{"source", check.input.source},
       {"environment", nullptr},
       {"method", nullptr},
       {"seeds", curves.runs()},
       {"rounds", curves.last_round()},
       {"recorded_rounds", curves.rounds.size()},
       {"realised", curves.may_fall},
       {"level", check.level},
       {"finding", regret_finding(check)},
       {"regret", to_json(theory::mean_between(curves, curves.regret.rows() - 1, check.level))},
       {"growth", growth_json(check.growth)},
       {"promise", nullptr},
       {"promises", Json::array()},
       {"kinds_of_run", Json::array()},
       {"controls", Json::array()},
       {"curve", regret_curve_json(check)},
       {"producer", producer_json()}});
  if (check.input.environment) json["environment"] = check.input.environment->to_text();
  if (check.input.method) json["method"] = check.input.method->to_text();
  for (const PromiseOfBound& promise : check.promises) {
    json["promises"].push_back(promise_json(promise, check));
  }
  if (!check.promises.empty()) json["promise"] = json["promises"][0];
  for (const KindOfRun& kind : check.kinds) {
    json["kinds_of_run"].push_back(kind_json(kind, check.input.seeds));
  }
  for (const verify::ControlOutcome& control : check.controls) {
    json["controls"].push_back(control_json(control));
  }
  return json;
}

std::string regret_report_text(const RegretCheck& check) {
  const theory::RegretCurves& curves = check.input.curves;
  std::string all = fmt::format(
      "{} {}, {} rounds{}\n{}\n\n", curves.runs(), check.input.source, curves.last_round(),
      curves.may_fall ? ", regret of realised rewards" : "", regret_finding(check));
  all += regret_table(check) + growth_text(check) + kinds_text(check);
  for (const PromiseOfBound& promise : check.promises) all += promise_text(promise, check);
  return all + controls_text(check);
}

}  // namespace eenet::experiments
