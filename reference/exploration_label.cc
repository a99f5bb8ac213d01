#include "reference/exploration_label.h"

#include "reference/mlp.h"

namespace eenet {

double exploration_label(ExplorationLabel kind, double reward, double exploitation_score) {
  const double potential_gain = reward - exploitation_score;
  switch (kind) {
    case ExplorationLabel::kAbsolute:
      return potential_gain < 0.0 ? -potential_gain : potential_gain;
    case ExplorationLabel::kPositivePart:
      return relu(potential_gain);
    default:
      return potential_gain;
  }
}

}  // namespace eenet
