#include "experiments/commands/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <utility>

#include "experiments/commands/command.h"
#include "experiments/commands/command_line.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "reference/out_of_memory.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

int fail(int code, const std::string& sentence) {
  say(sentence);
  return code;
}

int run_program(int argc, char** argv) {
  CLI::App program("Reference and verification toolkit for the neural contextual bandit EE-Net",
                   "eenet");
  program.footer("Example:\n  eenet run --env linear --method eenet --rounds 500 --seeds 1..4");
  bool version = false;
  bool json = false;
  program.add_flag("--version", version, "Print version, compiler and packages");
  program.add_flag("--json", json, "With --version: as a JSON document");
  program.require_subcommand(0, 1);
  Action action;
  add_run_command(program, action);
  add_replay_command(program, action);
  add_verify_command(program, action);
  add_oracle_command(program, action);
  add_theory_command(program, action);
  add_regret_command(program, action);
  add_claims_command(program, action);
  add_report_command(program, action);
  add_completion_command(program, action);
  add_manual_command(program, action);
  add_data_command(program, action);
  add_sweep_command(program, action);
  add_table_command(program, action);
  try {
    std::vector<std::string> words =
        checked_words(program, {argv + std::min(argc, 1), argv + argc});
    std::reverse(words.begin(), words.end());  // as the parser wants them
    program.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    print_out(program.help());  // of the innermost command that was asked
    return kDone;
  } catch (const CLI::ParseError& error) {
    std::string name = "eenet";
    for (auto chosen = program.get_subcommands(); !chosen.empty();
         chosen = chosen.front()->get_subcommands()) {
      name += " " + chosen.front()->get_name();
    }
    return fail(kBadInput, fmt::format("{} (see {} --help)", error.what(), name));
  }
  if (!version) return action();
  EENET_REQUIRE(!action, "--version: expected without a command");
  print_out(json ? version_json() : version_text());
  return kDone;
}

}  // namespace

int eenet_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows as a failed write instead,
  std::signal(SIGXFSZ, SIG_IGN);  // and so does a file that has reached its limit
  try {
    return run_program(argc, argv);
  } catch (const Interrupted& stop) {
    return stop.signal() == SIGINT ? kInterrupted : 128 + stop.signal();
  } catch (const std::invalid_argument& error) {
    return fail(kBadInput, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(kBadInput, fmt::format("{}: {}", error.path1().string(), error.code().message()));
  } catch (const std::runtime_error& error) {
    return fail(kBadInput, error.what());
  } catch (const OutOfMemory& error) {
    return fail(kBadInput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kBadInput, kOutOfMemory);
  } catch (const std::exception& error) {
    return fail(kInternalError, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace eenet::experiments
