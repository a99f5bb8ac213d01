// `eenet oracle curves`: somebody's regret curves against the reference's on the same environment.
#include <cmath>
#include <memory>
#include <utility>

#include "experiments/commands/command.h"
#include "experiments/data/seeds.h"
#include "experiments/data/regret_files.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/curves_report.h"
#include "experiments/runs/regret_runs.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

struct CurvesOptions {
  CommonOptions common;
  std::string curves;
  std::string csv;
  std::string environment;
  std::string method = "eenet";
  std::optional<std::uint64_t> rounds;
  std::string seeds = "1..40";
  bool realised = false;
  bool per_round = false;
  theory::CurveComparisonSettings settings;
  unsigned jobs = default_jobs();
};

void require_sensible(const CurvesOptions& options) {
  EENET_REQUIRE(options.curves.empty() != options.csv.empty(),
                "oracle curves: expected either --curves R.npy or --csv F");
  EENET_REQUIRE(options.settings.level > 0.0 && options.settings.level < 1.0, "--level ",
                options.settings.level, ": expected between 0 and 1");
  EENET_REQUIRE(options.settings.margin >= 0.0 && options.settings.margin <= 1.0, "--margin ",
                options.settings.margin, ": expected 0 to 1, a share of the reference's regret");
  require_jobs(options.jobs);
}

RegretInput judged_curves(const CurvesOptions& options) {
  const RegretReading reading = {options.realised, options.per_round};
  RegretInput input = options.csv.empty() ? read_regret_npy(options.curves, reading)
                                          : read_regret_csv(options.csv, reading);
  about(options.csv.empty() ? options.curves : options.csv, [&] {
    theory::require_regret(input.curves);
    return 0;
  });
  return input;
}

RegretInput reference_curves(const CurvesOptions& options, std::uint64_t rounds) {
  const SeedRange range = parse_seeds(options.seeds);
  EENET_REQUIRE(range.count() >= 2, "--seeds ", options.seeds,
                ": expected at least 2: runs are what the spread is judged by");
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < range.count(); ++i) seeds.push_back(range.first + i);
  RegretRunSettings settings;
  settings.realised = options.realised;
  settings.jobs = options.jobs;
  settings.quiet = options.common.quiet;
  return play_for_regret(Spec::parse(options.environment), Spec::parse(options.method), rounds,
                         seeds, settings)
      .input;
}

int run(const CurvesOptions& options) {
  require_sensible(options);
  CurvesReport report;
  report.judged = judged_curves(options);
  const std::uint64_t rounds = options.rounds.value_or(report.judged.curves.last_round());
  EENET_REQUIRE(rounds >= 8 && rounds <= report.judged.curves.last_round(), "--rounds ", rounds,
                ": expected 8 to ", report.judged.curves.last_round(),
                ", the last round of the curves");
  report.reference = reference_curves(options, rounds);
  report.settings = options.settings;
  report.comparison =
      theory::compare_curves(report.judged.curves, report.reference.curves, options.settings);
  print_out(options.common.json ? document_text(curves_report_json(report))
                                : curves_report_text(report));
  switch (report.comparison.outcome) {
    case theory::CurveOutcome::kAgrees:
      return kDone;
    case theory::CurveOutcome::kUndecided:
      return options.common.strict ? kInconclusive : kDone;
    default:
      return kCheckFailed;
  }
}

}  // namespace

void add_oracle_curves_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<CurvesOptions>();
  CLI::App* command = add_command(
      group, "curves", "Compare regret curves with the reference's on the same environment",
      "eenet run --env linear --rounds 64 --seeds 101..120 --out demo-curves && eenet oracle "
      "curves "
      "--csv demo-curves/regret.csv --env linear --seeds 1..20",
      options->common);
  command->add_option("--curves", options->curves,
                      "The judged curves: an .npy array (runs, rounds)");
  command->add_option("--csv", options->csv,
                      "The judged curves: a table, a line per run, or with columns seed (or run), "
                      "round and regret");
  command
      ->add_option("--env", options->environment,
                   "Where they were played: name or name:key=value,...: " + environment_names())
      ->required();
  command
      ->add_option("--method", options->method,
                   "What they are compared with: name or name:key=value,...: " + policy_names())
      ->capture_default_str();
  add_count(*command, "--rounds", options->rounds, "Rounds that are compared [all]");
  command->add_option("--seeds", options->seeds, "Of the reference's runs: a range A..B")
      ->capture_default_str();
  command->add_flag("--realised", options->realised, "Regret of realised rewards, which may fall");
  command->add_flag("--per-round", options->per_round,
                    "The file holds the regret of each round, not summed");
  add_number(*command, "--level", options->settings.level, "Of all decisions together")
      ->capture_default_str();
  add_number(*command, "--margin", options->settings.margin,
             "How far means may be apart that agree, as a share of the reference's regret")
      ->capture_default_str();
  add_jobs(*command, options->jobs, kWorkersHelp);
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
