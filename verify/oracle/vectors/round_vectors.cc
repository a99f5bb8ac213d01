// The groups round, selection and baseline: whole rounds of Algorithm 1 and of `greedy`.
#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/round_file.h"
#include "verify/oracle/vectors/sample.h"

namespace eenet::verify::oracle {

namespace {

// d = 3, m = 4, n = 5 and k = 6 differ, so that nothing hides behind a square matrix.
constexpr std::size_t kArms = 5;

RoundSettings settings_of(const std::string& kind, std::size_t depth) {
  RoundSettings settings;
  settings.shape = {3, 4, depth};
  settings.features = {kind, settings.shape.parameter_count(), 5, 6, 3};
  return settings;
}

RoundSettings greedy(std::size_t dimension, std::size_t depth) {
  RoundSettings settings;
  settings.method = "greedy";
  settings.shape = {dimension, 4, depth};
  return settings;
}

Numbers scores_of(const RoundAnswer& answer, const char* name) {
  for (const Field& field : answer.fields) {
    if (field.name == name) return field.expected.get<Numbers>();
  }
  return {};
}

std::size_t best(const Numbers& scores) {
  return plain::first_largest(scores);
}

void draw(Rng& rng, RoundState& state, std::size_t dimension) {
  state.arms = drawn_arms(rng, kArms, dimension);
  state.play = rng.below(kArms);
  state.reward = as_float(rng.uniform());
}

void draw_round(Rng& rng, RoundState& state) {
  draw(rng, state, 3);
}

bool plays_its_arm(const RoundState& state, const RoundAnswer& answer) {
  return state.play == answer.arm && state.play != 0;
}

bool plays_another(const RoundState& state, const RoundAnswer& answer) {
  return state.play != answer.arm;
}

RoundWanted ordinary() {
  return {"ordinary",
          "a label that is computed after the step of f1, or phi that is",
          {},
          draw_round,
          plays_its_arm};
}

std::vector<RoundWanted> rounds() {
  return {ordinary(),
          {"another-arm-is-played",
           "steps at the arm with the largest score, not at the played one",
           {},
           draw_round,
           plays_another},
          {"negative-label",
           "a label |r - f1| or max(r - f1, 0)",
           {},
           [](Rng& rng, RoundState& state) {
             draw_round(rng, state);
             state.reward = 0.0;
           },
           [](const RoundState&, const RoundAnswer& answer) {
             return answer.fields[4].expected.get<double>() < -0.125;  // the label
           }},
          {"exploration-decides",
           "a choice by f1 alone",
           {},
           draw_round,
           [](const RoundState&, const RoundAnswer& answer) {
             return best(scores_of(answer, "f1")) != answer.arm;
           }},
          {"exploitation-decides",
           "a choice by f2 alone, or by f1 - f2",
           {},
           draw_round,
           [](const RoundState&, const RoundAnswer& answer) {
             return best(scores_of(answer, "f2")) != answer.arm;
           }}};
}

bool always(const RoundState&, const RoundAnswer&) {
  return true;
}

// Arms whose entries `copies` names are all the same, and have the largest score.
RoundWanted tied(const std::string& name, const std::vector<std::size_t>& copies) {
  return {name,
          "a tie that is not broken by the lowest index, where that rule is claimed",
          {"tie-rule"},
          [copies](Rng& rng, RoundState& state) {
            draw_round(rng, state);
            for (const std::size_t copy : copies) state.arms[copy] = state.arms[copies[0]];
          },
          [copies](const RoundState&, const RoundAnswer& answer) {
            return answer.arm == copies[0] && answer.arms_in_double == copies;
          }};
}

RoundWanted one_bit_apart() {
  return {"one-bit-apart",
          "scores in float32 where float64 is claimed, or a comparison with a tolerance",
          {"near-tie"},
          [](Rng& rng, RoundState& state) {
            draw_round(rng, state);
            state.arms[3] = state.arms[1];
            auto entry = static_cast<float>(state.arms[3][0]);
            entry = std::nextafter(entry, std::numeric_limits<float>::infinity());
            state.arms[3][0] = static_cast<double>(entry);
          },
          [](const RoundState&, const RoundAnswer& answer) {
            return answer.arm == 3 && answer.arms_in_double.size() == 1 &&
                   answer.arms_in_float == std::vector<std::size_t>{1, 3};
          }};
}

RoundWanted single_arm() {
  return {"single-arm",
          "an index that counts from 1, or a softmax over the arms",
          {},
          [](Rng& rng, RoundState& state) {
            draw_round(rng, state);
            state.arms.resize(1);
            state.play = 0;
          },
          always};
}

RoundWanted all_negative() {
  return {"all-negative",
          "a largest score that starts from 0",
          {},
          draw_round,
          [](const RoundState&, const RoundAnswer& answer) {
            return answer.arm != 0 &&
                   *std::max_element(answer.scores.begin(), answer.scores.end()) < 0.0;
          }};
}

// Each row of W_1 has one number only: f of an arm and of its permutations is the same number, and
// only the order of the additions tells their scores apart.
RoundFileWanted permuted_arms() {
  RoundFileWanted file{"selection",
                       "greedy-equal-columns",
                       "choices of `greedy` among arms that are permutations of each other",
                       greedy(5, 2),
                       {}};
  file.shape_parameters = [](RoundState& state) {
    for (std::size_t i = 0; i < 20; ++i) state.theta1[i] = state.theta1[i - i % 5];
  };
  file.rounds.push_back(
      {"permuted-arms",
       "an arm that is called wrong although only the order of additions chose it",
       {"near-tie"},
       [](Rng& rng, RoundState& state) {
         draw(rng, state, 5);
         state.arms[2] = {state.arms[1].rbegin(), state.arms[1].rend()};
       },
       [](const RoundState&, const RoundAnswer& answer) {
         return answer.arms_in_double == std::vector<std::size_t>{1, 2} &&
                answer.scores[1] != answer.scores[2];
       }});
  return file;
}

}  // namespace

GroupFiles round_vectors() {
  const std::string about = "a whole round of Algorithm 1: scores, choice, label, both steps";
  return {
      round_file({"round", "projection-L2-m4-d3", about, settings_of("projection", 2), rounds()}),
      round_file({"round", "gradient-L3-m4-d3", about, settings_of("gradient", 3), rounds()}),
      round_file({"round", "block-mean-L2-m4-d3", about, settings_of("block-mean", 2), rounds()})};
}

GroupFiles selection_vectors() {
  return {round_file({"selection",
                      "eenet-L2-m4-d3",
                      "choices among arms with equal and nearly equal scores",
                      settings_of("projection", 2),
                      {tied("first-and-last", {0, 4}), tied("two-in-the-middle", {1, 3}),
                       tied("all-equal", {0, 1, 2, 3, 4}), one_bit_apart(), single_arm(),
                       all_negative()}}),
          round_file(permuted_arms())};
}

GroupFiles baseline_vectors() {
  const std::string about = "rounds of `greedy`, which plays the arm with the largest f1";
  const std::vector<RoundWanted> wanted = {
      {"ordinary", "a step on (f1 - r)^2 without the factor 1/2", {}, draw_round, plays_its_arm},
      {"another-arm-is-played",
       "a step at the arm with the largest score, not at the played one",
       {},
       draw_round,
       plays_another},
      all_negative()};
  return {round_file({"baseline", "greedy-L2-m4-d3", about, greedy(3, 2), wanted}),
          round_file({"baseline", "greedy-L3-m4-d3", about, greedy(3, 3), wanted})};
}

}  // namespace eenet::verify::oracle
