// The spectrum of the infinite-width kernel over given points, between proven ends.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>

#include "theory/kernel/ntk_recursion.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::verify {

// One point per column, by the dense method.
theory::Spectrum kernel_spectrum(
    const Eigen::MatrixXd& points, Eigen::Index depth,
    theory::NtkConvention convention = theory::NtkConvention::kCorrected,
    const std::optional<Eigen::VectorXd>& rewards = std::nullopt, double lambda = 1.0);

// All arms of the first rounds of an environment: contexts with one arm per column, and one
// expected reward and one reward per arm.
struct ArmsOfRounds {
  Eigen::MatrixXd contexts;
  Eigen::VectorXd expected_rewards;
  Eigen::VectorXd rewards;
};
ArmsOfRounds arms_of_rounds(const std::string& environment, std::uint64_t rounds,
                            std::uint64_t seed);

// Unit vectors in the plane, evenly spaced on an arc of this length. Requires two points.
Eigen::MatrixXd points_on_arc(Eigen::Index count, double length);

}  // namespace eenet::verify
