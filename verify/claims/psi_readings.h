// The three things that are called Psi on one run, and whether the run is one of those that the
// theorem speaks of. [EENET, Regret Analysis, Theorem 1; erratum E-5]
#pragma once

#include <cstdint>
#include <string>

#include "theory/measured/measured.h"

namespace eenet::verify {

struct PsiReadings {
  theory::Measured printed;  // all arms, labels r
  theory::Measured played;   // as the proof has it: inputs phi, labels r - f1
  theory::Measured optimal;  // likewise for the networks that learn from the best arms
  bool admissible = false;   // every condition of the theorem and of its proof, with constants 1

  // In every way to read the ends: a Psi of the proof is above the printed one.
  [[nodiscard]] bool proof_needs_more() const;
};

// `method` is an EE-Net with R=; its Psi are those of the ball B(theta0, R).
PsiReadings psi_readings(const std::string& environment, const std::string& method,
                         std::uint64_t rounds, std::uint64_t seed);

}  // namespace eenet::verify
