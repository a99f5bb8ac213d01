// The exploitation network f1 of the policies that have no other: its scores of a round, and its
// training by either schedule.
#pragma once

#include <optional>
#include <vector>

#include "reference/kind.h"
#include "reference/mlp.h"
#include "reference/models/anchor.h"
#include "reference/retraining.h"

namespace eenet {

class TrainedNetwork {
 public:
  // With the keys network_keys(1), and `anchor=` if there is one.
  TrainedNetwork(const Settings& settings, const Environment& environment,
                 const PolicyInputs& inputs);

  // f1 of every arm, which are kept until learn(). Requires an arm.
  void score(const Eigen::MatrixXd& contexts, Eigen::VectorXd& scores);

  // The gradient at arm i of the round scored last, in factors.
  void differentiate(Eigen::Index arm, BackwardPass& back) const;
  [[nodiscard]] const ForwardPass& pass(Eigen::Index arm) const;

  // Learns the reward of an arm of the round scored last, round t.
  void learn(std::uint64_t t, Eigen::Index arm, double reward);

  [[nodiscard]] const Mlp& network() const { return network_; }

 private:
  Mlp network_;
  double eta_;
  Anchor anchor_;
  std::optional<Retraining> retraining_;
  BackwardPass gradient_;
  std::vector<ForwardPass> passes_;
};

}  // namespace eenet
