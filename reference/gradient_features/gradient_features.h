// phi: what the exploration network sees of an arm, made from the gradient of the exploitation
// network. [EENET, Proposed Method, Remark "Network structure"]
//
// Every map returns a vector of norm 1; for a zero gradient (all units dead) it is the first unit
// vector, because the analysis needs |phi| = 1 there too (docs/deviations.md D4).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/mlp.h"
#include "reference/settings.h"

namespace eenet {

class GradientFeatures {
 public:
  GradientFeatures() = default;
  GradientFeatures(const GradientFeatures&) = delete;
  GradientFeatures& operator=(const GradientFeatures&) = delete;
  virtual ~GradientFeatures() = default;

  [[nodiscard]] virtual Eigen::Index output_dim() const = 0;

  // phi of an arm whose gradient is given in the layout of Mlp::parameters.
  // Requires phi.size() == output_dim().
  virtual void map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const = 0;
  [[nodiscard]] Eigen::VectorXd map(const Eigen::VectorXd& gradient) const;

  // The same from the two passes that make the gradient, and the same bits. A map overrides this if
  // it does not need the gradient as one vector.
  virtual void map(const ForwardPass& pass, const BackwardPass& back,
                   Eigen::Ref<Eigen::VectorXd> phi);

  // A map may learn from the gradients of the arms that were played, each as it was in its round.
  // What it learns holds from the next round on; phi of past rounds stays what it was.
  [[nodiscard]] virtual bool wants_played_gradients() const { return false; }
  virtual void observe_played(const Eigen::VectorXd& /*gradient*/) {}
  void observe_played(const ForwardPass& pass, const BackwardPass& back);

 private:
  Eigen::VectorXd gradient_;
};

// `features=` and the keys of each map.
std::vector<Key> gradient_features_keys();

// The map that the settings name, for gradients of the given size.
std::unique_ptr<GradientFeatures> make_gradient_features(const Settings& settings,
                                                         Eigen::Index gradient_dim,
                                                         std::uint64_t seed);

}  // namespace eenet
