// Seeded faults against the suites. The faults are in a program of their own, `eenet-mutants`: the
// whole of `eenet` built once more with a switch at every place that a fault may stand, and with
// the variable EENET_MUTANT naming the one that is on. A run tells in the file EENET_MUTANTS_MET
// which switches it came by.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/reports/verify_report.h"

namespace eenet::experiments {

inline constexpr std::uint64_t kCasesAgainstMutants = 1000;

struct MutantPlan {
  std::filesystem::path program;
  std::vector<std::string> suites;
  std::uint64_t cases = kCasesAgainstMutants;  // a suite
  std::uint64_t seed = 0;
  double patience = 30.0;  // seconds for a mutant, on top of 20 times the suite without it
  unsigned jobs = 1;
  bool quiet = false;
};

// The program that is beside the running one. Throws std::runtime_error that says how to build it.
std::filesystem::path mutants_program();

// What `eenet-mutants --list-mutants` answers. Throws std::runtime_error if it is no such list.
std::vector<Mutant> parse_mutants(const std::string& text);

// First every suite without a fault: into `report` come its statistics and failures. Only if all of
// them pass, every mutant against every suite that comes by its place: that is the report's
// `mutants`.
void run_mutants(const MutantPlan& plan, VerifyReport& report);

}  // namespace eenet::experiments
