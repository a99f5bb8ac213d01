// `kernelucb`, `kernelts` and `ntk-ucb`: kernel ridge regression (models/kernel_ridge.h) on the
// samples of the first `limit` rounds. [EENET, Experiments, Configurations]: "stop adding contexts
// after 1000 rounds".
#pragma once

#include "reference/kind.h"

namespace eenet {

// estimate + nu / sqrt(lambda) sqrt(C_ii). [M. Valko, N. Korda, R. Munos, I. Flaounas,
// N. Cristianini, Finite-time analysis of kernelised contextual bandits, UAI 2013, algorithm 1,
// nu = eta, lambda = gamma] With the linear kernel this is linucb, alpha = nu.
PolicyKind kernelucb_kind();

// The same with the neural tangent kernel: the paper's NeuralNTK, "a variant of KernelUCB
// specialized to the Neural Tangent Kernel". [EENET, Experiments, Baselines]
PolicyKind ntk_ucb_kind();

// One joint draw of all arms per round from N(estimate, nu^2 C / lambda). [S. R. Chowdhury and
// A. Gopalan, On kernelized multi-armed bandits, ICML 2017, GP-TS on the arms of the round,
// v = nu / sqrt(lambda)] With the linear kernel its draws have the distribution of lints.
PolicyKind kernelts_kind();

}  // namespace eenet
