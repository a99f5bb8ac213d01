// The spectrum of the infinite-width kernel over given points, between proven ends.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "theory/kernel/ntk_recursion.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::verify {

// One point a column.
theory::Spectrum kernel_spectrum(
    const Eigen::MatrixXd& points, Eigen::Index depth,
    theory::NtkConvention convention = theory::NtkConvention::kCorrected,
    const std::optional<Eigen::VectorXd>& rewards = std::nullopt, double lambda = 1.0);

// All arms of the first rounds of an environment, one a column, and their expected rewards.
struct ArmsOfRounds {
  Eigen::MatrixXd contexts;
  Eigen::VectorXd expected_rewards;
  Eigen::VectorXd rewards;
};
ArmsOfRounds arms_of_rounds(const std::string& environment, std::uint64_t rounds,
                            std::uint64_t seed);

}  // namespace eenet::verify
