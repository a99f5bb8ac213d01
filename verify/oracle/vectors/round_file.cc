#include "verify/oracle/vectors/round_file.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "verify/oracle/vectors/sample.h"

namespace eenet::verify::oracle {

namespace {

RoundState drawn_networks(const RoundFileWanted& wanted, std::uint64_t index) {
  Rng rng(1, "vectors/" + wanted.group + "/" + wanted.name, index);
  RoundState state;
  state.theta1 = float_numbers(rng, wanted.settings.shape.parameter_count(), 0.75);
  if (wanted.settings.has_exploration()) {
    state.theta2 = float_numbers(rng, wanted.settings.exploration_shape().parameter_count(), 0.75);
  }
  if (wanted.shape_parameters) wanted.shape_parameters(state);
  return state;
}

// Whether every network has a gradient at the played arm: a fault would be hidden otherwise.
bool learns(const RoundState& state, const RoundAnswer& answer) {
  return answer.theta1 != state.theta1 && (state.theta2.empty() || answer.theta2 != state.theta2);
}

// Nothing if no round fits these networks.
std::optional<TestVector> drawn_vector(const RoundFileWanted& wanted, const RoundWanted& round,
                                       const RoundState& networks) {
  constexpr std::uint64_t kAttempts = 2'000;
  const std::string id = wanted.group + "/" + wanted.name + "/" + round.name;
  const bool tie = !round.flags.empty();
  for (std::uint64_t index = 0; index < kAttempts; ++index) {
    Rng rng(1, "vectors/" + id, index);
    RoundState state = networks;
    round.fill(rng, state);
    const RoundAnswer answer = round_answer(wanted.settings, state);
    if (!learns(state, answer) || !answer.certain || (answer.arms_in_float.size() > 1) != tie ||
        !round.fits(state, answer)) {
      continue;
    }
    TestVector vector{id, round.catches, {"parameter-order"}, round_question(state), answer.fields};
    vector.question.erase("theta1");
    vector.question.erase("theta2");
    vector.flags.insert(vector.flags.end(), round.flags.begin(), round.flags.end());
    return vector;
  }
  return std::nullopt;
}

// Fewer than wanted if one does not fit these networks.
std::vector<TestVector> drawn_vectors(const RoundFileWanted& wanted, const RoundState& networks) {
  std::vector<TestVector> vectors;
  for (const RoundWanted& round : wanted.rounds) {
    std::optional<TestVector> vector = drawn_vector(wanted, round, networks);
    if (!vector) break;
    vectors.push_back(std::move(*vector));
  }
  return vectors;
}

}  // namespace

VectorGroupFile round_file(const RoundFileWanted& wanted) {
  constexpr std::uint64_t kNetworks = 100;
  for (std::uint64_t index = 0; index < kNetworks; ++index) {
    const RoundState networks = drawn_networks(wanted, index);
    const std::vector<TestVector> vectors = drawn_vectors(wanted, networks);
    if (vectors.size() < wanted.rounds.size()) continue;
    VectorGroupFile file{wanted.group + "-" + wanted.name, wanted.group, wanted.about,
                         round_parameters(wanted.settings), vectors};
    file.parameters["theta1"] = networks.theta1;
    if (!networks.theta2.empty()) file.parameters["theta2"] = networks.theta2;
    return file;
  }
  throw std::logic_error(wanted.group + "/" + wanted.name + ": no networks are as wanted");
}

std::vector<Numbers> drawn_arms(Rng& rng, std::size_t count, std::size_t dimension) {
  std::vector<Numbers> arms;
  for (std::size_t i = 0; i < count; ++i) arms.push_back(float_unit_vector(rng, dimension));
  return arms;
}

}  // namespace eenet::verify::oracle
