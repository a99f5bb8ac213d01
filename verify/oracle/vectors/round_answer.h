// The answer to the question `round`, by reference/ and by the twin, with its tolerances.
#pragma once

#include <string>
#include <vector>

#include "verify/oracle/vectors/feature_map.h"
#include "verify/oracle/vectors/network_bounds.h"
#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

struct RoundSettings {
  std::string method = "eenet";  // or "greedy"
  NaiveShape shape;              // of f1; f2 has its width and depth
  FeatureMap features;
  double eta1 = 0.25;
  double eta2 = 0.125;

  [[nodiscard]] bool has_exploration() const { return method == "eenet"; }
  [[nodiscard]] NaiveShape exploration_shape() const;
};

struct RoundState {
  Numbers theta1;
  Numbers theta2;  // empty with `greedy`
  std::vector<Numbers> arms;
  std::size_t play = 0;
  double reward = 0.0;
  bool rounds_inputs = false;  // float cannot store all of these numbers
};

// What all rounds of a file share, and what one of them asks.
Json round_parameters(const RoundSettings& settings);
Json round_question(const RoundState& state);

struct RoundAnswer {
  Numbers scores;  // f1 + f2
  std::size_t arm = 0;
  Numbers theta1;
  Numbers theta2;
  std::vector<Field> fields;
  std::vector<std::size_t> arms_in_double;  // that may have the largest score after rounding
  std::vector<std::size_t> arms_in_float;
  bool certain = true;  // every unit's sign, in float too; without it the steps have no bounds
};
RoundAnswer round_answer(const RoundSettings& settings, const RoundState& state);

// The policy of reference/ with these settings and parameters.
std::string method_text(const RoundSettings& settings);

}  // namespace eenet::verify::oracle
