// `eenet theory`: the quantities of the paper's theory, one subcommand each.
#include "experiments/commands/command.h"

namespace eenet::experiments {

void add_theory_command(CLI::App& program, Action& action) {
  CLI::App* group = program.add_subcommand("theory", "Quantities of the paper's theory");
  group->footer(
      "Example:\n  eenet theory spectrum --env linear:dim=8 --rounds 50 --depth 3 --lambda 1");
  group->require_subcommand(1);
  add_theory_ntk_command(*group, action);
  add_theory_width_command(*group, action);
  add_theory_spectrum_command(*group, action);
  add_theory_psi_command(*group, action);
  add_theory_bound_command(*group, action);
}

}  // namespace eenet::experiments
