// `eenet theory bound`: both sides of the regret theorems on one run.
#include <fmt/format.h>

#include <memory>

#include "experiments/commands/command.h"
#include "experiments/data/run_memory.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/progress.h"
#include "experiments/reports/bound_report.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "theory/regret/bound_study.h"

namespace eenet::experiments {

namespace {

struct BoundOptions {
  CommonOptions common;
  std::string trace;
  theory::BoundStudySettings settings = {.quantities = {.jobs = default_jobs()}};
};

void require_sensible(const BoundOptions& options) {
  const theory::BoundStudySettings& settings = options.settings;
  EENET_REQUIRE(settings.delta > 0.0 && settings.delta < 1.0, "--delta ", settings.delta,
                ": expected between 0 and 1");
  require_lambda(settings.quantities.lambda);
  require_jobs(settings.quantities.jobs);
}

void warn_of_early_end(const BoundOptions& options, const Trace& trace) {
  if (!trace.end) {
    warn_cut_short(options.common, options.trace, trace.rounds.size(), trace.header.rounds,
                   "accepted");
  } else if (trace.end->status == RunStatus::kDiverged) {
    warn(options.common, fmt::format("{}: the run diverged after round {}, judged up to there",
                                     options.trace, trace.rounds.size()));
  }
}

int run(const BoundOptions& options) {
  require_sensible(options);
  const Trace trace = read_trace(options.trace);
  require_memory_for_trace(trace.header, options.trace);
  Progress progress("steps", theory::steps_of_study(trace.rounds.size()), options.common.quiet);
  const theory::BoundStudy study = about(options.trace, [&] {
    return theory::study_bounds(trace, options.settings,
                                arrays_of_trace(options.common, options.trace), progress.counter());
  });
  warn_of_early_end(options, trace);  // not of one that is refused
  print_out(options.common.json ? document_text(bound_report_json(trace, options.settings, study))
                                : bound_report_text(trace, options.settings, study));
  return options.common.strict && is_inconclusive(study) ? kInconclusive : kDone;
}

}  // namespace

void add_theory_bound_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<BoundOptions>();
  CLI::App* command = add_command(
      group, "bound", "Both sides of the regret theorems on one run",
      "eenet run --rounds 40 --trace full --out demo-bound && eenet theory bound --trace "
      "demo-bound/trace-1.jsonl",
      options->common);
  command->add_option("--trace", options->trace, "A full trace: eenet run --trace full --out DIR")
      ->required();
  add_number(*command, "--delta", options->settings.delta,
             "Probability with which a bound may fail")
      ->capture_default_str();
  add_number(*command, "--lambda", options->settings.quantities.lambda,
             "Of the effective dimension")
      ->capture_default_str();
  add_count(*command, "--points", options->settings.quantities.most_points,
            "Leave out bounds that need a kernel matrix or Psi of more points");
  add_jobs(*command, options->settings.quantities.jobs, kThreadsHelp);
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
