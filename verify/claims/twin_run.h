// Algorithm 1 played beside its plain twin (verify/plain/eenet.h), an independent second
// implementation: counts the rounds in which the two differ.
#pragma once

#include <cstdint>
#include <string>

namespace eenet::verify {

struct TwinRun {
  std::uint64_t rounds = 0;
  std::uint64_t other_arm = 0;         // rounds whose arm is not the twin's argmax of f1 + f2
  std::uint64_t other_scores = 0;      // rounds in which a score has other bits
  std::uint64_t other_label = 0;       // rounds whose label has other bits
  std::uint64_t label_not_gain = 0;    // rounds whose label is not the formula of f1 and r
  std::uint64_t other_theta1 = 0;      // rounds after which theta1 has other bits
  std::uint64_t other_theta2 = 0;      // likewise theta2
  std::uint64_t label_would_move = 0;  // rounds in which f1 after its update gives another label
  std::uint64_t phi_would_move = 0;    // rounds in which phi recomputed a round later is another
};

// `method` is of the EE-Net family with the online schedule and a fixed feature map.
TwinRun twin_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                 std::uint64_t seed);

}  // namespace eenet::verify
