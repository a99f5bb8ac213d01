#include "verify/oracle/explanations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "reference/require.h"

namespace eenet::verify::oracle {

namespace {

// A double has 17 in general, and one that is rounded to fewer never more than that.
constexpr int kDigitsOfMostPrinters = 15;
// Two readings together explain a few answers too easily.
constexpr std::size_t kFewestForPairs = 8;
constexpr std::chrono::seconds kLongestForPairs(3);

struct Alternative {
  std::string sentence;  // after "agrees if "
  std::function<void(Reading&)> apply;
};

Reading with(const Alternative& other, Reading reading) {
  other.apply(reading);
  return reading;
}

bool same(const Reading& a, const Reading& b) {
  return a.dialect == b.dialect && a.slip == b.slip &&
         a.arithmetic.unit_roundoff == b.arithmetic.unit_roundoff;
}

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
    all_.push_back({sentence, [key, value](Reading& reading) { reading.dialect.*key = value; }});
  }

  void add(const std::string& sentence, Slip slip) {
    all_.push_back({sentence, [slip](Reading& reading) { reading.slip = slip; }});
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
    add("the steps are those of SGD: optimiser sgd", &Dialect::optimiser, Optimiser::kSgd);
    add("each step is the first one of Adam, with the settings of PyTorch: optimiser adam, whose "
        "state is in the question",
        &Dialect::optimiser, Optimiser::kAdam);
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
      all_.push_back({"it computes in float32 instead of the declared float64",
                      [](Reading& reading) { reading.arithmetic = kFloat; }});
    }
  }

  Reading declared_;
  std::vector<Alternative> all_;
};

// Of the shortest decimal that determines the number: d.ddde+dd.
int decimal_digits(double number) {
  std::array<char, 32> written{};
  const auto end = std::to_chars(written.data(), written.data() + written.size(), number,
                                 std::chars_format::scientific);
  return static_cast<int>(
      std::count_if(written.data(), std::find(written.data(), end.ptr, 'e'),
                    [](char letter) { return letter >= '0' && letter <= '9'; }));
}

// What rounding to so many decimal digits may do to each number.
void allow_digits(int digits, Expectations& expected) {
  const double relative = 0.5 * std::pow(10.0, 1 - digits);
  for (Expected& field : expected.fields) {
    if (field.is_arm) continue;
    for (auto* balls : {&field.balls, &field.at_kinks}) {
      for (Ball& ball : *balls) ball.error += relative * magnitude(ball);
    }
  }
}

// What an optimiser that was made for this one step has before it.
nlohmann::json first_step_of_adam(std::size_t parameters) {
  const std::vector<double> zeros(parameters);
  return {{"t", 0},       {"m", zeros},     {"v", zeros},
          {"beta1", 0.9}, {"beta2", 0.999}, {"epsilon", 1e-8}};
}

Expectations expected_of(nlohmann::json question, const Reading& reading) {
  const bool without_state = reading.dialect.optimiser == Optimiser::kAdam &&
                             question.at("op") == "update" && !question.contains("adam");
  if (without_state) question["adam"] = first_step_of_adam(question.at("theta").size());
  Expectations expected = expectations(question, reading);
  if (without_state) {
    std::erase_if(expected.fields, [](const Expected& field) { return field.field != "theta"; });
  }
  return expected;
}

// `digits`: of the numbers as they were written, 0 for all.
bool agrees(const Exchange& exchange, const Reading& reading, int digits = 0) {
  try {
    Expectations expected = expected_of(exchange.question, reading);
    if (digits > 0) allow_digits(digits, expected);
    return !compare(expected, exchange.answer, reading.dialect.tie).divergence;
  } catch (const std::exception&) {
    return false;  // the question has no such reading
  }
}

// The most decimal digits that a number of these answers is written with.
int most_digits(const std::vector<Exchange>& exchanges) {
  int most = 0;
  const std::function<void(const nlohmann::json&)> look = [&](const nlohmann::json& value) {
    if (value.is_structured()) {
      for (const nlohmann::json& entry : value) look(entry);
    } else if (value.is_number_float()) {
      most = std::max(most, decimal_digits(value.get<double>()));
    }
  };
  for (const Exchange& exchange : exchanges) look(exchange.answer);
  return most;
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
    alternatives.push_back(
        {text("the label has ", *shift, " added: label_shift"),
         [added = *shift](Reading& reading) { reading.dialect.label_shift += added; }});
  }
  std::vector<std::string> sentences;
  if (disagreeing.empty()) return sentences;
  const auto explains = [&](const Reading& reading) {
    const auto right = [&reading](const Exchange& one) { return agrees(one, reading); };
    return std::all_of(disagreeing.begin(), disagreeing.end(), right) &&
           std::all_of(agreeing.begin(), agreeing.end(), right);
  };
  const int digits = most_digits(disagreeing);
  if (digits > 0 && digits <= kDigitsOfMostPrinters) {
    const auto right = [&](const Exchange& one) { return agrees(one, declared, digits); };
    if (std::all_of(disagreeing.begin(), disagreeing.end(), right)) {
      return {text("agrees if its numbers are right and then written with ", digits,
                   " digits: 17 determine a double")};
    }
  }
  for (const Alternative& one : alternatives) {
    if (explains(with(one, declared))) sentences.push_back("agrees if " + one.sentence);
  }
  if (!sentences.empty() || disagreeing.size() < kFewestForPairs) return sentences;
  // Most pairs fail at the first answer: let it be a cheap one.
  const auto size = [](const Exchange& one) { return one.question.dump().size(); };
  const Exchange& cheapest =
      *std::min_element(disagreeing.begin(), disagreeing.end(),
                        [&](const auto& a, const auto& b) { return size(a) < size(b); });
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (std::chrono::steady_clock::now() - start > kLongestForPairs) break;
    const Reading first = with(alternatives[i], declared);
    for (std::size_t j = i + 1; j < alternatives.size(); ++j) {
      const Reading both = with(alternatives[j], first);
      // The second may undo the first.
      if (same(both, first) || same(both, with(alternatives[j], declared))) continue;
      if (!agrees(cheapest, both) || !explains(both)) continue;
      sentences.push_back("agrees if " + alternatives[i].sentence + ", and if " +
                          alternatives[j].sentence);
    }
  }
  return sentences;
}

}  // namespace eenet::verify::oracle
