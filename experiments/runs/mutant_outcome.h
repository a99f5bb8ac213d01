// Which suites have noticed which seeded faults.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace eenet::experiments {

// A seeded fault: one small change in one place, as `eenet-mutants --list-mutants` lists it.
struct Mutant {
  std::string name;
  std::string file;
  std::string why;         // what mistake it stands for
  std::string equivalent;  // why nothing can notice it; empty if something should
};

// A suite that noticed a mutant, and how: a property that failed, or how else the run ended.
struct Kill {
  std::string suite;
  std::string property;
};

struct MutantOutcome {
  Mutant mutant;
  std::vector<std::string> met_by;  // the suites that execute the mutated line
  std::vector<Kill> killed_by;      // in the order of the suites

  [[nodiscard]] bool is_equivalent() const { return !mutant.equivalent.empty(); }
  [[nodiscard]] bool is_killed() const { return !killed_by.empty(); }
};

struct MutantReport {
  std::vector<std::string> suites;
  std::vector<MutantOutcome> outcomes;
  double seconds = 0.0;
};

// What is wrong with an outcome: a survivor that is not known to be equivalent, or an equivalent
// mutant that was killed.
std::optional<std::string> mutant_problem(const MutantOutcome& outcome);

}  // namespace eenet::experiments
