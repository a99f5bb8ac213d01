// The mutants that weave.py wove into this program: faults that are asleep until one is chosen.
#pragma once

#include <vector>

#include "tests/mutants/switch.h"

namespace eenet::mutants {

struct Mutant {
  const char* name;
  const char* file;        // the source that has the fault
  const char* why;         // the mistake that somebody could make
  const char* equivalent;  // why nobody can notice it; null: somebody has to
  const char* claim;       // whose check has to notice it; null: a suite has to
  Switch* fault;
};

// All of the catalogue, in its order.
const std::vector<Mutant>& all_mutants();

}  // namespace eenet::mutants
