// The readings of Psi against Algorithm 1 as it is written a second time.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/require.h"
#include "theory/psi/readings.h"
#include "verify/generators/networks.h"
#include "verify/plain/eenet.h"
#include "verify/properties/comparison.h"
#include "verify/properties/psi.h"
#include "verify/properties/trace_samples.h"

namespace eenet::verify {

namespace {

using theory::FittingProblem;
using theory::Reading;

bool is_usable(const Trace& trace) {
  return trace.header.method.name.starts_with("eenet") &&
         trace.header.detail == TraceDetail::kFull && trace.end &&
         trace.end->status == RunStatus::kCompleted;
}

// A full trace of the EE-Net family that did not diverge: the first of a few that the case gives,
// or one without rounds.
Trace sample(Case one) {
  constexpr int kAttempts = 5;
  for (int attempt = 0; attempt < kAttempts; ++attempt, ++one.seed) {
    Trace trace = recorded(one);
    if (is_usable(trace)) return trace;
  }
  return {};
}

std::vector<plain::Numbers> starts_of(const TraceHeader& header) {
  std::vector<plain::Numbers> starts;
  for (const Eigen::VectorXd& theta : header.initial_parameters) {
    starts.push_back(plain::numbers_of(theta));
  }
  return starts;
}

// The plain EE-Net, playing one given arm per round.
struct PlainHistory {
  plain::Numbers start;  // theta0 of f2
  std::vector<plain::Numbers> features;
  plain::Numbers labels;
  bool finite = true;
};

template <typename ArmOfRound>
PlainHistory plain_history(const Trace& trace, const ArmOfRound& arm_of) {
  const TraceHeader& header = trace.header;
  const auto dimension = static_cast<std::size_t>(header.dim);
  plain::EeNet learner(header.method, dimension, header.seed, starts_of(header));
  const NaiveShape shape{dimension, plain::whole_number(header.method, "width"),
                         plain::whole_number(header.method, "depth")};
  plain::Features features(header.method, shape.parameter_count(), header.seed);
  PlainHistory history;
  history.start = learner.theta2();
  for (std::size_t t = 0; t < trace.rounds.size() && history.finite; ++t) {
    const TraceRound& round = trace.rounds[t];
    const Eigen::Index arm = arm_of(round);
    const plain::Numbers x = plain::numbers_of(round.contexts->col(arm));
    const plain::Numbers gradient =
        plain::gradient(shape, learner.theta1(), plain::forward(shape, learner.theta1(), x));
    history.features.push_back(features.map(gradient));
    learner.scores({x});
    history.labels.push_back(learner.learn(t + 1, 0, round.rewards.value()[arm]));
    features.observe(gradient);
    history.finite = plain::finite(history.features.back()) && std::isfinite(history.labels.back());
  }
  return history;
}

// The zeros of a dead network's phi may have a sign, which nothing depends on: 0 + -0 is 0.
plain::Numbers without_signs_of_zeros(plain::Numbers numbers) {
  for (double& number : numbers) number += 0.0;
  return numbers;
}

template <typename ArmOfRound>
void compare_history(const Trace& trace, Reading reading, const ArmOfRound& arm_of,
                     Findings& findings) {
  const PlainHistory expected = plain_history(trace, arm_of);
  if (!expected.finite) {  // the best arms may be too much for a learning rate that others bear
    bool refused = false;
    try {
      (void)fitting_problem(trace, reading, 1.0, {});
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    findings.require(refused, "a history that diverges is not refused");
    return;
  }
  const FittingProblem problem = fitting_problem(trace, reading, 1.0, {});
  require_same("theta0", problem.start.parameters(), expected.start, findings);
  findings.require(problem.points() == static_cast<Eigen::Index>(trace.rounds.size()),
                   [&] { return text(problem.points(), " points"); });
  for (std::size_t t = 0; t < trace.rounds.size(); ++t) {
    const auto at = static_cast<Eigen::Index>(t);
    require_same(
        "phi", plain::vector_of(without_signs_of_zeros(plain::numbers_of(problem.inputs.col(at)))),
        without_signs_of_zeros(expected.features[t]), findings);
    require_same("label", problem.labels[at], expected.labels[t], findings);
  }
}

void compare_radius(const Trace& trace, const FittingProblem& problem, double R,
                    Findings& findings) {
  // r^4 m = R^4, but for a few roundings of r.
  const long double r = problem.ball_radius;
  const auto width = static_cast<long double>(plain::whole_number(trace.header.method, "width"));
  const long double fourth = static_cast<long double>(R) * R * R * R;
  findings.compare(static_cast<double>(r * r * r * r * width), static_cast<double>(fourth),
                   static_cast<double>(16.0L * 0x1p-52L * fourth),
                   [&] { return text("the ball's radius is ", problem.ball_radius); });
}

void printed_has_all_arms(const Case& one, Findings& findings) {
  const Trace trace = sample(one);
  if (trace.rounds.empty()) return;
  const FittingProblem problem = fitting_problem(trace, Reading::kPrinted, 0.75, {});
  const TraceHeader& header = trace.header;
  compare_radius(trace, problem, 0.75, findings);
  plain::EeNet learner(header.method, static_cast<std::size_t>(header.dim), header.seed,
                       starts_of(header));
  require_same("theta0", problem.start.parameters(), learner.theta1(), findings);
  Eigen::Index at = 0;
  for (const TraceRound& round : trace.rounds) {
    for (Eigen::Index arm = 0; arm < header.arms; ++arm, ++at) {
      require_same("input", problem.inputs.col(at), plain::numbers_of(round.contexts->col(arm)),
                   findings);
      require_same("label", problem.labels[at], round.rewards.value()[arm], findings);
    }
  }
  findings.require(at == problem.points(), [&] { return text(problem.points(), " points"); });
}

void played_is_what_was_learned(const Case& one, Findings& findings) {
  const Trace trace = sample(one);
  if (trace.rounds.empty()) return;
  const auto played_arm = [](const TraceRound& round) { return round.arm; };
  compare_history(trace, Reading::kPlayed, played_arm, findings);
}

void optimal_is_what_the_best_arms_teach(const Case& one, Findings& findings) {
  const Trace trace = sample(one);
  if (trace.rounds.empty()) return;
  const auto best_arm = [](const TraceRound& round) {
    return static_cast<Eigen::Index>(
        plain::first_largest(plain::numbers_of(round.expected_rewards.value())));
  };
  compare_history(trace, Reading::kOptimal, best_arm, findings);
}

}  // namespace

std::vector<Property> reading_properties() {
  return {{"`printed`: all arms with their rewards, and f1's start.", printed_has_all_arms},
          {"`played`: phi and labels of the arms played, and f2's start, to the bit.",
           played_is_what_was_learned},
          {"`optimal`: the same for networks that play the best arm, to the bit.",
           optimal_is_what_the_best_arms_teach}};
}

}  // namespace eenet::verify
