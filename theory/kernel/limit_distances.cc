#include "theory/kernel/limit_distances.h"

#include "reference/mlp.h"
#include "reference/require.h"
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"

namespace eenet::theory {

LimitDistances limit_distances(const Eigen::MatrixXd& points, Eigen::Index depth,
                               const std::vector<double>& widths,
                               const std::vector<std::uint64_t>& seeds,
                               const std::function<void(std::uint64_t)>& on_network) {
  EENET_REQUIRE(!widths.empty() && !seeds.empty(), "limit_distances: ", widths.size(),
                " widths and ", seeds.size(), " seeds, expected at least one of each");
  const auto limit = [&](NtkConvention convention) {
    return kernel_matrix(InfiniteNtk(points, depth, convention));
  };
  const Eigen::MatrixXd corrected = limit(NtkConvention::kCorrected);
  const Eigen::MatrixXd printed = limit(NtkConvention::kPrinted);
  LimitDistances distances = {widths, {}, {}};
  std::uint64_t done = 0;
  for (const std::uint64_t seed : seeds) {
    std::vector<double> to_corrected;
    std::vector<double> to_printed;
    for (const double width : widths) {
      Rng rng(seed, stream::kInitExploitation);
      const MlpShape shape = {points.rows(), static_cast<Eigen::Index>(width), depth};
      const Eigen::MatrixXd found = EmpiricalNtk(Mlp::initialised(shape, rng), points).matrix();
      to_corrected.push_back((found - corrected).norm());
      to_printed.push_back((found - printed).norm());
      if (on_network) on_network(++done);
    }
    distances.corrected.push_back(std::move(to_corrected));
    distances.printed.push_back(std::move(to_printed));
  }
  return distances;
}

}  // namespace eenet::theory
