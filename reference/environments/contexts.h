// Where contexts come from.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/rng.h"
#include "reference/settings.h"

namespace eenet {

// Uniform on the unit sphere: normal deviates, normalised.
void draw_unit_vector(Rng& rng, Eigen::Ref<Eigen::VectorXd> x);

class ContextSource {
 public:
  // `dim=`, `arms=`, `contexts=sphere|blocks`.
  static std::vector<Key> keys();
  explicit ContextSource(const Settings& settings);

  [[nodiscard]] Eigen::Index dim() const { return dim_; }
  [[nodiscard]] Eigen::Index arms() const { return arms_; }

  // sphere: every arm its own unit vector. blocks: one unit vector of dim/arms entries, in arm i at
  // block i with zeros elsewhere, as classification data are made into arms
  // [EENET, Experiments]. Requires for blocks that arms divides dim.
  void draw(Rng& rng, Eigen::MatrixXd& contexts) const;

 private:
  Eigen::Index dim_;
  Eigen::Index arms_;
  bool blocks_;
};

}  // namespace eenet
