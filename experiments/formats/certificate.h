// The upper end of a Psi bracket as files that anybody can check: the ball, the points, and a
// network of the ball with the value that is claimed.
//
//   theta0.npy, theta.npy    parameters: W_1 row by row, then W_2, ...
//   inputs.npy, labels.npy   (N, d) and (N)
//   certificate.json         depth, width, dimension, ball_radius, psi
#pragma once

#include <filesystem>

#include "theory/psi/complexity_term.h"

namespace eenet::experiments {

// Makes the folder if need be. Throws std::runtime_error with the path.
void write_certificate(const std::filesystem::path& folder, const theory::FittingProblem& problem,
                       const theory::ComplexityTerm& term);

}  // namespace eenet::experiments
