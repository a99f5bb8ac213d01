#include "verify/oracle/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "reference/require.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;
using Reported = std::map<std::string, std::vector<double>>;

double finite_number(const json& got, const std::string& where) {
  // JSON has no NaN; JavaScript writes null for it.
  if (got.is_null()) {
    throw Fault(FaultKind::kNotFinite, text(where, " is null, expected a finite number"));
  }
  if (!got.is_number()) {
    throw Fault(FaultKind::kMissingField,
                text(where, " is of the type ", got.type_name(), ", expected a number"));
  }
  const double number = got.get<double>();
  if (!std::isfinite(number)) {
    throw Fault(FaultKind::kNotFinite, text(where, " is ", number, ", expected a finite number"));
  }
  return number;
}

const json& list_of(const json& got, std::size_t size, const std::string& where) {
  if (!got.is_array()) {
    throw Fault(FaultKind::kMissingField,
                text(where, " is of the type ", got.type_name(), ", expected a list"));
  }
  if (got.size() != size) {
    throw Fault(FaultKind::kMissingField,
                text(where, " has ", got.size(), " entries, expected ", size));
  }
  return got;
}

std::string where_of(const Expected& field, std::size_t i) {
  return field.place ? field.field + " " + field.place(i) : field.field;
}

// Which arms' scores can be the largest.
std::vector<bool> candidates(const std::vector<Ball>& scores, const std::vector<double>& widths) {
  const auto width = [&widths](std::size_t i) { return widths.empty() ? 0.0 : widths[i]; };
  double least = -HUGE_VAL;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    least = std::max(least, scores[i].value - scores[i].error * kInflate - width(i));
  }
  std::vector<bool> can;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    can.push_back(scores[i].value + scores[i].error * kInflate + width(i) >= least);
  }
  return can;
}

std::size_t largest_of(const std::vector<Ball>& scores, TieRule tie) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    const bool larger = scores[i].value > scores[best].value;
    const bool equal = scores[i].value == scores[best].value;
    if (larger || (equal && tie == TieRule::kHighest)) best = i;
  }
  return best;
}

// Whether the rule prefers `other`, an arm with exactly the same reported numbers.
bool loses_tie(std::size_t arm, std::size_t other, TieRule tie, const Reported& reported) {
  if (tie == TieRule::kAny || arm == other) return false;
  if ((tie == TieRule::kLowest) != (other < arm)) return false;
  return std::all_of(reported.begin(), reported.end(),
                     [&](const auto& entry) { return entry.second[arm] == entry.second[other]; });
}

class Comparer {
 public:
  Comparer(const json& answer, TieRule tie, const std::vector<std::vector<double>>& widths)
      : answer_(answer), tie_(tie), widths_(widths) {}

  // Whether to go on.
  bool look(const Expected& field, std::size_t index) {
    const std::vector<double> none;
    const std::vector<double>& widths = widths_.empty() ? none : widths_[index];
    try {
      const auto numbers = numbers_of(field, answer_);
      if (!numbers) return true;
      if (field.is_arm) {
        arm(field, numbers->front(), widths);
      } else {
        all_numbers(field, *numbers, widths);
        if (field.field == "f1" || field.field == "f2") reported_[field.field] = *numbers;
      }
    } catch (const Fault& fault) {
      Divergence& wrong = disagree(field, 0.0);
      wrong.fault = fault.kind();
      wrong.sentence = fault.what();
    }
    return !result_.divergence;
  }

  Comparison result() { return std::move(result_); }

 private:
  Divergence& disagree(const Expected& field, double ratio) {
    result_.outcome = Agreement::kDisagree;
    result_.divergence.emplace();
    result_.divergence->field = field.field;
    result_.divergence->ratio = ratio;
    return *result_.divergence;
  }

  void all_numbers(const Expected& field, const std::vector<double>& got,
                   const std::vector<double>& widths) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double width = widths.empty() ? 0.0 : widths[i];
      const Ball& ball = field.balls[i];
      const double bound = ball.error * kInflate + width;
      const double error = std::abs(got[i] - ball.value);
      if (error <= bound) {
        result_.worst_ratio = std::max(result_.worst_ratio, margin_of(error, bound));
        continue;
      }
      if (!field.at_kinks.empty()) {
        const Ball& wide = field.at_kinks[i];
        if (std::abs(got[i] - wide.value) <= wide.error * kInflate + width) {
          result_.outcome = std::max(result_.outcome, Agreement::kKink);
          continue;
        }
      }
      Divergence& wrong = disagree(field, margin_of(error, bound));
      if (field.place) wrong.place = field.place(i);
      wrong.got = got[i];
      wrong.expected = ball.value;
      wrong.bound = bound;
      return;
    }
  }

  void arm(const Expected& field, double got, const std::vector<double>& widths) {
    const auto say = [&](std::size_t expected, const std::string& why) {
      Divergence& wrong = disagree(field, HUGE_VAL);
      wrong.got = got;
      wrong.expected = static_cast<double>(expected);
      wrong.sentence = sentence_of(wrong, why);
    };
    const std::size_t best = largest_of(field.balls, tie_);
    const std::size_t arms = field.balls.size();
    if (!(got >= 0.0 && got < static_cast<double>(arms) && got == std::floor(got))) {
      return say(best, text("there are ", arms, " arms"));
    }
    const auto chosen = static_cast<std::size_t>(got);
    for (std::size_t other = 0; other < arms; ++other) {
      if (loses_tie(chosen, other, tie_, reported_)) {
        return say(other, text("arms ", chosen, " and ", other, " have equal scores"));
      }
    }
    if (chosen == best) return;
    const Ball& score = field.balls[chosen];
    const bool ties = score.value == field.balls[best].value;
    if (ties && tie_ == TieRule::kAny) return;
    if (ties && score.error == 0.0 && widths.empty()) {
      return say(best, text("arms ", chosen, " and ", best, " have equal scores"));
    }
    if (candidates(field.balls, widths)[chosen]) {
      result_.outcome = std::max(result_.outcome, Agreement::kAcceptable);
    } else if (!field.at_kinks.empty() && candidates(field.at_kinks, widths)[chosen]) {
      result_.outcome = std::max(result_.outcome, Agreement::kKink);
    } else {
      std::ostringstream scores;
      scores.precision(6);
      scores << "the scores are " << field.balls[chosen].value << " and "
             << field.balls[best].value;
      say(best, scores.str());
    }
  }

  const json& answer_;
  TieRule tie_;
  const std::vector<std::vector<double>>& widths_;
  Reported reported_;
  Comparison result_;
};

}  // namespace

std::optional<std::vector<double>> numbers_of(const Expected& field, const json& answer) {
  const auto found = answer.find(field.field);
  if (found == answer.end()) {
    if (field.optional) return std::nullopt;
    throw Fault(FaultKind::kMissingField, text("the field ", field.field, " is missing"));
  }
  std::vector<double> numbers;
  if (field.is_arm || field.single) {
    numbers.push_back(finite_number(*found, field.field));
    return numbers;
  }
  const std::size_t size = field.balls.size();
  numbers.reserve(size);
  const auto add = [&](const json& got) {
    if (got.is_number_float() && std::isfinite(got.get<double>())) {
      numbers.push_back(got.get<double>());
    } else {
      numbers.push_back(finite_number(got, where_of(field, numbers.size())));
    }
  };
  if (field.columns == 0) {
    for (const json& got : list_of(*found, size, field.field)) add(got);
    return numbers;
  }
  const std::size_t rows = size / field.columns;
  std::size_t row = 0;
  for (const json& list : list_of(*found, rows, field.field)) {
    const std::string where = text(field.field, "[", row++, "]");
    for (const json& got : list_of(list, field.columns, where)) add(got);
  }
  return numbers;
}

std::string sentence_of(const Divergence& divergence, const std::string& why) {
  std::ostringstream text;
  if (divergence.round > 0) text << "round " << divergence.round << ": ";
  if (divergence.fault) {
    text << why;
    return text.str();
  }
  text << divergence.field;
  if (!divergence.place.empty()) text << ' ' << divergence.place;
  const auto number = [](const std::optional<double>& value) {
    if (!value) return std::string("nothing");
    const bool whole = std::abs(*value) < 1e6 && *value == std::floor(*value);
    return whole ? json(static_cast<std::int64_t>(*value)).dump() : json(*value).dump();
  };
  text << " is " << number(divergence.got) << ", expected " << number(divergence.expected);
  text.precision(2);
  text << " (" << (why.empty() ? "bound " : why);
  if (why.empty()) text << divergence.bound;
  text << ')';
  return text.str();
}

Comparison compare(const Expectations& expected, const json& answer, TieRule tie,
                   const std::vector<std::vector<double>>& half_widths) {
  Comparer comparer(answer, tie, half_widths);
  for (std::size_t i = 0; i < expected.fields.size(); ++i) {
    if (!comparer.look(expected.fields[i], i)) break;
  }
  return comparer.result();
}

}  // namespace eenet::verify::oracle
