// What every subcommand of `eenet` shares.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/kind.h"

namespace eenet::experiments {

struct CommonOptions {
  bool json = false;    // one JSON document on standard output, nothing else
  bool quiet = false;   // no progress, no warnings
  bool strict = false;  // inconclusive results exit with 4
};

// What a subcommand does; returns the exit code.
using Action = std::function<int()>;

// Adds a subcommand with the common options. `example` is shown by --help and can be run as it is.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& summary,
                      const std::string& example, CommonOptions& options);

// Sets `action` to `chosen` if the subcommand is on the command line.
void when_chosen(CLI::App& command, Action& action, const Action& chosen);

// Accepts these words alone.
CLI::Validator one_of(const std::vector<std::string>& words);

// Adds an option that is a finite number.
CLI::Option* add_number(CLI::App& command, const std::string& name, double& number,
                        const std::string& help);
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& number,
                        const std::string& help);

// Adds an option that is a whole number; --help shows its default, unless it is optional.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& count,
                       const std::string& help);
CLI::Option* add_count(CLI::App& command, const std::string& name,
                       std::optional<std::uint64_t>& count, const std::string& help);

// Options that several commands have.
inline constexpr const char* kWorkersHelp = "Worker processes (the result does not depend on it)";
inline constexpr const char* kThreadsHelp = "Threads (the result does not depend on it)";
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help);
void add_contexts(CLI::App& command, std::string& contexts);
void add_environment_of_points(CLI::App& command, std::string& environment);

// What several commands require of their options. Each throws std::invalid_argument.
void require_jobs(unsigned jobs);
void require_depth(std::uint64_t depth);
void require_width(std::uint64_t width);
void require_lambda(double lambda);

// Of lambda and of radii: far beyond any use, and no square of one overflows.
inline constexpr double kSmallestScale = 1e-100;
inline constexpr double kLargestScale = 1e100;

// Returns work(). What it refuses is in this file, whose name goes before the sentence.
template <typename Work>
auto about(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const std::invalid_argument& refused) {
    throw std::invalid_argument(file + ": " + refused.what());
  }
}

// Prints a sentence on stderr. Errors are ignored: a closed stderr is no reason to fail.
void say(const std::string& sentence);

// The same, unless quiet.
void warn(const CommonOptions& options, const std::string& sentence);

// Warns that a trace ends before its last round. `treatment` is what is done with its whole rounds:
// "accepted", "taken".
void warn_cut_short(const CommonOptions& options, const std::string& trace, std::uint64_t rounds,
                    std::uint64_t announced, const std::string& treatment);

// Reads the arrays that a trace names. One that is not at its path is taken from the folder of the
// trace, if it is there, with a warning.
ArrayReader arrays_of_trace(const CommonOptions& options, const std::string& trace);

// One function per file in commands/. Each sets `action` if its subcommand was chosen.
void add_run_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_verify_command(CLI::App& program, Action& action);
void add_claims_command(CLI::App& program, Action& action);  // a group: list, rules, check, explain
void add_regret_command(CLI::App& program, Action& action);  // a group: check
void add_regret_check_command(CLI::App& group, Action& action);
void add_oracle_command(CLI::App& program, Action& action);  // a group of the next six
void add_oracle_judge_command(CLI::App& group, Action& action);
void add_oracle_smoke_command(CLI::App& group, Action& action);
void add_oracle_adapter_command(CLI::App& group, Action& action);
void add_oracle_check_command(CLI::App& group, Action& action);
void add_oracle_curves_command(CLI::App& group, Action& action);
void add_oracle_vectors_command(CLI::App& group, Action& action);
void add_completion_command(CLI::App& program, Action& action);
void add_manual_command(CLI::App& program, Action& action);
void add_data_command(CLI::App& program, Action& action);  // a group: list, prepare
void add_report_command(CLI::App& program, Action& action);
void add_sweep_command(CLI::App& program, Action& action);  // and cells
void add_table_command(CLI::App& program, Action& action);
void add_theory_command(CLI::App& program, Action& action);  // a group of the next five
void add_theory_ntk_command(CLI::App& group, Action& action);
void add_theory_width_command(CLI::App& group, Action& action);
void add_theory_spectrum_command(CLI::App& group, Action& action);
void add_theory_psi_command(CLI::App& group, Action& action);
void add_theory_bound_command(CLI::App& group, Action& action);

// `eenet --version`.
std::string version_text();
std::string version_json();

}  // namespace eenet::experiments
