#include "verify/claims/spectra.h"

#include <cmath>

#include "theory/kernel/arm_points.h"
#include "theory/spectrum/spectrum_of.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

theory::Spectrum kernel_spectrum(const Eigen::MatrixXd& points, Eigen::Index depth,
                                 theory::NtkConvention convention,
                                 const std::optional<Eigen::VectorXd>& rewards, double lambda) {
  return theory::spectrum_of(points, {depth, convention}, rewards,
                             {.lambda = lambda, .method = theory::SpectrumMethod::kDense});
}

ArmsOfRounds arms_of_rounds(const std::string& environment, std::uint64_t rounds,
                            std::uint64_t seed) {
  theory::ArmPoints all = theory::arm_points(*environment_of(environment, seed), rounds);
  return {std::move(all.contexts), std::move(*all.expected_rewards), std::move(*all.rewards)};
}

Eigen::MatrixXd points_on_arc(Eigen::Index count, double length) {
  Eigen::MatrixXd points(2, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double angle = length * static_cast<double>(i) / static_cast<double>(count - 1);
    points.col(i) << std::cos(angle), std::sin(angle);
  }
  return points;
}

}  // namespace eenet::verify
