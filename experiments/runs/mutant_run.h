// Seeded faults against the suites. The faults are in a program of their own, `eenet-mutants`: the
// whole of `eenet` built again with one switch per fault; the variable EENET_MUTANT names the
// switch that is on. A run writes to the file EENET_MUTANTS_MET which mutated lines it executed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/runs/verification.h"

namespace eenet::experiments {

inline constexpr std::uint64_t kCasesAgainstMutants = 1000;

struct MutantPlan {
  std::filesystem::path program;
  std::vector<std::string> suites;
  std::uint64_t cases = kCasesAgainstMutants;  // per suite
  std::uint64_t seed = 0;
  double patience = 30.0;  // seconds for a mutant, on top of 20 times the suite without it
  unsigned jobs = 1;
  bool quiet = false;
};

// The program in the folder of the running one. If it is missing, throws std::runtime_error with a
// sentence that says how to build it.
std::filesystem::path mutants_program();

// Parses what `eenet-mutants --list-mutants` prints. Throws std::runtime_error if it is no such
// list.
std::vector<Mutant> parse_mutants(const std::string& text);

// First runs every suite without a fault and adds its statistics and failures to `report`. Only if
// all of them pass, runs every mutant against every suite that executes its line, and sets
// `report.mutants`.
void run_mutants(const MutantPlan& plan, VerifyReport& report);

}  // namespace eenet::experiments
