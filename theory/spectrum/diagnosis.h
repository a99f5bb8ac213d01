// Sentences that explain a spectrum. Points are counted from 0.
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

// Each returns a sentence, or nothing if there is nothing to report.
std::optional<std::string> repetition_sentence(const DistinctPoints& points);

// At depth 2 (two weight matrices) the infinite-width kernel is 3/4 <x, x'> plus an even function,
// so `pairs` pairs {x, -x} in `dimension` dimensions leave pairs - dimension zero eigenvalues.
std::optional<std::string> antipodal_sentence(Eigen::Index pairs, Eigen::Index dimension,
                                              int depth);

// `resolution`: an eigenvalue below it may be hidden by rounding and the errors of the entries.
std::optional<std::string> singular_sentence(const Measured& smallest, double resolution);

std::string contradiction_sentence(const Contradiction& found,
                                   const Eigen::Ref<const Eigen::VectorXd>& rewards);

}  // namespace eenet::theory
