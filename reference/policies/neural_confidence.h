// What `neural-ucb` and `neural-ts` share: f1, the squares g^T U^-1 g of its gradients, and their
// keys. Each says how the squares become a bonus.
#pragma once

#include <memory>
#include <vector>

#include "reference/models/gradient_covariance.h"
#include "reference/policies/sum_of_scores.h"
#include "reference/policies/trained_network.h"

namespace eenet {

class NeuralConfidence : public SumOfScores {
 public:
  NeuralConfidence(const Settings& settings, const Environment& environment,
                   const PolicyInputs& inputs);

  // U takes the gradient that the choice saw, before f1 is trained.
  std::optional<double> learn(double reward) override;
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override;

 protected:
  // From squares[i] = g_i^T U^-1 g_i, the bonus of every arm.
  virtual void bonus(std::uint64_t t, const Eigen::VectorXd& squares, Eigen::VectorXd& bonuses) = 0;

  [[nodiscard]] double lambda() const { return lambda_; }
  [[nodiscard]] double nu() const { return nu_; }

 private:
  void score(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) final;

  TrainedNetwork network_;
  double lambda_;
  double nu_;
  std::unique_ptr<GradientCovariance> covariance_;
  BackwardPass back_;
  std::vector<SparseGradient> gradients_;
  Eigen::VectorXd squares_;
};

// network_keys(1), `lambda=`, `nu=`, `covariance=`, `anchor=`.
std::vector<Key> neural_confidence_keys();

}  // namespace eenet
