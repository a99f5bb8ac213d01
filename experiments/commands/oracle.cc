// `eenet oracle`: judges other implementations, and writes what they can be judged by.
#include "experiments/commands/command.h"

namespace eenet::experiments {

void add_oracle_command(CLI::App& program, Action& action) {
  CLI::App* group = program.add_subcommand("oracle", "Judge another implementation");
  group->footer(
      "Example:\n  eenet oracle adapter --language python > adapter.py && "
      "eenet oracle judge -- python3 adapter.py");
  group->require_subcommand(1);
  add_oracle_judge_command(*group, action);
  add_oracle_smoke_command(*group, action);
  add_oracle_adapter_command(*group, action);
  add_oracle_check_command(*group, action);
  add_oracle_curves_command(*group, action);
  add_oracle_vectors_command(*group, action);
}

}  // namespace eenet::experiments
