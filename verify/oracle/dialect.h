// What an implementation says of itself: docs/protocol.md, "hello".
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "verify/rounding.h"

namespace eenet::verify::oracle {

enum class Layout { kRowMajor, kColumnMajor };
enum class LayerOrder { kForward, kBackward };
enum class Biases { kNone, kInterleaved, kLast };
enum class Optimiser { kSgd, kAdam };
enum class TieRule { kLowest, kHighest, kAny };
enum class LabelKind { kDifference, kAbsolute, kPositive };

// How an implementation differs from the paper's by design. The defaults are the paper's.
struct Dialect {
  Layout layout = Layout::kRowMajor;
  LayerOrder order = LayerOrder::kForward;
  Biases biases = Biases::kNone;
  bool sqrt_width = false;             // f has the factor sqrt(m)
  std::optional<double> relu_at_zero;  // none: any derivative between the one-sided ones
  double loss_factor = 0.5;
  Optimiser optimiser = Optimiser::kSgd;
  TieRule tie = TieRule::kLowest;
  double score_weight = 1.0;
  double score_offset = 0.0;
  LabelKind label = LabelKind::kDifference;
  double label_shift = 0.0;

  bool operator==(const Dialect&) const = default;
};

struct Hello {
  std::string name;
  std::vector<std::string> levels;
  Arithmetic arithmetic;  // of `scalar`
  std::vector<std::string> features = {"gradient", "projection"};
  std::vector<std::string> methods = {"eenet"};
  Dialect dialect;
};

// Throws Fault (respondent.h) with the key, what it is and what was expected.
Hello parse_hello(const nlohmann::json& answer);

// As an implementation writes it.
nlohmann::json to_json(const Hello& hello);

}  // namespace eenet::verify::oracle
