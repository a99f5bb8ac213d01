// What is asked in a case: a pure function of the case and of what the implementation says of
// itself, so the id of a case brings everything back.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verify/case.h"
#include "verify/oracle/dialect.h"

namespace eenet::verify::oracle {

// Of every level but `run`, without an id.
nlohmann::json question_of(std::string_view level, const Case& one, const Hello& hello);

// A run: the question that starts it, and what happens in its rounds, whatever is answered.
struct RunRound {
  nlohmann::json arms;
  std::size_t play = 0;
  double reward = 0.0;
};
nlohmann::json start_of(const Case& one, const Hello& hello);
RunRound run_round_of(const Case& one, const Hello& hello, std::uint64_t t);

// Sizes that are pairwise different, and rates, rewards and inputs that are not 1: what is confused
// there is seen; one is a long run. They come before the drawn ones.
const std::vector<Case>& first_cases();

// "gradient/3.4.2.1.1.ordinary.5.77", and back. Throws std::invalid_argument.
std::string id_of(std::string_view level, const Case& one);
struct LevelCase {
  std::string level;
  Case one;
};
LevelCase parse_id(std::string_view id);

}  // namespace eenet::verify::oracle
