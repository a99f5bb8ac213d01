// One function compiled for several instruction sets, of which the program takes one when it runs:
// wide vectors where the processor has them, and a program that starts everywhere.
//
// The set changes the time alone. Each function that is compiled here fixes the order of its
// additions, and none is fused (-ffp-contract=off), so that every set gives the same bits.
#pragma once

#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define EENET_COMPILED_FOR(sets) __attribute__((target(sets)))
#else
#define EENET_COMPILED_FOR(sets)  // never called: the baseline alone is available
#endif

namespace eenet {

enum class InstructionSet { kBaseline, kAvx2, kAvx512 };

// "baseline", "avx2", "avx512".
const char* name_of(InstructionSet set);

// Those that this processor and its system have, the baseline first, the widest last.
std::vector<InstructionSet> available_instruction_sets();

// What the operations use: the widest available one. Until the program's static objects are made it
// is the baseline. Read it; to change it, call the function below.
extern InstructionSet chosen_instruction_set;

// For tests and benchmarks, while no other thread is in an operation. Requires an available set.
void choose_instruction_set(InstructionSet set);

// ---- Compiling a function for each --------------------------------------------------------------

// kBody is a function that is always inlined, and so is all that its loops call: what is not
// inlined stays compiled for the baseline.
template <auto kBody, typename... Arguments>
auto run_baseline(Arguments... arguments) {
  return kBody(arguments...);
}

template <auto kBody, typename... Arguments>
EENET_COMPILED_FOR("avx2")
auto run_avx2(Arguments... arguments) {
  return kBody(arguments...);
}

template <auto kBody, typename... Arguments>
EENET_COMPILED_FOR("avx512f,avx512dq,avx512vl")
auto run_avx512(Arguments... arguments) {
  return kBody(arguments...);
}

// kBody compiled for one of them, as a pointer to a function with these arguments.
template <auto kBody, typename... Arguments>
auto compiled_for(InstructionSet set) {
  switch (set) {
    case InstructionSet::kAvx512:
      return &run_avx512<kBody, Arguments...>;
    case InstructionSet::kAvx2:
      return &run_avx2<kBody, Arguments...>;
    case InstructionSet::kBaseline:
      break;
  }
  return &run_baseline<kBody, Arguments...>;
}

// Calls kBody, or kWideBody where vectors are wide, compiled for the chosen set.
template <auto kBody, auto kWideBody = kBody, typename... Arguments>
auto dispatch(Arguments... arguments) {
  switch (chosen_instruction_set) {
    case InstructionSet::kAvx512:
      return run_avx512<kWideBody>(arguments...);
    case InstructionSet::kAvx2:
      return run_avx2<kWideBody>(arguments...);
    case InstructionSet::kBaseline:
      break;
  }
  return run_baseline<kBody>(arguments...);
}

}  // namespace eenet
