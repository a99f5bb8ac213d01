// Sentences that say why a spectrum is what it is. Points are counted from 0.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "theory/kernel/distinct_points.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Two points of one group with different rewards: no function of the context has them, and S is
// infinite.
struct Contradiction {
  Eigen::Index first = 0;
  Eigen::Index second = 0;
};
std::optional<Contradiction> contradiction(const DistinctPoints& points,
                                           const Eigen::Ref<const Eigen::VectorXd>& rewards);

// Each is a sentence, or nothing where there is nothing to say.
std::optional<std::string> repetition_sentence(const DistinctPoints& points);

// At depth 2 (two weight matrices) the infinite-width kernel is 3/4 <x, x'> plus an even function,
// so `pairs` pairs {x, -x} in `dimension` dimensions leave pairs - dimension zero eigenvalues.
std::optional<std::string> antipodal_sentence(Eigen::Index pairs, Eigen::Index dimension,
                                              int depth);

// `resolution`: what rounding and the entries' errors can hide of an eigenvalue.
std::optional<std::string> singular_sentence(const Measured& smallest, double resolution);

std::string contradiction_sentence(const Contradiction& found,
                                   const Eigen::Ref<const Eigen::VectorXd>& rewards);

}  // namespace eenet::theory
