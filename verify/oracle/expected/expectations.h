// What an implementation must answer to a question of docs/protocol.md, with bounds: a pure
// function of the question and of what the implementation is taken for.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verify/oracle/dialect.h"
#include "verify/oracle/expected/ball.h"

namespace eenet::verify::oracle {

// Mistakes that people make and that no key of the dialect declares.
enum class Slip {
  kNone,
  kGatesMissing,       // the gradient as printed, without the factor D_l
  kTransposed,         // the square matrices are taken for their transposes
  kLabelAfterStep,     // the label is made with f1 after its step
  kFeaturesAfterStep,  // f2 learns at the phi of the stepped f1
  kStepFromScore,      // f1 learns towards what the label is
  kNotNormalised       // phi is not scaled to norm 1
};

// What the judge holds an implementation to.
struct Reading {
  Arithmetic arithmetic;
  Dialect dialect;
  Slip slip = Slip::kNone;
};
Reading reading_of(const Hello& hello);

// One field of an answer.
struct Expected {
  std::string field;
  std::vector<Ball> balls;  // flat, also where the field is a list of lists
  // What is true as well if units at their kinks do something else; empty if none is there.
  std::vector<Ball> at_kinks;
  std::size_t columns = 0;  // of a list of lists; 0: a flat list
  bool single = false;      // one number
  bool optional = false;    // may be left out
  // Of `arm`: the scores, which the answer's field is the place of the largest of.
  bool is_arm = false;
  std::function<std::string(std::size_t)> place = {};  // of a number, for people
};

struct Expectations {
  std::vector<Expected> fields;  // in the order in which they are computed
  // Numbers overflow, or the bounds are too wide to say anything: not a question to ask.
  bool says_nothing = false;

  [[nodiscard]] std::size_t count() const;  // of all numbers
};

// Of every question but those about the state of a run. Throws std::invalid_argument on one that is
// none of the protocol's.
Expectations expectations(const nlohmann::json& question, const Reading& reading);

// The same with the bits of the reference: no bounds. Dialect and scalar are the reference's.
Expectations exact_expectations(const nlohmann::json& question);

// The parts of a round's answer that `choose` and `learn` have.
Expectations of_choice(const Expectations& round);
Expectations of_learning(const Expectations& round);

// For files and for people: {"field": [{"value": ..., "bound": ...}, ...]}.
nlohmann::json to_json(const Expectations& expected);

}  // namespace eenet::verify::oracle
