// The group trace: runs of Algorithm 1, one vector per round, each from the parameters before it.
#include <memory>
#include <stdexcept>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/round_answer.h"
#include "verify/oracle/vectors/sample.h"

namespace eenet::verify::oracle {

namespace {

struct Run {
  std::string name;
  RoundSettings settings;
  std::string environment;
  std::uint64_t rounds = 0;
};

// Whether the whole run, played at one go, ends with these parameters.
bool ends_with(const Run& run, const Environment& environment, const RoundState& start,
               const RoundState& end) {
  const PolicyInputs inputs = {run.settings.features.seed,
                               {plain::vector_of(start.theta1), plain::vector_of(start.theta2)}};
  const auto policy = make_policy(Spec::parse(method_text(run.settings)), environment, inputs);
  const RunOutcome outcome = play(environment, *policy, run.rounds);
  return plain::same_bits(outcome.parameters[0], end.theta1) &&
         plain::same_bits(outcome.parameters[1], end.theta2);
}

// Nothing if a unit or a choice is within rounding, in float, of being another, or if in more than
// a tenth of the rounds one network does not learn: that would hide parameters of another round.
std::vector<TestVector> rounds_of(const Run& run, std::uint64_t seed) {
  const auto environment = make_environment(Spec::parse(run.environment), {seed, false, {}});
  Rng rng(seed, "vectors/trace/" + run.name);
  RoundState state;
  state.theta1 = float_numbers(rng, run.settings.shape.parameter_count(), 0.75);
  state.theta2 = float_numbers(rng, run.settings.exploration_shape().parameter_count(), 0.75);
  const RoundState start = state;
  state.rounds_inputs = true;
  std::vector<TestVector> vectors;
  std::uint64_t idle = 0;  // rounds
  Round round;
  for (std::uint64_t t = 1; t <= run.rounds; ++t) {
    environment->observe(t, round);
    state.arms = plain::columns_of(round.contexts);
    // What is played has to be known before the question; scores do not depend on it.
    state.play = 0;
    state.play = round_answer(run.settings, state).arm;
    state.reward = round.rewards[static_cast<Eigen::Index>(state.play)];
    const RoundAnswer answer = round_answer(run.settings, state);
    if (!answer.certain || answer.arms_in_float.size() > 1) return {};
    if (answer.theta1 == state.theta1 || answer.theta2 == state.theta2) ++idle;
    if (10 * idle > run.rounds) return {};
    const std::string number = std::to_string(t);
    vectors.push_back(
        {"trace/" + run.name + "/round-" + std::string(3 - number.size(), '0') + number,
         t == 1 ? "whatever a round of the group `round` catches"
                : "state that is not carried over: a stale phi, parameters of another "
                  "round, one step too many",
         {"parameter-order"},
         round_question(state),
         answer.fields});
    state.theta1 = answer.theta1;
    state.theta2 = answer.theta2;
  }
  if (!ends_with(run, *environment, start, state)) {
    throw std::logic_error("trace/" + run.name + " is not the run that its rounds make");
  }
  return vectors;
}

VectorGroupFile file_of(const Run& run) {
  constexpr std::uint64_t kSeeds = 5'000;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::vector<TestVector> vectors = rounds_of(run, seed);
    if (vectors.empty()) continue;
    return {
        "trace-" + run.name, "trace",
        "a run of Algorithm 1, a round per vector: the parameters after a round are those before "
        "the next, and the arm that is played is the one with the largest score",
        round_parameters(run.settings), std::move(vectors)};
  }
  throw std::logic_error("trace/" + run.name + ": no seed is far enough from ties and kinks");
}

}  // namespace

GroupFiles trace_vectors() {
  RoundSettings three;
  three.shape = {3, 4, 3};
  three.features = {"projection", three.shape.parameter_count(), 1, 5, 4};
  RoundSettings hundred;
  hundred.shape = {2, 4, 2};
  hundred.features = {"projection", hundred.shape.parameter_count(), 1, 3, 5};
  return {file_of({"three-rounds", three, "linear:dim=3,arms=4,noise=none", 3}),
          file_of({"hundred-rounds", hundred, "cosine:dim=2,arms=3,noise=none", 100})};
}

}  // namespace eenet::verify::oracle
