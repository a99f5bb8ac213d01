// Measures the quantities of the theorem's conditions on a run: how far the parameters move, and
// how large a step is relative to the curvature there.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/interaction.h"
#include "reference/mlp.h"
#include "reference/trace.h"
#include "theory/regret/preconditions.h"

namespace eenet::theory {

class FactsMeter {
 public:
  // `policy` as the header makes it, before its first round.
  FactsMeter(const TraceHeader& header, const Policy& policy);

  // A round that was just played, with the policy after it.
  void see(const PlayedRound& played, const Policy& policy);

  [[nodiscard]] RunFacts facts(std::uint64_t rounds) const;

 private:
  void see_network(std::size_t index, const Eigen::VectorXd& now);
  // eta |grad f|^2 of the network that saw this pass.
  [[nodiscard]] Interval step_size(double rate, const ForwardPass& pass, const BackwardPass& back);

  RunFacts facts_;
  bool online_ = false;
  std::vector<Eigen::VectorXd> start_;
  std::vector<Eigen::VectorXd> before_;  // parameters before the round that comes next
  std::unique_ptr<Mlp> exploitation_network_;
  std::unique_ptr<Mlp> exploration_network_;  // none: the policy has none
  ForwardPass pass_;
  BackwardPass back_;
  Eigen::VectorXd gradient_;
};

}  // namespace eenet::theory
