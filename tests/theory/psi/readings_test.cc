#include "theory/psi/readings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/floating_point.h"
#include "reference/gradient_features/gradient_features.h"
#include "reference/interaction.h"
#include "reference/mlp.h"
#include "reference/registry.h"
#include "tests/refusal.h"
#include "tests/theory/traced.h"

namespace eenet::theory {
namespace {

const std::string kEnvironment = "linear:dim=3,arms=4,noise=bernoulli";

std::string message_of(const Trace& trace, Reading reading) {
  return refusal_of<std::invalid_argument>([&] { fitting_problem(trace, reading, 1.0, {}); });
}

TEST(Readings, PrintedHasAllArmsAndTheirRewards) {
  const Trace trace = traced(kEnvironment, "eenet:width=16", 12, 5);
  const FittingProblem problem = fitting_problem(trace, Reading::kPrinted, 3.0, {});
  ASSERT_EQ(problem.points(), 48);
  EXPECT_EQ(problem.ball_radius, 1.5);
  EXPECT_TRUE(problem.inputs.col(4 * 7 + 2) == trace.rounds[7].contexts->col(2));
  EXPECT_EQ(problem.labels[4 * 7 + 2], (*trace.rounds[7].rewards)[2]);
  Rng rng(5, stream::kInitExploitation);
  EXPECT_TRUE(problem.start.parameters() == Mlp::initialised({3, 16, 2}, rng).parameters());
}

TEST(Readings, PlayedHasTheLabelsThatTheTraceRecorded) {
  for (const char* method : {"eenet:width=16", "eenet:width=16,features=lle,k=2", "eenet-abs",
                             "eenet:schedule=replay,every=3", "eenet:depth=3,width=8"}) {
    const Trace trace = traced(kEnvironment, method, 12, 5);
    const FittingProblem problem = fitting_problem(trace, Reading::kPlayed, 1.0, {});
    ASSERT_EQ(problem.points(), 12) << method;
    Rng rng(5, stream::kInitExploration);
    EXPECT_TRUE(problem.start.parameters() ==
                Mlp::initialised(problem.start.shape(), rng).parameters());
    for (std::size_t t = 0; t < 12; ++t) {
      EXPECT_EQ(problem.labels[static_cast<Eigen::Index>(t)], *trace.rounds[t].label) << method;
    }
    // f2 of round 1 is the start's value at phi.
    EXPECT_EQ(problem.start(problem.inputs.col(0)),
              (*trace.rounds[0].exploration_scores)[trace.rounds[0].arm]);
    // Two sums of squares, phi's own and the one here, with a root each; then divisions.
    const double rounding = (2.0 * static_cast<double>(problem.inputs.rows()) + 8.0) * 0x1p-53;
    for (Eigen::Index t = 0; t < 12; ++t) EXPECT_NEAR(problem.inputs.col(t).norm(), 1.0, rounding);
  }
}

TEST(Readings, ADigestIsEnoughForWhatWasPlayed) {
  const Trace full = traced(kEnvironment, "eenet:width=16", 12, 5);
  const Trace digest = traced(kEnvironment, "eenet:width=16", 12, 5, TraceDetail::kDigest);
  for (const Reading reading : {Reading::kPrinted, Reading::kPlayed}) {
    const FittingProblem a = fitting_problem(full, reading, 1.0, {});
    const FittingProblem b = fitting_problem(digest, reading, 1.0, {});
    EXPECT_TRUE(a.inputs == b.inputs && a.labels == b.labels);
  }
  EXPECT_NE(message_of(digest, Reading::kOptimal).find("expected a full trace"), std::string::npos);
}

TEST(Readings, OptimalIsTheHistoryOfTheControlThatKnowsTheBestArm) {
  // By hand: networks that see the best arm of every round, one step each.
  const Trace trace = traced(kEnvironment, "eenet:width=16,features=gradient", 12, 5);
  const FittingProblem problem = fitting_problem(trace, Reading::kOptimal, 1.0, {});
  Rng rng(5, stream::kInitExploitation);
  Mlp exploitation = Mlp::initialised({3, 16, 2}, rng);
  ForwardPass pass;
  BackwardPass back;
  bool differs = false;
  for (Eigen::Index t = 0; t < 12; ++t) {
    const TraceRound& round = trace.rounds[static_cast<std::size_t>(t)];
    const Eigen::Index best = index_of_largest(*round.expected_rewards);
    differs = differs || best != round.arm;
    exploitation.forward(round.contexts->col(best), pass);
    backward(exploitation, pass, back);
    Eigen::VectorXd phi;
    flatten_gradient(pass, back, phi);
    normalise(phi);
    EXPECT_TRUE(problem.inputs.col(t) == phi) << t;
    EXPECT_EQ(problem.labels[t], (*round.rewards)[best] - pass.value) << t;
    sgd_step(exploitation, pass, back, (*round.rewards)[best], 0.1);
  }
  EXPECT_TRUE(differs) << "the run always played the best arm: nothing was tested";
}

TEST(Readings, RefuseWhatTheyCannotKnow) {
  EXPECT_NE(message_of(traced(kEnvironment, "random", 12, 5), Reading::kPrinted).find("no network"),
            std::string::npos);
  EXPECT_NE(message_of(traced(kEnvironment, "greedy", 12, 5), Reading::kPlayed)
                .find("no exploration network"),
            std::string::npos);
  EXPECT_NE(message_of(traced(kEnvironment, "greedy", 12, 5), Reading::kOptimal)
                .find("no exploration network"),
            std::string::npos);
  Trace changed = traced(kEnvironment, "eenet:width=16", 12, 5);
  changed.rounds[3].reward = 1.0 - changed.rounds[3].reward;
  EXPECT_NE(message_of(changed, Reading::kPlayed).find("expected a trace that eenet replay"),
            std::string::npos);
  changed.rounds.clear();
  EXPECT_NE(message_of(changed, Reading::kPlayed).find("no rounds"), std::string::npos);
}

TEST(Readings, TakeTheRadiusFromTheLearningRate) {
  TraceHeader header;
  header.method = complete_policy_spec(Spec::parse("eenet:width=16,eta2=0.25"));
  EXPECT_EQ(radius_of_method(header), 1.0);  // eta = R^2 / sqrt(m), the ball's radius is sqrt(eta)
  header.method = complete_policy_spec(Spec::parse("eenet:R=0.75"));
  EXPECT_EQ(radius_of_method(header), 0.75);
  header.method = complete_policy_spec(Spec::parse("eenet:schedule=replay"));
  EXPECT_THROW((void)radius_of_method(header), std::invalid_argument);
  header.method = complete_policy_spec(Spec::parse("greedy"));
  EXPECT_THROW((void)radius_of_method(header), std::invalid_argument);
}

TEST(Readings, AreNamedAsInTheContract) {
  for (const char* word : {"printed", "played", "optimal"}) {
    EXPECT_EQ(to_text(parse_reading(word)), word);
  }
  EXPECT_THROW(parse_reading("used"), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
