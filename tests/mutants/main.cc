// `eenet-mutants`: the `eenet` program with a chosen fault.
//
//   EENET_MUTANT=NAME eenet-mutants ...    eenet ... with this mutant; with no name, eenet itself
//   eenet-mutants --list-mutants           what there is to choose, as a JSON array
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "experiments/exit_code.h"
#include "experiments/program.h"
#include "tests/mutants/mutant.h"

namespace {

using eenet::mutants::all_mutants;
using eenet::mutants::Mutant;

int list_mutants() {
  auto list = nlohmann::ordered_json::array();
  for (const Mutant& mutant : all_mutants()) {
    nlohmann::ordered_json entry = {
        {"name", mutant.name}, {"file", mutant.file}, {"why", mutant.why}};
    if (mutant.equivalent != nullptr) entry["equivalent"] = mutant.equivalent;
    list.push_back(entry);
  }
  const bool written = std::puts(list.dump(2).c_str()) >= 0 && std::fflush(stdout) == 0;
  return written ? eenet::experiments::kDone : eenet::experiments::kBadInput;
}

bool activate(std::string_view name) {
  for (const Mutant& mutant : all_mutants()) {
    if (mutant.name == name) return *mutant.active = true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--list-mutants") return list_mutants();
  const char* variable = std::getenv("EENET_MUTANT");
  const std::string name = variable != nullptr ? variable : "";
  if (!name.empty() && !activate(name)) {
    std::fprintf(stderr, "eenet-mutants: EENET_MUTANT is '%s', expected a name of --list-mutants\n",
                 name.c_str());
    return eenet::experiments::kBadInput;
  }
  return eenet::experiments::eenet_program(argc, argv);
}
