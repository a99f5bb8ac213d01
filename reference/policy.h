// A learner: three functions, and a line in registry.cc.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

namespace eenet {

struct Choice {
  Eigen::Index arm = 0;                 // the arm to play
  Eigen::VectorXd exploitation_scores;  // f1 of every arm; empty if the policy has no such score
  Eigen::VectorXd exploration_scores;   // f2 of every arm; likewise
  Eigen::MatrixXd gradient_features;    // phi, one arm per column; likewise

  // Makes room for the scores of the arms and for phi of the given size.
  void resize(Eigen::Index arms, Eigen::Index features) {
    exploitation_scores.resize(arms);
    exploration_scores.resize(arms);
    gradient_features.resize(features, arms);
  }
};

class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  // Chooses an arm of round t = 1, 2, ... from the contexts (one arm per column).
  virtual void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) = 0;

  // Learns from the reward of the arm just chosen. Returns the label that the exploration network
  // was trained on, if there is one.
  virtual std::optional<double> learn(double reward) = 0;

  // The parameter vectors as they are now (theta_1, theta_2), in the layout of Mlp::parameters.
  [[nodiscard]] virtual std::vector<Eigen::VectorXd> parameters() const = 0;
};

}  // namespace eenet
