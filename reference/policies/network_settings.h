// The keys that every policy with a network shares: its shape, its learning rate, its start.
#pragma once

#include <vector>

#include "reference/kind.h"
#include "reference/mlp.h"

namespace eenet {

// `width=`, `depth=`.
std::vector<Key> network_keys();

// The shape of a network for inputs of the given dimension.
MlpShape network_shape(const Settings& settings, Eigen::Index input_dim);

// `eta1=` (and `eta2=` where there are two networks), `R=`.
std::vector<Key> learning_rate_keys(int networks);

// The learning rate under the key `eta1` or `eta2`: R^2/sqrt(m) if R was given
// [EENET, Regret Analysis, theo1], else the one given or 0.1. Throws if both R and a learning rate
// were given.
double learning_rate(const Settings& settings, const std::string& key);

// Network number `index` (0: f1, 1: f2): the initial parameters if any were given, else the printed
// random initialisation from the stream.
Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index,
                    std::string_view stream);

}  // namespace eenet
