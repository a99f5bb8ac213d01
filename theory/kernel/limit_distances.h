// How far the kernels of networks of finite width are from their limits.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

namespace eenet::theory {

// Frobenius norms of G^T G - H for independent networks: row i belongs to seed i, column k to
// widths[k].
struct LimitDistances {
  std::vector<double> widths;
  std::vector<std::vector<double>> corrected;  // H of a network of this depth
  std::vector<std::vector<double>> printed;    // H with the index of the print
};

// The networks are those that a run with the seed starts from. Column i of `points` is point i.
// Requires depth >= 2, widths and seeds. Calls on_network(networks done).
LimitDistances limit_distances(const Eigen::MatrixXd& points, Eigen::Index depth,
                               const std::vector<double>& widths,
                               const std::vector<std::uint64_t>& seeds,
                               const std::function<void(std::uint64_t)>& on_network = {});

}  // namespace eenet::theory
