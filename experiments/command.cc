#include "experiments/command.h"

#include <fmt/format.h>

#include <cstdio>

namespace eenet::experiments {

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& summary,
                      const std::string& example, CommonOptions& options) {
  CLI::App* command = program.add_subcommand(name, summary);
  command->add_flag("--json", options.json, "Print one JSON document and nothing else");
  command->add_flag("--quiet", options.quiet, "No progress and no warnings");
  command->add_flag("--strict", options.strict, "Exit with 4 if something stayed inconclusive");
  command->footer("Example:\n  " + example);
  return command;
}

void warn(const CommonOptions& options, const std::string& sentence) {
  if (!options.quiet) fmt::print(stderr, "eenet: {}\n", sentence);
}

}  // namespace eenet::experiments
