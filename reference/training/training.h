// When and on what a network is trained: once a round on the newest sample (Algorithm 1), or again
// and again on all past ones (the paper's experiments). One object a network.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reference/mlp_gradient.h"
#include "reference/settings.h"

namespace eenet {

class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;

  // Round t has given the network a new sample: its input is pass.outputs[0], its label `target`.
  // Requires that `pass` belongs to the present parameters of `net`.
  virtual void learn(std::uint64_t t, Mlp& net, const ForwardPass& pass, double target) = 0;
};

// Which of the two networks is trained; it decides the learning rate, the stopping loss and the
// draws.
enum class TrainedNetwork { kExploitation = 0, kExploration = 1 };

// `schedule=` with its options, and the learning rates `eta1=` (and `eta2=`), `R=`.
std::vector<Key> training_keys(int networks);

// Throws std::invalid_argument on settings out of range, or if both R and a learning rate are
// given.
std::unique_ptr<Training> make_training(const Settings& settings, TrainedNetwork network,
                                        std::uint64_t seed);

}  // namespace eenet
