// Psi on runs and on made-up points, between proven ends (theory/psi/complexity_term.h).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "reference/trace.h"
#include "theory/psi/complexity_term.h"
#include "theory/psi/readings.h"

namespace eenet::verify {

// For the network, points (one per column), labels and radius given.
theory::ComplexityTerm psi_of(const Mlp& start, const Eigen::MatrixXd& points,
                              const Eigen::VectorXd& labels, double radius);

// A run with everything that a reading of Psi needs.
Trace full_trace(const std::string& environment, const std::string& method, std::uint64_t rounds,
                 std::uint64_t seed);

// One of the three things that are called Psi, for the R of the run's method.
theory::Measured psi_of_run(const Trace& trace, theory::Reading reading);

// All three on one run, and whether it is one of those that the theorem speaks of.
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

// An upper bound of one of them that is cheaper: the squared error of the network that the run
// starts with.
theory::Measured psi_at_start_of_run(const Trace& trace, theory::Reading reading);

// A lower bound of Psi in every ball, where points 2i and 2i+1 are equal: the squared distances of
// the labels of each pair from their mean.
double psi_of_equal_pairs(const Eigen::VectorXd& labels);

// A test function on the sphere and points for it: y = (1 + sin(3 <a, x>))/2, a the first unit
// vector.
struct LabelledPoints {
  Eigen::MatrixXd points;
  Eigen::VectorXd labels;
};
LabelledPoints smooth_labels(Eigen::Index dim, Eigen::Index count, std::uint64_t seed);

}  // namespace eenet::verify
