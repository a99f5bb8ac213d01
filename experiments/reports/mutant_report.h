// Which seeded faults the suites have noticed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/formats/output.h"

namespace eenet::experiments {

// A seeded fault: one small change in one place, as `eenet-mutants --list-mutants` tells it.
struct Mutant {
  std::string name;
  std::string file;
  std::string why;         // what mistake it stands for
  std::string equivalent;  // why nothing can notice it; empty if something should
};

// A suite that noticed a mutant, and how: a property that failed, or what else became of the run.
struct Kill {
  std::string suite;
  std::string property;
};

struct MutantOutcome {
  Mutant mutant;
  std::vector<std::string> met_by;  // the suites that come by its place; to others it is invisible
  std::vector<Kill> killed_by;      // in the order of the suites
};

struct MutantReport {
  std::vector<std::string> suites;
  std::vector<MutantOutcome> outcomes;
  double seconds = 0.0;
};

// What is wrong with an outcome: a survivor that is not known to be equivalent, or an equivalent
// one that was killed after all.
std::optional<std::string> mutant_problem(const MutantOutcome& outcome);
std::vector<std::string> mutant_problems(const MutantReport& report);

// {"total", "killed", "survivors", "equivalent", "table", "scores"}. Equivalent mutants count in
// none of the first three and in no score.
Json to_json(const MutantReport& report);
std::string mutants_text(const MutantReport& report);

}  // namespace eenet::experiments
