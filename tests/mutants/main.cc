// `eenet-mutants`: the `eenet` program with a chosen fault.
//
//   EENET_MUTANT=NAME eenet-mutants ...   eenet ... with this mutant; with no name, eenet itself
//   EENET_MUTANTS_MET=FILE                also writes which of them the run executed
//   eenet-mutants --list-mutants          what there is to choose
//
// Both lists are JSON arrays.
#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "experiments/commands/program.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/processes/blas_threads.h"
#include "tests/mutants/mutant.h"

namespace {

using eenet::mutants::all_mutants;
using eenet::mutants::Mutant;

[[gnu::section(".preinit_array"), gnu::used]] const auto kBeforeLibraries =
    &eenet::experiments::forbid_blas_threads;

int list_mutants() {
  auto list = nlohmann::ordered_json::array();
  for (const Mutant& mutant : all_mutants()) {
    nlohmann::ordered_json entry = {
        {"name", mutant.name}, {"file", mutant.file}, {"why", mutant.why}};
    if (mutant.equivalent != nullptr) entry["equivalent"] = mutant.equivalent;
    if (mutant.claim != nullptr) entry["claim"] = mutant.claim;
    list.push_back(entry);
  }
  const bool written = std::puts(list.dump(2).c_str()) >= 0 && std::fflush(stdout) == 0;
  return written ? eenet::experiments::kDone : eenet::experiments::kBadInput;
}

bool activate(std::string_view name) {
  for (const Mutant& mutant : all_mutants()) {
    if (mutant.name == name) return mutant.fault->on = true;
  }
  return false;
}

// Forked workers meet mutants too: what they note has to be in memory that they share with us.
void share_notes() {
  using Note = std::atomic<bool>;
  const std::size_t bytes = all_mutants().size() * sizeof(Note);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* note = static_cast<Note*>(memory);
  for (const Mutant& mutant : all_mutants()) {
    mutant.fault->met = std::construct_at(note++, mutant.fault->met->load());
  }
}

int run_and_write_met(const char* path, int argc, char** argv) {
  share_notes();
  const int code = eenet::experiments::eenet_program(argc, argv);
  auto met = nlohmann::ordered_json::array();
  for (const Mutant& mutant : all_mutants()) {
    if (*mutant.fault->met) met.push_back(mutant.name);
  }
  eenet::experiments::write_atomically(path, met.dump() + "\n");
  return code;
}

int run(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--list-mutants") return list_mutants();
  const char* variable = std::getenv("EENET_MUTANT");
  const std::string name = variable != nullptr ? variable : "";
  if (!name.empty() && !activate(name)) {
    std::fprintf(stderr, "eenet-mutants: EENET_MUTANT is '%s', expected a name of --list-mutants\n",
                 name.c_str());
    return eenet::experiments::kBadInput;
  }
  const char* met = std::getenv("EENET_MUTANTS_MET");
  return met != nullptr ? run_and_write_met(met, argc, argv)
                        : eenet::experiments::eenet_program(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    // The program keeps its exceptions to itself, and of what is added here only writing that list
    // can fail.
    std::fprintf(stderr, "eenet-mutants: EENET_MUTANTS_MET: %s\n", error.what());
    return eenet::experiments::kBadInput;
  }
}
