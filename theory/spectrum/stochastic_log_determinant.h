// log det (I + H / lambda) by random probes, for kernel matrices that do not fit into memory.
#pragma once

#include <cstdint>
#include <functional>

#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"
#include "theory/spectrum/partial_cholesky.h"

namespace eenet::theory {

struct ProbeSettings {
  int probes = 24;      // at least 20
  int most_steps = 60;  // of the Lanczos process: each is one product with the kernel
  double level = 0.99;  // of the interval
  std::uint64_t seed = 1;
  unsigned threads = 1;  // of the products; the bits do not depend on it
  // Is called with the estimated part of the work that is done, from any thread.
  std::function<void(double part)> on_progress = {};
};

struct StochasticLogDeterminant {
  Measured value;         // statistical; no proven ends are mixed in
  int steps = 0;          // products with the kernel
  double truncation = 0;  // how much of the interval's width the two quadratures are apart
};

// With M = I + L L^T / lambda from the partial factor,
//   log det (I + H / lambda) = log det M + trace log B,   B = M^-1/2 (I + H / lambda) M^-1/2:
// the first is certified, the trace is the mean of z^T log(B) z over random signs z, each bracketed
// by two quadratures. The interval is Student's over the probes, from the lower quadrature to the
// upper one; to it are added the ends of log det M and the effect of the entries' errors and
// rounding, taken as one perturbation of the matrix: sqrt(N) (e + gamma_N) trace(H) / lambda, and
// N gamma_N for the identity, beside which a small H / lambda is lost.
// Student's level holds for probes that are close to normal; many eigenvalues make them so. Steps
// end when the quadratures are closer than a sixteenth of the interval's width. Requires a
// certified partial factor of the same kernel, whose ridge is below lambda / 4.
StochasticLogDeterminant stochastic_log_determinant(const Kernel& kernel,
                                                    const PartialCholesky& partial, double lambda,
                                                    const ProbeSettings& settings);

}  // namespace eenet::theory
