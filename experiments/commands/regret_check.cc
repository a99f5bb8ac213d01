// `eenet regret check`: does regret grow like a line, and does it stay below a bound?
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "experiments/commands/command.h"
#include "experiments/data/seeds.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/regret_plot.h"
#include "experiments/reports/regret_report.h"
#include "experiments/runs/regret_check.h"
#include "experiments/runs/regret_runs.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

constexpr const char* kTheorem = "theorem";
constexpr const char* kOnlineLoss = "online-loss";
constexpr const char* kTrivial = "linear-trivial";
constexpr std::uint64_t kFewestRounds = 8;

struct RegretOptions {
  CommonOptions common;
  std::vector<std::string> runs;
  std::string curves;
  std::string csv;
  std::vector<std::string> traces;
  std::string environment;
  std::string method;
  std::optional<std::uint64_t> rounds;
  std::string seeds;
  std::vector<std::string> bounds;
  double delta = 0.1;
  double level = 0.99;
  bool realised = false;
  bool per_round = false;
  bool controls = false;
  std::string plot;
  std::uint64_t most_points = theory::BoundQuantitySettings{}.most_points;
  unsigned jobs = default_jobs();
};

bool wants(const RegretOptions& options, const char* bound) {
  return std::ranges::count(options.bounds, bound) > 0;
}

void require_sensible(const RegretOptions& options) {
  const int sources = int{!options.runs.empty()} + int{!options.curves.empty()} +
                      int{!options.csv.empty()} + int{!options.traces.empty()} +
                      int{!options.environment.empty()};
  EENET_REQUIRE(
      sources == 1, "regret check: ", sources,
      " sources of regret, expected exactly one of --runs, --curves, --csv, --trace, --env");
  const bool played = !options.environment.empty();
  const bool run_option = !options.method.empty() || options.rounds || !options.seeds.empty();
  EENET_REQUIRE(played || !run_option,
                "--method, --rounds and --seeds say what is played, expected them with --env only");
  const bool file = !options.curves.empty() || !options.csv.empty();
  EENET_REQUIRE(file || !options.per_round,
                "--per-round says what a file holds, expected it with --curves or --csv only");
  const bool on_runs = wants(options, kTheorem) || wants(options, kOnlineLoss);
  EENET_REQUIRE(played || !options.traces.empty() || !on_runs,
                "--bound theorem and online-loss are computed on the contexts and rewards of each "
                "run, expected --trace or --env instead of curves");
  EENET_REQUIRE(!file || !options.controls,
                "--controls play in the environment of the runs, which a file of curves does not "
                "name, expected --env, --runs or --trace");
  EENET_REQUIRE(options.delta > 0.0 && options.delta < 1.0, "--delta ", options.delta,
                ": expected between 0 and 1");
  EENET_REQUIRE(options.level > 0.0 && options.level < 1.0, "--level ", options.level,
                ": expected between 0 and 1");
  require_jobs(options.jobs);
  if (!options.plot.empty()) require_place_for_file(options.plot);
}

// ---- Runs ---------------------------------------------------------------------------------------

RegretRunSettings run_settings(const RegretOptions& options) {
  RegretRunSettings settings;
  settings.realised = options.realised;
  settings.jobs = options.jobs;
  settings.quiet = options.common.quiet;
  settings.bounds.theorem = wants(options, kTheorem);
  settings.bounds.online_loss = wants(options, kOnlineLoss);
  settings.bounds.settings.delta = options.delta;
  settings.bounds.settings.quantities.most_points = options.most_points;
  return settings;
}

RegretRuns play_runs(const RegretOptions& options) {
  const SeedRange range = parse_seeds(options.seeds.empty() ? "1..20" : options.seeds);
  EENET_REQUIRE(range.count() >= 2, "--seeds ", options.seeds,
                ": expected at least 2: runs are what the spread is judged by");
  EENET_REQUIRE(!options.rounds || *options.rounds >= kFewestRounds, "--rounds ", *options.rounds,
                ": expected at least ", kFewestRounds);
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < range.count(); ++i) seeds.push_back(range.first + i);
  const std::string method = options.method.empty() ? "eenet" : options.method;
  return play_for_regret(Spec::parse(options.environment), Spec::parse(method),
                         options.rounds.value_or(0), seeds, run_settings(options));
}

RegretRuns runs_from(const RegretOptions& options) {
  const RegretReading reading = {options.realised, options.per_round};
  if (!options.environment.empty()) return play_runs(options);
  if (!options.traces.empty()) return regret_of_traces(options.traces, run_settings(options));
  RegretRuns runs;
  if (!options.runs.empty()) runs.input = read_run_folders(options.runs, options.realised);
  if (!options.curves.empty()) runs.input = read_regret_npy(options.curves, reading);
  if (!options.csv.empty()) runs.input = read_regret_csv(options.csv, reading);
  return runs;
}

// ---- Bounds -------------------------------------------------------------------------------------

theory::PromisedBound square_root_bound(const std::string& bound, std::uint64_t rounds) {
  const Spec spec = Spec::parse(bound);
  const auto found = spec.given.find("C");
  double constant = 0.0;
  bool read = found != spec.given.end() && spec.given.size() == 1;
  if (read) {
    const std::string& number = found->second;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), constant);
    read = error == std::errc() && end == number.data() + number.size();
  }
  EENET_REQUIRE(read && std::isfinite(constant) && constant > 0.0, "--bound ", bound,
                ": expected sqrt:C=c with a number c above 0");
  theory::PromisedBound made = theory::square_root_bound(constant, rounds);
  made.name = bound;
  return made;
}

// A bound that is the same for all runs.
theory::PromisedBound bound_for_all(const std::string& bound, std::uint64_t rounds) {
  if (bound == kTrivial) return theory::trivial_bound(rounds);
  if (bound == "sqrt" || bound.starts_with("sqrt:")) return square_root_bound(bound, rounds);
  EENET_REQUIRE(std::filesystem::is_regular_file(bound), "--bound ", bound,
                ": no such bound and no such file, expected sqrt:C=c, theorem, online-loss, "
                "linear-trivial, or a file with a bound per round");
  return read_bound(bound, rounds);
}

std::vector<theory::PromisedBound> bounds_on(const RegretOptions& options, const RegretRuns& runs) {
  std::vector<theory::PromisedBound> bounds;
  for (const std::string& bound : options.bounds) {
    if (bound == kTheorem || bound == kOnlineLoss) {
      const auto& made = bound == kTheorem ? runs.theorem : runs.online_loss;
      bounds.insert(bounds.end(), made.begin(), made.end());
    } else {
      bounds.push_back(bound_for_all(bound, runs.input.curves.last_round()));
    }
  }
  return bounds;
}

// ---- All together -------------------------------------------------------------------------------

RegretCheck checked(const RegretOptions& options) {
  for (const std::string& bound : options.bounds) {  // before long work
    if (bound != kTheorem && bound != kOnlineLoss) bound_for_all(bound, 1);
  }
  RegretRuns runs = runs_from(options);
  for (const std::string& sentence : runs.warnings) warn(options.common, sentence);
  try {
    theory::require_regret(runs.input.curves);
    theory::doubling_rounds_in(runs.input.curves.rounds);
  } catch (const std::invalid_argument& refused) {
    throw std::invalid_argument(text(runs.input.source, ": ", refused.what()));
  }
  std::vector<theory::PromisedBound> bounds = bounds_on(options, runs);
  RegretCheck check =
      check_regret(std::move(runs.input), std::move(bounds), options.level, options.delta);
  if (options.controls) {
    check.controls = play_controls(check.input, options.level, options.jobs, options.common.quiet);
  }
  return check;
}

int run(const RegretOptions& options) {
  require_sensible(options);
  const RegretCheck check = checked(options);
  if (!options.plot.empty()) write_atomically(options.plot, regret_plot(check));
  print_out(options.common.json ? document_text(regret_report_json(check))
                                : regret_report_text(check));
  if (control_failed(check)) return kCheckFailed;
  return options.common.strict && is_inconclusive(check) ? kInconclusive : kDone;
}

void add_sources(CLI::App& command, RegretOptions& options) {
  command.add_option("--runs", options.runs, "Folders that eenet run --out wrote");
  command.add_option("--curves", options.curves, "An .npy array (runs, rounds)");
  command.add_option("--csv", options.csv,
                     "A table: a line per run, or with columns seed (or run), round and regret");
  command.add_option("--trace", options.traces, "Traces, one per run");
  command.add_option("--env", options.environment,
                     "Play here: environment, name or name:key=value,...: " + environment_names());
  command.add_option("--method", options.method,
                     "With --env: policy, name or name:key=value,... [eenet]: " + policy_names());
  add_count(command, "--rounds", options.rounds, "With --env: number of rounds T [1000]");
  command.add_option("--seeds", options.seeds, "With --env: a range A..B [1..20]");
  command.add_flag("--realised", options.realised, "Regret of realised rewards, which may fall");
  command.add_flag("--per-round", options.per_round,
                   "A file holds the regret of each round, not summed");
}

}  // namespace

void add_regret_check_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<RegretOptions>();
  CLI::App* command = add_command(
      group, "check", "Does regret grow like a line, and does it stay below a bound?",
      "eenet regret check --env two-arms --rounds 400 --seeds 1..20 --bound sqrt:C=3 --plot "
      "regret.svg",
      options->common);
  add_sources(*command, *options);
  command
      ->add_option("--bound", options->bounds,
                   "sqrt:C=c, theorem, online-loss, linear-trivial, or a file with a bound per "
                   "round (may be repeated)")
      ->allow_extra_args(false);
  command->add_option("--delta", options->delta, "Probability with which a bound may fail")
      ->capture_default_str();
  command->add_option("--level", options->level, "Of intervals and decisions")
      ->capture_default_str();
  command->add_flag("--controls", options->controls,
                    "Judge policies whose growth is known beside it, in the same environment");
  command->add_option("--plot", options->plot, "Write a picture (SVG)");
  add_count(*command, "--points", options->most_points,
            "With --bound theorem: leave out what needs Psi of more points");
  add_jobs(*command, options->jobs, kWorkersHelp);
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
