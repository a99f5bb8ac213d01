#include "verify/claims/spectra.h"

#include "theory/kernel/infinite_ntk.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

theory::Spectrum kernel_spectrum(const Eigen::MatrixXd& points, Eigen::Index depth,
                                 theory::NtkConvention convention,
                                 const std::optional<Eigen::VectorXd>& rewards, double lambda) {
  const Eigen::MatrixXd rows = points.transpose();
  theory::PointFacts facts;
  facts.points = theory::distinct_points(rows);
  facts.antipodal_pairs =
      static_cast<Eigen::Index>(theory::antipodal_pairs(rows, facts.points).size());
  facts.dimension = points.rows();
  facts.depth = static_cast<int>(depth);
  const Eigen::MatrixXd distinct = facts.points.rows(rows).transpose();
  const theory::InfiniteNtk kernel(distinct, depth, convention);
  theory::SpectrumSettings settings;
  settings.lambda = lambda;
  settings.method = theory::SpectrumMethod::kDense;
  return theory::spectrum(kernel, facts, rewards, settings);
}

ArmsOfRounds arms_of_rounds(const std::string& environment, std::uint64_t rounds,
                            std::uint64_t seed) {
  const auto made = environment_of(environment, seed);
  const Eigen::Index arms = made->arms();
  const Eigen::Index points = arms * static_cast<Eigen::Index>(rounds);
  ArmsOfRounds all = {Eigen::MatrixXd(made->dim(), points), Eigen::VectorXd(points),
                      Eigen::VectorXd(points)};
  Round round;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    made->observe(t, round);
    const Eigen::Index first = arms * static_cast<Eigen::Index>(t - 1);
    all.contexts.middleCols(first, arms) = round.contexts;
    all.expected_rewards.segment(first, arms) = round.expected_rewards;
    all.rewards.segment(first, arms) = round.rewards;
  }
  return all;
}

}  // namespace eenet::verify
