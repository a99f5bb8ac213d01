#include "verify/oracle/explanations.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "reference/require.h"

namespace eenet::verify::oracle {

namespace {

struct Alternative {
  std::string sentence;  // after "agrees if "
  Reading reading;
};

std::string loss_text(double factor) {
  if (factor == 1.0) return "(f - y)^2";
  if (factor == 0.5) return "1/2 (f - y)^2";
  return text(factor, " (f - y)^2");
}

std::string label_text(LabelKind kind) {
  if (kind == LabelKind::kDifference) return "r - f1";
  return kind == LabelKind::kAbsolute ? "|r - f1|" : "max(r - f1, 0)";
}

std::string tie_text(TieRule tie) {
  return tie == TieRule::kLowest ? "the lowest" : tie == TieRule::kHighest ? "the highest" : "any";
}

class Catalogue {
 public:
  explicit Catalogue(const Reading& declared) : declared_(declared) {}

  std::vector<Alternative> all() {
    parameters();
    training();
    choice();
    slips();
    return std::move(all_);
  }

 private:
  template <typename Value>
  void add(const std::string& sentence, Value Dialect::*key, const Value& value) {
    if (declared_.dialect.*key == value) return;
    Alternative other{sentence, declared_};
    other.reading.dialect.*key = value;
    all_.push_back(std::move(other));
  }

  void add(const std::string& sentence, Slip slip) {
    all_.push_back({sentence, declared_});
    all_.back().reading.slip = slip;
  }

  void parameters() {
    add("the parameters lie by columns: layout column-major", &Dialect::layout,
        Layout::kColumnMajor);
    add("the parameters lie by rows: layout row-major", &Dialect::layout, Layout::kRowMajor);
    add("W_L comes first among the parameters: order backward", &Dialect::order,
        LayerOrder::kBackward);
    add("W_1 comes first among the parameters: order forward", &Dialect::order,
        LayerOrder::kForward);
    // Other lists than the declared one have another size, unless there are biases already.
    if (declared_.dialect.biases != Biases::kNone) {
      add("each layer's biases follow its weights: biases interleaved", &Dialect::biases,
          Biases::kInterleaved);
      add("the biases follow all weights: biases last", &Dialect::biases, Biases::kLast);
    }
    add("f has the factor sqrt(m): scale sqrt-width", &Dialect::sqrt_width, true);
    add("f has no factor sqrt(m): scale none", &Dialect::sqrt_width, false);
    if (!declared_.dialect.relu_at_zero) return;
    for (const double slope : {0.0, 0.5, 1.0}) {
      add<std::optional<double>>(
          text("ReLU'(0) is ", slope, " instead of ", *declared_.dialect.relu_at_zero),
          &Dialect::relu_at_zero, slope);
    }
  }

  void training() {
    const double declared = declared_.dialect.loss_factor;
    for (const double factor : std::set<double>{0.5, 1.0, declared / 2.0, declared * 2.0}) {
      add("the loss is " + loss_text(factor) + " instead of " + loss_text(declared),
          &Dialect::loss_factor, factor);
    }
    // Without the state of Adam in the questions its steps cannot be judged.
    if (declared_.dialect.optimiser == Optimiser::kAdam) {
      add("the steps are those of SGD: optimiser sgd", &Dialect::optimiser, Optimiser::kSgd);
    }
    const std::string instead = " instead of " + label_text(declared_.dialect.label);
    for (const LabelKind kind :
         {LabelKind::kDifference, LabelKind::kAbsolute, LabelKind::kPositive}) {
      add("the label is " + label_text(kind) + instead, &Dialect::label, kind);
    }
  }

  void choice() {
    const std::string goes = " of equal scores is chosen instead of ";
    for (const TieRule tie : {TieRule::kLowest, TieRule::kHighest, TieRule::kAny}) {
      add(tie_text(tie) + goes + tie_text(declared_.dialect.tie), &Dialect::tie, tie);
    }
    for (const double weight : {1.0, 0.0, -1.0, 0.1, 0.5, 2.0}) {
      const std::string sign = weight < 0.0 ? " - " : " + ";
      const std::string size = std::abs(weight) == 1.0 ? "" : text(std::abs(weight), " ");
      add(weight == 0.0 ? "the score is f1 alone" : "the score is f1" + sign + size + "f2",
          &Dialect::score_weight, weight);
    }
  }

  void slips() {
    add("the gradient lacks the factor D_l, as it is printed in the paper", Slip::kGatesMissing);
    add("the square matrices are transposed", Slip::kTransposed);
    add("the label is made with f1 after its step", Slip::kLabelAfterStep);
    add("f2 learns at the phi of f1 after its step", Slip::kFeaturesAfterStep);
    add("f1 learns towards the label instead of the reward", Slip::kStepFromScore);
    add("phi is not scaled to norm 1", Slip::kNotNormalised);
    if (declared_.arithmetic.unit_roundoff < kFloat.unit_roundoff) {
      all_.push_back({"it computes in float32 instead of the declared float64", declared_});
      all_.back().reading.arithmetic = kFloat;
    }
  }

  Reading declared_;
  std::vector<Alternative> all_;
};

bool agrees(const Exchange& exchange, const Reading& reading) {
  try {
    const Expectations expected = expectations(exchange.question, reading);
    return !compare(expected, exchange.answer, reading.dialect.tie).divergence;
  } catch (const std::exception&) {
    return false;  // the question has no such reading
  }
}

// A constant that all labels are off by, in the numbers that a person would choose.
std::optional<double> common_shift(const std::vector<Exchange>& disagreeing,
                                   const Reading& reading) {
  for (const Exchange& exchange : disagreeing) {
    const auto label = exchange.answer.find("label");
    if (label == exchange.answer.end() || !label->is_number()) continue;
    const Expectations expected = expectations(exchange.question, reading);
    for (const Expected& field : expected.fields) {
      if (field.field != "label") continue;
      const double off = label->get<double>() - field.balls.front().value;
      const double shown = std::round(off * 1e4) / 1e4;
      if (shown != 0.0 && std::abs(off - shown) < 1e-6) return shown;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> explanations(const std::vector<Exchange>& disagreeing,
                                      const std::vector<Exchange>& agreeing, const Hello& hello) {
  const Reading declared = reading_of(hello);
  std::vector<Alternative> alternatives = Catalogue(declared).all();
  if (const auto shift = common_shift(disagreeing, declared)) {
    alternatives.push_back({text("the label has ", *shift, " added: label_shift"), declared});
    alternatives.back().reading.dialect.label_shift += *shift;
  }
  std::vector<std::string> sentences;
  if (disagreeing.empty()) return sentences;
  for (const Alternative& other : alternatives) {
    const auto explains = [&other](const Exchange& exchange) {
      return agrees(exchange, other.reading);
    };
    if (std::all_of(disagreeing.begin(), disagreeing.end(), explains) &&
        std::all_of(agreeing.begin(), agreeing.end(), explains)) {
      sentences.push_back("agrees if " + other.sentence);
    }
  }
  return sentences;
}

}  // namespace eenet::verify::oracle
