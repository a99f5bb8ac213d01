// What the tests have on record and a report cites: seeded faults with who notices them, and the
// digests that every build has to reach.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace eenet::experiments {

// A seeded fault that the check of a claim has to notice.
struct SeededFault {
  std::string name;
  std::string why;
};

// By claim. [tests/mutants/catalogue]
const std::map<std::string, std::vector<SeededFault>>& faults_of_claims();

// Faults in the rooms' code, by the suite that notices them. [tests/mutants/kills.txt]
struct RecordedKills {
  std::size_t faults = 0;
  std::size_t equivalent = 0;  // nobody can notice these; the catalogue has the argument
  std::map<std::string, std::size_t> by_suite;
};
const RecordedKills& recorded_kills();

// A run of a method in an environment, and what it has to give. [tests/portability/digests.txt]
struct RecordedRun {
  std::string method;
  std::string environment;
  std::string digest;  // after kRecordedRounds rounds
};
inline constexpr const char* kRecordedRounds = "200";
inline constexpr const char* kRecordedSeed = "20220425";
const std::vector<RecordedRun>& recorded_runs();

}  // namespace eenet::experiments
