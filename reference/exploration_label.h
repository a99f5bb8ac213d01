// What the exploration network is trained to predict. [EENET, Proposed Method, Potential Gain]
#pragma once

namespace eenet {

enum class ExplorationLabel {
  kPotentialGain,  // r - f1            (Algorithm 1)
  kAbsolute,       // |r - f1|          (first heuristic form)
  kPositivePart    // relu(r - f1)      (second heuristic form)
};

// The label of an arm whose reward is r and whose exploitation score was f1 when it was chosen.
double exploration_label(ExplorationLabel kind, double reward, double exploitation_score);

}  // namespace eenet
