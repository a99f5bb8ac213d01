// The keys that every policy with a network shares: its shape and its start.
#pragma once

#include <string_view>
#include <vector>

#include "reference/kind.h"
#include "reference/mlp.h"

namespace eenet {

// `width=`, `depth=`.
std::vector<Key> network_keys();

// The shape of a network for inputs of the given dimension.
MlpShape network_shape(const Settings& settings, Eigen::Index input_dim);

// Network number `index` (0: f1, 1: f2): the initial parameters if any were given, else the printed
// random initialisation from the stream.
Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index,
                    std::string_view stream);

}  // namespace eenet
