// Tests that are run once with each instruction set, and skipped where the processor has it not.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "reference/operations/instruction_sets.h"

namespace eenet {

inline constexpr std::array kAllInstructionSets = {InstructionSet::kBaseline, InstructionSet::kAvx2,
                                                   InstructionSet::kAvx512};

inline std::string name_of_parameter(const testing::TestParamInfo<InstructionSet>& test) {
  return name_of(test.param);
}

class WithInstructionSet : public testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    const std::vector<InstructionSet> sets = available_instruction_sets();
    if (std::find(sets.begin(), sets.end(), GetParam()) == sets.end()) {
      GTEST_SKIP() << "this processor has no " << name_of(GetParam());
    }
    choose_instruction_set(GetParam());
  }

  void TearDown() override { choose_instruction_set(before_); }

 private:
  InstructionSet before_ = chosen_instruction_set;
};

}  // namespace eenet
