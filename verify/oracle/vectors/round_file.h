// A file of rounds: one pair of networks, and several sets of arms.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "verify/oracle/vectors/round_answer.h"

namespace eenet::verify::oracle {

struct RoundWanted {
  std::string name;
  std::string catches;
  std::vector<std::string> flags;
  // Makes the arms, what is played and the reward from random numbers.
  std::function<void(Rng& rng, RoundState& state)> fill;
  // Whether the answer is what the vector is for.
  std::function<bool(const RoundState& state, const RoundAnswer& answer)> fits;
};

struct RoundFileWanted {
  std::string group;
  std::string name;  // of the file, without the group
  std::string about;
  RoundSettings settings;
  std::vector<RoundWanted> rounds;
  // Changes the drawn parameters, where they have to be special.
  std::function<void(RoundState& state)> shape_parameters = {};
};

// Draws arms until a round fits, no unit is within rounding of its kink, even in float, and no two
// scores are, unless it is flagged.
VectorGroupFile round_file(const RoundFileWanted& wanted);

// Arms of norm 1, up to the rounding to float.
std::vector<Numbers> drawn_arms(Rng& rng, std::size_t count, std::size_t dimension);

}  // namespace eenet::verify::oracle
