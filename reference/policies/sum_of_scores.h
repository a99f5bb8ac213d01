// What policies share that play the arm with the largest sum of an estimate and a bonus.
#pragma once

#include "reference/policy.h"

namespace eenet {

class SumOfScores : public Policy {
 public:
  // The arm with the largest sum, the lowest index on a tie. Learns nothing: asking twice gives the
  // same answer twice.
  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) final;

  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override { return {}; }

 protected:
  // Fills the estimates (exploitation_scores) and the bonuses (exploration_scores), which have the
  // arms' size.
  virtual void score(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) = 0;

  // What choose() saw last.
  [[nodiscard]] Eigen::Index played_arm() const { return played_arm_; }
  [[nodiscard]] const Eigen::VectorXd& played_context() const { return played_context_; }
  [[nodiscard]] std::uint64_t played_round() const { return round_; }

 private:
  Eigen::VectorXd sums_;
  Eigen::VectorXd played_context_;
  Eigen::Index played_arm_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace eenet
