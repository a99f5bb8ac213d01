// Three things that are called Psi. The definition sums over all arms of all rounds with their
// rewards; the proof uses another sum, twice: over the arms that were played, and over the best
// arms. [EENET, Regret Analysis, complexityfunction; claims DEF-PSI and PRF-I3] Neither dominates
// another.
//
//   printed   points x_(t,i) of all arms, labels r_(t,i); theta0 drawn for such inputs, as f1's is
//   played    points phi(x_t) of the arms played, with the gradient of that round, labels
//             r_t - f1(x_t; theta1_(t-1)) (the label that the method trains on); theta0 is f2's
//   optimal   the same for networks that start from the same parameters and always play the best
//             arm: their own phi, their own labels
#pragma once

#include <string>

#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/psi/fitting_problem.h"

namespace eenet::theory {

enum class Reading { kPrinted, kPlayed, kOptimal };

// "printed", "played" or "optimal".
std::string to_text(Reading reading);
// Throws std::invalid_argument on another word.
Reading parse_reading(const std::string& word);

// R of the method's settings: `R=` if given, else the one with eta2 = R^2 / sqrt(m).
// [EENET, Regret Analysis, Theorem 1] Throws std::invalid_argument if the method has no such rate.
double radius_of_method(const TraceHeader& header);

// The problem that a reading makes of a trace, for the ball B(theta0, R). Contexts and rewards that
// the trace lacks are computed from its header (`read_array` as for make_environment).
// Throws std::invalid_argument, with what was expected, if the method has no exploration network
// (played, optimal), if the trace does not hold the expected rewards and the rewards of every arm
// (optimal), if networks of a foreign environment start from parameters that are not recorded, or
// if the recomputation differs from what the trace recorded. (Of another program that gives its
// initial parameters the recomputed numbers are taken: their bits depend on the order of sums.)
FittingProblem fitting_problem(const Trace& trace, Reading reading, double R,
                               const ArrayReader& read_array);

}  // namespace eenet::theory
