// `eenet replay`: recomputes a trace and compares every bit.
#include "verify/replay.h"

#include <fmt/format.h>

#include <memory>

#include "experiments/commands/command.h"
#include "experiments/data/run_memory.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "experiments/processes/progress.h"
#include "reference/trace_file.h"

namespace eenet::experiments {

namespace {

struct ReplayOptions {
  CommonOptions common;
  std::string trace;
};

Json report_json(const verify::ReplayReport& report) {
  Json json = document("replay", {{"rounds", report.rounds},
                                  {"complete", report.complete},
                                  {"matches", report.matches()},
                                  {"first_difference", nullptr}});
  if (report.compared_nothing()) json["matches"] = nullptr;
  if (report.diverged) json["diverged"] = true;
  if (report.first_difference) {
    json["first_difference"] = {{"round", report.first_difference->round},
                                {"field", report.first_difference->field},
                                {"recorded", report.first_difference->recorded},
                                {"recomputed", report.first_difference->recomputed}};
  }
  return json;
}

std::string report_text(const verify::ReplayReport& report) {
  if (report.first_difference) {
    const verify::Difference& difference = *report.first_difference;
    return fmt::format(
        "{} rounds match; first difference in round {}, {}: recorded {}, recomputed {}\n",
        report.rounds, difference.round, difference.field, printable(difference.recorded),
        printable(difference.recomputed));
  }
  if (report.compared_nothing()) {
    return fmt::format("0 of {} rounds, nothing was compared\n", report.announced);
  }
  return fmt::format("{} of {} rounds, every bit the same{}{}\n", report.rounds, report.announced,
                     report.diverged ? " (the run diverged there)" : "",
                     report.complete ? "" : "; the end of the trace is missing");
}

int run(const ReplayOptions& options) {
  TraceReader reader(options.trace);  // opened once: a pipe can be read once
  Progress progress("rounds", reader.header().rounds, options.common.quiet);
  require_memory_for_trace(reader.header(), options.trace);
  const verify::ReplayReport report =
      verify::replay(reader, arrays_of_trace(options.common, options.trace), progress.counter());
  if (report.matches() && !report.complete) {
    warn_cut_short(options.common, options.trace, report.rounds, report.announced, "accepted");
  }
  print_out(options.common.json ? document_text(report_json(report)) : report_text(report));
  if (options.common.strict && report.compared_nothing()) return kInconclusive;
  return report.matches() ? kDone : kCheckFailed;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = add_command(
      program, "replay", "Recompute a trace from its header and compare every bit",
      "eenet run --rounds 200 --trace full --out demo && eenet replay demo/trace-1.jsonl",
      options->common);
  command->add_option("TRACE", options->trace, "A trace-SEED.jsonl")->required();
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
