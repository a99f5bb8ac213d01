#include "theory/regret/promised_bound.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

std::vector<std::uint64_t> every_round(std::uint64_t rounds) {
  std::vector<std::uint64_t> all(rounds);
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  return all;
}

Answer is_at_most(const Interval& regret, const Interval& bound) {
  if (regret.upper <= bound.lower) return Answer::kYes;
  return regret.lower > bound.upper ? Answer::kNo : Answer::kUnknown;
}

// C sqrt(t); exact where it is, so that regret in whole numbers can be seen to reach it.
Interval scaled_root(double constant, std::uint64_t t) {
  const auto number = static_cast<double>(t);
  const double root = std::sqrt(number);
  const double product = constant * root;
  if (root * root == number && std::floor(root) == root &&
      std::fma(constant, root, -product) == 0.0) {
    return exactly(product);
  }
  return exactly(constant) * square_root(exactly(number));
}

void require_for_curves(const RegretCurves& curves, const PromisedBound& bound) {
  EENET_REQUIRE(!bound.rounds.empty() && bound.rounds.back() == curves.last_round(), "bound ",
                bound.name, " ends at round ", bound.rounds.empty() ? 0 : bound.rounds.back(),
                ", expected the last round of the runs, ", curves.last_round());
  EENET_REQUIRE(bound.ends.size() == 1 || bound.ends.size() == curves.runs(), "bound ", bound.name,
                " is of ", bound.ends.size(), " runs, expected one or ", curves.runs());
}

}  // namespace

PromisedBound square_root_bound(double constant, std::uint64_t rounds) {
  EENET_REQUIRE(std::isfinite(constant) && constant > 0.0,
                "the constant of a square-root bound is ", constant,
                ", expected a finite number above 0");
  PromisedBound bound = {text("sqrt:C=", constant), every_round(rounds), {{}}};
  for (const std::uint64_t t : bound.rounds) {
    bound.ends[0].push_back(scaled_root(constant, t));
  }
  return bound;
}

PromisedBound trivial_bound(std::uint64_t rounds) {
  PromisedBound bound = {"linear-trivial", every_round(rounds), {{}}};
  for (const std::uint64_t t : bound.rounds) {
    bound.ends[0].push_back(exactly(static_cast<double>(t)));
  }
  return bound;
}

PromisedBound bound_of_numbers(const std::string& name, const std::vector<double>& values) {
  PromisedBound bound = {name, every_round(values.size()), {{}}};
  for (const double value : values) bound.ends[0].push_back(exactly(value));
  return bound;
}

RunAgainstBound hold_against(const RegretCurves& curves, std::uint64_t run,
                             const PromisedBound& bound) {
  require_for_curves(curves, bound);
  const auto regret = curves.regret.col(static_cast<Index>(run));
  const std::vector<Interval>& ends = bound.of_run(run);
  RunAgainstBound result;
  Index next = 0;  // the first recorded round that is not before t
  for (std::size_t i = 0; i < bound.rounds.size(); ++i) {
    const std::uint64_t t = bound.rounds[i];
    while (curves.rounds[static_cast<std::size_t>(next)] < t) ++next;
    const bool recorded = curves.rounds[static_cast<std::size_t>(next)] == t;
    if (!recorded && curves.may_fall) continue;
    const double before = next > 0 ? regret[next - 1] : 0.0;
    const Interval here = {recorded ? regret[next] : before, regret[next]};
    const Answer kept = is_at_most(here, ends[i]);
    if (kept == Answer::kNo) return {Answer::kNo, t};
    if (kept == Answer::kUnknown) result.kept = Answer::kUnknown;
  }
  return result;
}

PromiseCheck check_promise(const RegretCurves& curves, const PromisedBound& bound, double delta,
                           double level) {
  std::vector<Answer> always;
  std::vector<Answer> at_end;
  PromiseCheck check;
  for (std::uint64_t run = 0; run < curves.runs(); ++run) {
    const RunAgainstBound held = hold_against(curves, run, bound);
    always.push_back(held.kept);
    const double last = curves.regret(curves.regret.rows() - 1, static_cast<Index>(run));
    at_end.push_back(is_at_most(exactly(last), bound.of_run(run).back()));
    if (held.kept != Answer::kNo) continue;
    if (check.first_violation == 0 || held.first_violation < check.first_violation) {
      check.first_violation = held.first_violation;
    }
  }
  check.always = judge_promise(always, delta, level);
  check.at_end = judge_promise(at_end, delta, level);
  return check;
}

}  // namespace eenet::theory
