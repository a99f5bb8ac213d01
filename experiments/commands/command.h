// What every subcommand of `eenet` shares.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace eenet::experiments {

struct CommonOptions {
  bool json = false;    // one JSON document on standard output, nothing else
  bool quiet = false;   // no progress, no warnings
  bool strict = false;  // inconclusive results exit with 4
};

// A subcommand: adds itself to the program; what it does when chosen answers with the exit code.
using Action = std::function<int()>;

// Adds a subcommand with the common options. `example` is shown by --help and works as typed.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& summary,
                      const std::string& example, CommonOptions& options);

// For options that count something: 64 bits in decimal, where CLI11 alone would take -5 for
// 2^64 - 5, 10^20 for 2^64 - 1 and 010 for 8.
CLI::Validator whole_number();

// For options whose empty value a script's unset variable would give, and that would then say
// nothing at all.
CLI::Validator not_empty();

// A sentence on stderr. Nobody may be listening there any more; that is no reason to fail.
void say(const std::string& sentence);

// The same, unless quiet.
void warn(const CommonOptions& options, const std::string& sentence);

// One function a file in commands/. Each sets `action` when its subcommand was chosen.
void add_run_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_verify_command(CLI::App& program, Action& action);
void add_claims_command(CLI::App& program, Action& action);  // a group: list, check, explain
void add_theory_command(CLI::App& program, Action& action);  // a group: the next ones are in it
void add_theory_ntk_command(CLI::App& group, Action& action);
void add_theory_spectrum_command(CLI::App& group, Action& action);
void add_theory_psi_command(CLI::App& group, Action& action);
void add_theory_bound_command(CLI::App& group, Action& action);

// `eenet --version`.
std::string version_text();
std::string version_json();

}  // namespace eenet::experiments
