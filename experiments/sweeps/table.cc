#include "experiments/sweeps/table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reference/require.h"
#include "theory/measured/mean.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

bool all_finite(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

std::vector<double> without_missing(std::vector<double> numbers) {
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  return numbers;
}

double mean_of(const std::vector<double>& numbers) {
  double sum = 0.0;
  for (const double x : numbers) sum += x;
  return sum / static_cast<double>(numbers.size());
}

std::optional<double> share(std::uint64_t up, std::uint64_t down) {
  if (up + down == 0) return std::nullopt;
  return 100.0 * static_cast<double>(up) / static_cast<double>(up + down);
}

// Curves at the rounds that all of them have.
std::vector<MeanPoint> mean_curve(const std::vector<RunDetails>& runs, double level) {
  std::map<std::uint64_t, std::vector<double>> by_round;
  for (const RunDetails& run : runs) {
    for (const CurvePoint& point : run.curve) by_round[point.round].push_back(point.regret);
  }
  std::vector<MeanPoint> curve;
  for (const auto& [round, regrets] : by_round) {
    if (regrets.size() != runs.size()) continue;
    MeanPoint point = {round, mean_of(regrets), {}};
    if (regrets.size() >= 2) point.interval = theory::student_mean(regrets, level);
    curve.push_back(point);
  }
  return curve;
}

// Times and directions of the runs that report.
void add_details(const MethodRuns& runs, Index setting, double level, TableRow& row) {
  std::vector<RunDetails> all;
  for (Index seed = runs.choosing; seed < runs.regret.cols(); ++seed) {
    if (!std::isfinite(runs.regret(setting, seed))) continue;
    all.push_back(runs.details(static_cast<std::size_t>(setting), static_cast<std::size_t>(seed)));
  }
  Directions sum;
  double decision = 0.0;
  double training = 0.0;
  double rounds = 0.0;
  bool timed = !all.empty();
  for (const RunDetails& run : all) {
    sum.arms_up += run.directions.arms_up;
    sum.arms_down += run.directions.arms_down;
    sum.played_up += run.directions.played_up;
    sum.played_down += run.directions.played_down;
    sum.exploration_up += run.directions.exploration_up;
    sum.exploration_down += run.directions.exploration_down;
    timed = timed && run.decision_seconds && run.training_seconds;
    decision += run.decision_seconds.value_or(0.0);
    training += run.training_seconds.value_or(0.0);
    rounds += static_cast<double>(run.rounds);
  }
  if (timed && rounds > 0.0) {
    row.decision_ms = 1e3 * decision / rounds;
    row.training_ms = 1e3 * training / rounds;
  }
  row.arms_up = share(sum.arms_up, sum.arms_down);
  row.played_up = share(sum.played_up, sum.played_down);
  row.exploration_up = share(sum.exploration_up, sum.exploration_down);
  row.curve = mean_curve(all, level);
}

void add_optimistic(const MethodRuns& runs, TableRow& row) {
  const auto best = theory::best_of_grid(runs.regret);
  if (!best) return;
  const auto numbers = runs.regret.row(*best);
  const std::vector<double> regrets = without_missing({numbers.begin(), numbers.end()});
  if (!all_finite(regrets)) return;
  row.optimistic_setting = runs.settings.at(static_cast<std::size_t>(*best));
  row.optimistic_mean = mean_of(regrets);
  if (regrets.size() >= 2) row.optimistic_deviation = theory::sample_deviation(regrets);
}

void add_mean(const std::vector<double>& regrets, double level, TableRow& row) {
  row.seeds = regrets.size();
  if (regrets.empty() || !all_finite(regrets)) return;
  row.mean = mean_of(regrets);
  if (regrets.size() < 2) return;
  row.deviation = theory::sample_deviation(regrets);
  row.interval = theory::student_mean(regrets, level);
}

void add_paper(const MethodRuns& runs, TableRow& row) {
  row.paper = paper_number(runs.paper, runs.environment_name);
  if (!row.paper || !row.interval) return;
  const theory::Measured& ours = *row.interval;
  row.beyond_paper =
      theory::Measured::statistical(ours.value - row.paper->mean, ours.lower - row.paper->mean,
                                    ours.upper - row.paper->mean, ours.level);
}

// What a row reports, by its streams; and who it is, to be compared.
struct Reported {
  const MethodRuns* runs = nullptr;
  std::map<std::string, double> by_stream;
};

Reported reported_by_stream(const MethodRuns& runs, const theory::HeldOutChoice& choice) {
  Reported reported = {&runs, {}};
  if (runs.streams.empty()) return reported;
  for (std::size_t i = 0; i < choice.reported.size(); ++i) {
    reported.by_stream[runs.streams.at(static_cast<std::size_t>(runs.choosing) + i)] =
        choice.reported[i];
  }
  return reported;
}

// The pairs of the streams that both have.
std::pair<std::vector<double>, std::vector<double>> pairs_of(const Reported& first,
                                                             const Reported& second) {
  std::pair<std::vector<double>, std::vector<double>> pairs;
  for (const auto& [stream, regret] : first.by_stream) {
    const auto found = second.by_stream.find(stream);
    if (found == second.by_stream.end()) continue;
    pairs.first.push_back(regret);
    pairs.second.push_back(found->second);
  }
  return pairs;
}

// The method that the others stand beside: the one asked for, the first EE-Net, or the first.
std::string baseline_of(const std::vector<MethodRuns>& runs, const TableSettings& settings) {
  std::vector<std::string> labels;
  for (const MethodRuns& one : runs) {
    if (std::ranges::find(labels, one.method) == labels.end()) labels.push_back(one.method);
  }
  if (settings.beside) {
    EENET_REQUIRE(std::ranges::find(labels, *settings.beside) != labels.end(), "--beside ",
                  *settings.beside, ": no method is called so",
                  verify::suggestion(*settings.beside, labels));
    return *settings.beside;
  }
  for (const MethodRuns& one : runs) {
    if (one.method_name == "eenet") return one.method;
  }
  return labels.front();
}

void compare_rows(const std::vector<Reported>& reported, Table& table) {
  std::vector<std::pair<std::size_t, std::size_t>> wanted;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    if (table.rows[i].method == table.beside) continue;
    for (std::size_t j = 0; j < reported.size(); ++j) {
      if (table.rows[j].method != table.beside) continue;
      if (table.rows[j].environment != table.rows[i].environment) continue;
      if (!pairs_of(reported[i], reported[j]).first.empty()) wanted.emplace_back(i, j);
    }
  }
  table.comparisons = wanted.size();
  if (wanted.empty()) return;
  table.error = table.settings.budget / static_cast<double>(wanted.size());
  for (const auto& [i, j] : wanted) {
    const auto [ours, theirs] = pairs_of(reported[i], reported[j]);
    table.rows[i].beside = theory::compare_paired(ours, theirs, table.error);
  }
}

}  // namespace

Table table_of(const std::vector<MethodRuns>& runs, const TableSettings& settings) {
  EENET_REQUIRE(!runs.empty(), "no runs, expected some");
  Table table;
  table.settings = settings;
  table.beside = baseline_of(runs, settings);
  std::vector<Reported> reported;
  for (const MethodRuns& one : runs) {
    TableRow row;
    row.environment = one.environment;
    row.method = one.method;
    row.settings = one.settings.size();
    row.missing = static_cast<std::uint64_t>(one.regret.array().isNaN().count());
    row.failed = static_cast<std::uint64_t>(one.regret.array().isInf().count());
    const theory::HeldOutChoice choice = theory::choose_setting(one.regret, one.choosing);
    row.chosen_on = row.settings > 1 ? choice.chosen_on : 0;
    if (choice.setting) {
      row.setting = one.settings.at(static_cast<std::size_t>(*choice.setting));
      add_mean(without_missing(choice.reported), settings.level, row);
      add_details(one, *choice.setting, settings.level, row);
    }
    add_optimistic(one, row);
    if (settings.against_paper) add_paper(one, row);
    reported.push_back(reported_by_stream(one, choice));
    table.rows.push_back(std::move(row));
  }
  compare_rows(reported, table);
  return table;
}

}  // namespace eenet::experiments
