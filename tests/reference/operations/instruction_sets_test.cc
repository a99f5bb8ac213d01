// Whole runs have the recorded digests with every instruction set.
#include "reference/operations/instruction_sets.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "tests/reference/operations/with_instruction_set.h"

namespace eenet {
namespace {

std::string digest_of_a_run(const std::string& method, const std::string& environment,
                            std::uint64_t seed, std::uint64_t rounds) {
  const auto world = make_environment(Spec::parse(environment), {seed, false, {}});
  const auto policy = make_policy(Spec::parse(method), *world, {seed, {}});
  return play(*world, *policy, rounds).digest.hex();
}

TEST(InstructionSets, TheWidestIsChosenAndOthersOnlyIfThere) {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  EXPECT_EQ(sets.front(), InstructionSet::kBaseline);
  EXPECT_EQ(chosen_instruction_set, sets.back());
  EXPECT_THROW(choose_instruction_set(static_cast<InstructionSet>(3)), std::invalid_argument);
}

using WholeRuns = WithInstructionSet;

// The short runs of one environment in tests/portability/digests.txt: METHOD in ENVIRONMENT SHORT
// LONG, as tests/portability/digest.cc makes them.
TEST_P(WholeRuns, HaveTheRecordedDigests) {
  const std::string environment = "linear:dim=6,arms=4,noise=none";
  std::ifstream recorded(EENET_TEST_DATA "/../portability/digests.txt");
  int compared = 0;
  std::string method;
  std::string in;
  std::string where;
  std::string of_55_rounds;
  for (std::string line; std::getline(recorded, line);) {
    std::istringstream words(line);
    words >> method >> in >> where >> of_55_rounds;
    if (where != environment) continue;
    EXPECT_EQ(digest_of_a_run(method, environment, 20220425, 55), of_55_rounds) << method;
    ++compared;
  }
  EXPECT_GE(compared, 20);
}

// Blocks of 48 rows, and matrices whose columns are prefetched.
TEST_P(WholeRuns, OfWideNetworksHaveTheDigestsOfTheBaseline) {
  const std::string small = "linear:dim=20,arms=4";
  const std::string large = "linear:dim=700,arms=2";
  const std::string replay = "eenet:width=101,depth=3,schedule=replay,steps=50";
  const std::string whole_gradient = "eenet:width=50,features=gradient";
  for (const auto& [method, environment] :
       {std::pair{replay, small}, {replay, large}, {whole_gradient, small}}) {
    choose_instruction_set(GetParam());
    const std::string digest = digest_of_a_run(method, environment, 1, 12);
    choose_instruction_set(InstructionSet::kBaseline);
    EXPECT_EQ(digest, digest_of_a_run(method, environment, 1, 12)) << method << environment;
  }
}

INSTANTIATE_TEST_SUITE_P(With, WholeRuns, testing::ValuesIn(kAllInstructionSets),
                         name_of_parameter);

}  // namespace
}  // namespace eenet
