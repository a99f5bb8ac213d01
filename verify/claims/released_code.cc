#include "verify/claims/released_code.h"

namespace eenet::verify {

const std::vector<ReleasedFact>& released_facts() {
  static const std::vector<ReleasedFact> kFacts = {
      {"algorithm", "score", "f1 + f2", "f1 + 0.1 (f2 - 1), 0.01 after round 1000"},
      {"algorithm", "label of f2", "r - f1", "r - f1 + 1"},
      {"algorithm", "arms that were not played", "no sample",
       "label 1.2 when the reward was 0, before round 1000"},
      {"algorithm", "input of f2", "reduced and normalised gradient",
       "block means of the gradient, not normalised"},
      {"algorithm", "biases", "none", "in every layer"},
      {"algorithm", "loss", "half the squared error", "the squared error"},
      {"algorithm", "training", "one step on the newest sample",
       "up to 2000 steps on all samples every 10 or 100 rounds"},
      {"algorithm", "optimiser of f2", "gradient descent", "Adam with weight decay"},
      {"kernel", "kernel", "exp(-|x - y|^2 / c)", "exp(-|x - y|)"},
      {"kernel", "contexts are added until round", "1000", "1000"},
      {"diagonal", "NeuralUCB's matrix", "diagonal", "diagonal"},
      {"diagonal", "NeuralTS's matrix", "diagonal", "one number"},
      {"network", "f1", "two layers, width 100", "two layers, width 100"},
      {"network", "f2", "two layers, width 100", "a convolution, then two layers of width 100"},
      {"network", "biases", "none", "in every layer"},
      {"runs", "runs", "10", "3 in the MNIST script"},
      {"movielens features", "an item's ten features", "ten, of a singular value decomposition",
       "nine singular vectors, normalised, and a constant"},
      {"movielens ratings", "ratings of 2 to 4 stars", "reward 0", "left out"},
      {"retraining", "samples", "all past data", "all past data"}};
  return kFacts;
}

const std::vector<ReleasedSetting>& released_settings() {
  static const std::vector<ReleasedSetting> kSettings = {
      {"Neural-epsilon", "epsilon", 0.01, {0.01, 0.1, 0.2}},
      {"EE-Net", "learning rate of f1", 0.01, {0.01, 0.001, 0.0005, 0.0001}},
      {"EE-Net", "learning rate of f2", 0.001, {0.01, 0.001, 0.0005, 0.0001}},
      {"KernelUCB", "nu", 1e-3, {0.01, 0.1, 1}},
      {"LinUCB", "nu", 1e-3, {0.01, 0.1, 1}}};
  return kSettings;
}

}  // namespace eenet::verify
