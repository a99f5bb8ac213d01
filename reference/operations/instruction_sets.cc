#include "reference/operations/instruction_sets.h"

#include <algorithm>

#include "reference/require.h"

namespace eenet {

InstructionSet chosen_instruction_set = available_instruction_sets().back();

const char* name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::kAvx512:
      return "avx512";
    case InstructionSet::kAvx2:
      return "avx2";
    case InstructionSet::kBaseline:
      break;
  }
  return "baseline";
}

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets = {InstructionSet::kBaseline};
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx2") != 0) sets.push_back(InstructionSet::kAvx2);
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0) {
    sets.push_back(InstructionSet::kAvx512);
  }
#endif
  return sets;
}

void choose_instruction_set(InstructionSet set) {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  EENET_REQUIRE(std::find(sets.begin(), sets.end(), set) != sets.end(),
                "choose_instruction_set: got ", name_of(set),
                ", expected one that this processor has");
  chosen_instruction_set = set;
}

}  // namespace eenet
