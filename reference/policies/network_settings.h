// The keys that policies with networks share: shape, start, learning rates, schedule.
#pragma once

#include <optional>
#include <vector>

#include "reference/kind.h"
#include "reference/mlp.h"
#include "reference/retraining.h"

namespace eenet {

// `width=`, `depth=`, then `schedule=` with its options and the learning rates `eta1=` (and
// `eta2=`), `R=`, for a policy with one network or two.
std::vector<Key> network_keys(int networks);

// The shape of a network for inputs of the given dimension.
MlpShape network_shape(const Settings& settings, Eigen::Index input_dim);

// Network number `index` (0: f1, 1: f2): the initial parameters if any were given, else the printed
// random initialisation from its stream.
Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index);

// Of network number `index`: R^2/sqrt(m) [EENET, Regret Analysis, theo1] if R was given, else the
// network's own learning rate. Throws std::invalid_argument if both are given.
double learning_rate(const Settings& settings, std::size_t index);

// Whether schedule=online, one SGD step on the sample of each round, is asked for, not replay.
bool is_online(const Settings& settings);

// Of network number `index`: nothing with schedule=online. Throws std::invalid_argument on settings
// out of range.
std::optional<Retraining> make_retraining(const Settings& settings, std::size_t index,
                                          std::uint64_t seed);

}  // namespace eenet
