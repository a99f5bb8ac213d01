// `eenet oracle check`: judges a run that another implementation recorded.
#include <filesystem>
#include <memory>

#include "experiments/commands/command.h"
#include "experiments/data/run_memory.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "experiments/reports/trace_check_report.h"
#include "reference/trace_file.h"
#include "verify/traces/trace_check.h"

namespace eenet::experiments {

namespace {

struct CheckOptions {
  CommonOptions common;
  std::string trace;
  std::string scalar = "float64";
};

int run(const CheckOptions& options) {
  const bool again = std::filesystem::is_regular_file(options.trace);
  const Trace trace = read_trace(options.trace);
  require_memory_for_trace(trace.header, options.trace);
  const verify::TraceCheck check = about(options.trace, [&] {
    return verify::check_trace(trace, again ? options.trace : "",
                               options.scalar == "float32" ? verify::kFloat : verify::kDouble,
                               arrays_of_trace(options.common, options.trace));
  });
  for (const std::string& sentence : check.warnings) {
    warn(options.common, options.trace + ": " + sentence);
  }
  print_out(options.common.json ? document_text(trace_check_json(trace, check))
                                : trace_check_text(trace, check));
  if (check.verdict == verify::TraceVerdict::kDisagrees) return kCheckFailed;
  const bool nothing = check.verdict == verify::TraceVerdict::kIncomplete;
  return options.common.strict && nothing ? kInconclusive : kDone;
}

}  // namespace

void add_oracle_check_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      add_command(group, "check", "Judge a run that another implementation recorded",
                  "eenet run --rounds 50 --trace full --out demo-check && eenet oracle check "
                  "demo-check/trace-1.jsonl",
                  options->common);
  command->add_option("TRACE", options->trace, "A trace (docs/schemas/trace.json)")->required();
  command
      ->add_option("--scalar", options->scalar,
                   "What it was computed in: the bounds of rounding follow from it")
      ->check(one_of({"float64", "float32"}))
      ->capture_default_str();
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
