// Runs and networks that the checks share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/interaction.h"
#include "reference/kind.h"
#include "reference/mlp.h"

namespace eenet::verify {

// From `name:key=value,...`, as on the command line.
std::unique_ptr<Environment> environment_of(const std::string& spec, std::uint64_t seed);
std::unique_ptr<Policy> policy_of(const std::string& spec, const Environment& environment,
                                  std::uint64_t seed);

RunOutcome play_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                    std::uint64_t seed, const RoundObserver& observer = {});

// The network that `eenet run` starts from with this seed: f1 if `network` is 0, else f2.
Mlp initial_network_of(const MlpShape& shape, std::uint64_t seed, int network = 0);

// Points on the unit sphere, one per column, from a stream of their own.
Eigen::MatrixXd unit_points(Eigen::Index dim, Eigen::Index points, std::uint64_t seed);

// Gradients at the points, one per column: p x N.
Eigen::MatrixXd gradients_at(const Mlp& net, const Eigen::MatrixXd& points);

}  // namespace eenet::verify
