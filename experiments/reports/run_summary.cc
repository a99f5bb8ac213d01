#include "experiments/reports/run_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "reference/registry.h"
#include "theory/measured/mean.h"

namespace eenet::experiments {

namespace {

constexpr double kLevel = 0.99;
constexpr std::size_t kTableRows = 7;  // T, T/2, ..., T/64
constexpr std::size_t kSparklineWidth = 48;

Json spec_json(const Spec& spec) {
  Json settings = Json::object();
  for (const auto& [key, value] : spec.given) settings[key] = value;
  return {{"name", spec.name}, {"settings", settings}};
}

bool any_diverged(const std::vector<SeedResult>& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const SeedResult& r) { return r.diverged; });
}

// One member of the curve at a round, for every seed that reached it.
template <typename Member>
std::vector<double> at_round(const std::vector<SeedResult>& results, std::uint64_t round,
                             Member member) {
  std::vector<double> values;
  for (const SeedResult& result : results) {
    for (const CurvePoint& point : result.curve) {
      if (point.round == round) values.push_back(point.*member);
    }
  }
  return values;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

std::string seeds_text(const std::vector<SeedResult>& results) {
  if (results.size() == 1) return fmt::format("seed {}", results.front().seed);
  return fmt::format("seeds {}..{}", results.front().seed, results.back().seed);
}

// The mean regret in each of several stretches of equal length.
std::vector<double> losses(const std::vector<SeedResult>& results, std::uint64_t rounds) {
  std::vector<double> steps;
  double before = 0.0;
  const std::size_t stretches = std::min<std::uint64_t>(kSparklineWidth, rounds);
  for (std::size_t i = 1; i <= stretches; ++i) {
    std::uint64_t round = rounds * i / stretches;
    while (!is_curve_round(round, rounds)) --round;
    const double now = mean_of(at_round(results, round, &CurvePoint::regret));
    steps.push_back(now - before);
    before = now;
  }
  return steps;
}

}  // namespace

theory::Measured expected_regret(const RunPlan& plan, const std::vector<SeedResult>& results) {
  std::vector<double> regrets;
  for (const SeedResult& result : results) regrets.push_back(result.regret);
  const auto largest = static_cast<double>(plan.rounds);  // a round loses at most 1
  if (any_diverged(results)) {
    return theory::Measured::certified_between(std::clamp(mean_of(regrets), 0.0, largest), 0.0,
                                               largest);
  }
  return theory::expected_regret(regrets, largest, kLevel);
}

std::string run_summary_json(const RunPlan& plan, const std::vector<SeedResult>& results) {
  Json runs = Json::array();
  for (const SeedResult& result : results) {
    Json run = {{"seed", result.seed},
                {"regret", result.regret},
                {"realized_regret", result.realized_regret},
                {"digest", result.digest},
                {"seconds", result.seconds}};
    if (result.diverged) run["diverged_after_round"] = result.rounds;
    runs.push_back(run);
  }
  return document_text(
      document("run", {{"environment", spec_json(complete_environment_spec(plan.environment))},
                       {"method", spec_json(complete_policy_spec(plan.method))},
                       {"rounds", plan.rounds},
                       {"runs", runs},
                       {"regret", to_json(expected_regret(plan, results))},
                       {"producer", producer_json()}}));
}

std::string run_summary_csv(const std::vector<SeedResult>& results) {
  std::string csv = "seed,round,regret,realized_regret,uniform_regret\n";
  for (const SeedResult& result : results) {
    for (const CurvePoint& point : result.curve) {
      csv += fmt::format("{},{},{},{},{}\n", result.seed, point.round, point.regret,
                         point.realized_regret, point.uniform_regret);
    }
  }
  return csv;
}

std::string run_summary_text(const RunPlan& plan, const std::vector<SeedResult>& results) {
  std::string text =
      fmt::format("{}\nin {}\nfor {} rounds, {}\n\n", complete_policy_spec(plan.method).to_text(),
                  printable(complete_environment_spec(plan.environment).to_text()), plan.rounds,
                  seeds_text(results));
  std::vector<std::vector<std::string>> rows = {
      {"round", "regret", fmt::format("{:g}% interval", 100.0 * kLevel), "uniform choice"}};
  for (std::size_t i = kTableRows; i-- > 0;) {
    const std::uint64_t round = plan.rounds >> i;
    const std::vector<double> regrets = at_round(results, round, &CurvePoint::regret);
    if (round == 0 || regrets.empty()) continue;
    std::string interval = "-";  // one seed has no spread
    if (regrets.size() >= 2) {
      const theory::Measured mean =
          theory::expected_regret(regrets, static_cast<double>(round), kLevel);
      interval = fmt::format("[{}, {}]", number_text(mean.lower), number_text(mean.upper));
    }
    rows.push_back({std::to_string(round), number_text(mean_of(regrets)), interval,
                    number_text(mean_of(at_round(results, round, &CurvePoint::uniform_regret)))});
  }
  if (rows.size() > 1) {
    text += table_text(rows);
    text += fmt::format("\n  regret by time  {}\n", sparkline(losses(results, plan.rounds)));
  }
  for (const SeedResult& result : results) {
    if (result.diverged)
      text += fmt::format("  seed {} diverged after round {}\n", result.seed, result.rounds);
  }
  text += fmt::format("  expected regret {}\n", measured_text(expected_regret(plan, results)));
  return text;
}

}  // namespace eenet::experiments
