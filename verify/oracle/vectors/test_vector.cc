#include "verify/oracle/vectors/test_vector.h"

#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include "verify/shown.h"

namespace eenet::verify::oracle {

namespace {

struct Note {
  const char* bug_type;
  const char* description;
  const char* effect;
};

const std::map<std::string, Note>& notes() {
  static const std::map<std::string, Note> all = {
      {"generator",
       {"another random generator",
        "The parameters are those of our generator (docs/numerics.md). Another generator gives "
        "other "
        "numbers of the same distribution.",
        "With another generator, skip the vector and take the one about statistics."}},
      {"near-tie",
       {"order of additions",
        "Two scores lie within rounding of each other, so that another order of the additions, or "
        "float32, may make the other one the larger.",
        "Every arm under `acceptable` is right."}},
      {"ntk-convention",
       {"levels of the recursion",
        "The paper prints M = L levels; the kernel of a network with L weight matrices has M = L - "
        "1.",
        "Compare with the convention that you implement."}},
      {"parameter-order",
       {"layout",
        "theta and its gradient are W_1, W_2, ..., W_L, each row by row: the weights into a unit "
        "are "
        "neighbours.",
        "Another layout is no fault: rearrange before you compare."}},
      {"relu-at-zero",
       {"derivative at the kink",
        "A unit's input is exactly 0, where ReLU has no derivative. The expected answer takes 0.",
        "Every number between the ends under `acceptable` is right."}},
      {"tie-rule",
       {"equal scores",
        "Two arms have exactly the same score. The expected answer is the lowest index.",
        "With another rule, every arm under `acceptable` is right."}}};
  return all;
}

std::string place_of(const std::string& place, std::size_t index) {
  return place + "[" + std::to_string(index) + "]";
}

class Comparison {
 public:
  Comparison(const std::string& id, std::vector<std::string>& sentences)
      : id_(id), sentences_(sentences) {}

  void compare(const Json& got, const Json& twin, const Json& tolerance, const std::string& place) {
    if (got.is_array() && twin.is_array() && got.size() == twin.size()) {
      for (std::size_t i = 0; i < got.size(); ++i) {
        compare(got[i], twin[i], tolerance.is_array() ? tolerance.at(i) : tolerance,
                place_of(place, i));
      }
      return;
    }
    if (got.is_number() && twin.is_number() && !tolerance.is_string()) {
      if (tolerance.is_null()) return;
      const double error = std::abs(got.get<double>() - twin.get<double>());
      if (error <= tolerance.get<double>()) return;
      complain(got, twin, place, " (tolerance " + shown(tolerance.get<double>()) + ")");
    } else if (got != twin) {
      complain(got, twin, place, " (expected the same)");
    }
  }

 private:
  void complain(const Json& got, const Json& twin, const std::string& place,
                const std::string& tolerance) {
    const auto text = [](const Json& json) {
      return json.is_number_float() ? shown(json.get<double>()) : json.dump();
    };
    sentences_.push_back(id_ + ": " + place + " is " + text(got) + ", by the twin " + text(twin) +
                         tolerance);
  }

  const std::string& id_;
  std::vector<std::string>& sentences_;
};

}  // namespace

std::vector<std::string> disagreements(const TestVector& vector) {
  std::vector<std::string> sentences;
  Comparison comparison(vector.id, sentences);
  for (const Field& field : vector.fields) {
    comparison.compare(field.expected, field.twin, field.float64, field.name);
  }
  return sentences;
}

Json note_of(const std::string& flag) {
  const auto found = notes().find(flag);
  if (found == notes().end()) throw std::logic_error("flag '" + flag + "' has no note");
  const Note& note = found->second;
  return {{"bug_type", note.bug_type}, {"description", note.description}, {"effect", note.effect}};
}

}  // namespace eenet::verify::oracle
