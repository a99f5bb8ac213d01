// `eenet regret`: what empirical regret says.
#include "experiments/commands/command.h"

namespace eenet::experiments {

void add_regret_command(CLI::App& program, Action& action) {
  CLI::App* group = program.add_subcommand("regret", "Empirical regret against the theory");
  group->footer("Example:\n  eenet regret check --env two-arms --rounds 400 --seeds 1..20");
  group->require_subcommand(1);
  add_regret_check_command(*group, action);
}

}  // namespace eenet::experiments
