#include "reference/environments/contexts.h"

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

void draw_unit_vector(Rng& rng, Eigen::Ref<Eigen::VectorXd> x) {
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = rng.normal();
  normalise(x);
}

std::vector<Key> ContextSource::keys() {
  return {{"dim", "20", "dimension d of a context"},
          {"arms", "10", "number n of arms"},
          {"contexts", "sphere",
           "sphere (independent unit vectors) or blocks (one vector, arm by arm)"}};
}

ContextSource::ContextSource(const Settings& settings)
    : dim_(settings.integer("dim", 1, kLargestDimension)),
      arms_(settings.integer("arms", 1, kLargestDimension)),
      blocks_(settings.choice("contexts", {"sphere", "blocks"}) == "blocks") {
  EENET_REQUIRE(!blocks_ || dim_ % arms_ == 0, "contexts=blocks: dim=", dim_, " and arms=", arms_,
                ", expected arms to divide dim");
}

void ContextSource::draw(Rng& rng, Eigen::MatrixXd& contexts) const {
  if (!blocks_) {
    contexts.resize(dim_, arms_);
    for (Eigen::Index i = 0; i < arms_; ++i) draw_unit_vector(rng, contexts.col(i));
    return;
  }
  const Eigen::Index size = dim_ / arms_;
  contexts.setZero(dim_, arms_);
  draw_unit_vector(rng, contexts.col(0).head(size));
  for (Eigen::Index i = 1; i < arms_; ++i) {
    contexts.col(i).segment(i * size, size) = contexts.col(0).head(size);
  }
}

}  // namespace eenet
