// `linucb` and `lints`: ridge regression on the contexts played, in a factor per independent block
// of coordinates (models/block_ridge.h).
#pragma once

#include "reference/kind.h"

namespace eenet {

// x^T theta + alpha sqrt(x^T A^-1 x), theta = A^-1 b. [L. Li, W. Chu, J. Langford, R. E. Schapire,
// A contextual-bandit approach to personalized news article recommendation, WWW 2010, algorithm 1,
// with one theta for all arms and A = lambda I + ...; there lambda = 1]
PolicyKind linucb_kind();

// x^T theta~ with one draw theta~ from N(theta, nu^2 A^-1) per round. [S. Agrawal and N. Goyal,
// Thompson sampling for contextual bandits with linear payoffs, ICML 2013, algorithm 1, v = nu;
// there lambda = 1]
PolicyKind lints_kind();

}  // namespace eenet
