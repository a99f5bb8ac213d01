// `neural-ucb` and `neural-ts`. Both with U = lambda I + sum g g^T (models/gradient_covariance.h).
//
// Their papers divide g g^T by m, because their network has a factor sqrt(m) in front. The network
// of this paper has none, so its gradient is already g / sqrt(m), and nothing is divided: as in
// its own print of both rules. [EENET, Motivation of Exploration Network, tab:1, and Regret
// Analysis, eq:structure]
//
// The regulariser of NeuralUCB's loss pulls f1 to its initial parameters. This paper gives all
// methods "the same exploitation network f1" and does not say whether it is pulled; by default it
// is not (anchor=0).
#pragma once

#include "reference/kind.h"

namespace eenet {

// f1 + nu sqrt(g^T U^-1 g). [D. Zhou, L. Li, Q. Gu, Neural contextual bandits with UCB-based
// exploration, ICML 2020, algorithm 1, with gamma_t = nu in all rounds as in its experiments]
PolicyKind neural_ucb_kind();

// A draw from N(f1, nu^2 sigma^2) for each arm, sigma^2 = lambda g^T U^-1 g. [W. Zhang, D. Zhou,
// L. Li, Q. Gu, Neural Thompson sampling, ICLR 2021, algorithm 1]
PolicyKind neural_ts_kind();

}  // namespace eenet
