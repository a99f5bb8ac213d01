#include "theory/regret/regret_curves.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/mean.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr std::uint64_t kFewestRounds = 8;  // T/4 and what came before it are two rounds each
constexpr double kLargestRegret = 1e30;     // its squares, and their products, do not overflow

// Where a round is recorded; -1 where it is not.
Index find_round(const std::vector<std::uint64_t>& rounds, std::uint64_t round) {
  const auto found = std::lower_bound(rounds.begin(), rounds.end(), round);
  if (found == rounds.end() || *found != round) return -1;
  return found - rounds.begin();
}

void require_run(const RegretCurves& curves, Index run) {
  double before = 0.0;
  for (Index i = 0; i < curves.regret.rows(); ++i) {
    const double now = curves.regret(i, run);
    const auto round = curves.rounds[static_cast<std::size_t>(i)];
    EENET_REQUIRE(std::isfinite(now), "regret of run ", run, " (counting from 0) after round ",
                  round, " is ", now, ", expected a finite number");
    EENET_REQUIRE(std::abs(now) <= kLargestRegret, "regret of run ", run,
                  " (counting from 0) after round ", round, " is ", now, ", expected at most ",
                  kLargestRegret, " in size");
    EENET_REQUIRE(curves.may_fall || now >= before, "regret of run ", run,
                  " (counting from 0) falls from ", before, " to ", now, " in round ", round,
                  ", expected sums that do not fall (regret of realised rewards may, and has to be "
                  "named as such)");
    before = now;
  }
}

}  // namespace

void require_regret(const RegretCurves& curves) {
  EENET_REQUIRE(curves.runs() >= 2, "regret of ", curves.runs(),
                " runs, expected at least 2: runs are what the spread is judged by");
  EENET_REQUIRE(!curves.rounds.empty() && curves.last_round() >= kFewestRounds, "regret over ",
                curves.rounds.empty() ? 0 : curves.last_round(), " rounds, expected at least ",
                kFewestRounds);
  for (Index run = 0; run < curves.regret.cols(); ++run) require_run(curves, run);
}

DoublingRounds doubling_rounds_in(const std::vector<std::uint64_t>& rounds) {
  for (auto full = static_cast<Index>(rounds.size()) - 1; full >= 0; --full) {
    const std::uint64_t round = rounds[static_cast<std::size_t>(full)];
    if (round % 4 != 0) continue;
    const DoublingRounds found = {find_round(rounds, round / 4), find_round(rounds, round / 2),
                                  full};
    if (found.quarter < 0 || found.half < 0) continue;
    if (round / 4 < 2 || 2 * round <= rounds.back()) break;
    return found;
  }
  EENET_REQUIRE(false, "regret is recorded at ", rounds.size(), " rounds up to ", rounds.back(),
                ", expected q, 2q and 4q among them for a q above 1 with 4q in the second half");
}

std::vector<RegretAtDoublings> at_doublings(const RegretCurves& curves) {
  const DoublingRounds at = doubling_rounds_in(curves.rounds);
  std::vector<RegretAtDoublings> runs;
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    runs.push_back(
        {curves.regret(at.quarter, run), curves.regret(at.half, run), curves.regret(at.full, run)});
  }
  return runs;
}

double sum_rounding(const RegretCurves& curves, double largest) {
  return static_cast<double>(curves.last_round()) * curves.unit_roundoff * largest;
}

double mean_regret(const RegretCurves& curves, Index at) {
  return curves.regret.row(at).mean();
}

Measured mean_between(const RegretCurves& curves, Index at, double level) {
  const auto row = curves.regret.row(at);
  Measured mean = student_mean({row.begin(), row.end()}, level);
  if (!curves.may_fall) mean.lower = std::max(mean.lower, 0.0);
  return mean;
}

RegretCurves only_runs(const RegretCurves& curves, const std::vector<std::uint64_t>& members) {
  RegretCurves some;
  some.rounds = curves.rounds;
  some.may_fall = curves.may_fall;
  some.unit_roundoff = curves.unit_roundoff;
  some.regret.resize(curves.regret.rows(), static_cast<Index>(members.size()));
  for (std::size_t i = 0; i < members.size(); ++i) {
    some.regret.col(static_cast<Index>(i)) = curves.regret.col(static_cast<Index>(members[i]));
  }
  return some;
}

}  // namespace eenet::theory
