#include "verify/oracle/case_judge.h"

#include <utility>

#include "verify/oracle/expected/question_fields.h"
#include "verify/oracle/repeated.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

// Keys, an id and short words beside the numbers.
constexpr std::size_t kFurther = 16;

std::size_t longest_answer(const Expectations& expected) {
  return expected.count() + kFurther;
}

Counterexample counterexample_of(const std::string& id, Comparison comparison, json question,
                                 json answer, const Expectations& expected) {
  Counterexample found;
  found.divergence = std::move(*comparison.divergence);
  found.divergence.id = id;
  found.divergence.level = id.substr(0, id.find('/'));
  // A sentence that is there says why: a fault, or a choice.
  if (found.divergence.sentence.empty()) found.divergence.sentence = sentence_of(found.divergence);
  found.question = std::move(question);
  found.answer = std::move(answer);
  found.expected = to_json(expected);
  return found;
}

Comparison no_answer(const Fault& fault) {
  Comparison comparison;
  comparison.outcome = Agreement::kDisagree;
  comparison.divergence.emplace();
  comparison.divergence->fault = fault.kind();
  comparison.divergence->sentence = fault.what();
  return comparison;
}

}  // namespace

Expectations CaseJudge::expected(const json& question) const {
  if (profile_ == Profile::kExact) return exact_expectations(question);
  return expectations(question, reading_of(hello_));
}

Judged CaseJudge::judge(const std::string& level, const Case& one) {
  return level == "run" ? judge_run(one) : judge_question(level, one);
}

Comparison CaseJudge::judge_repeated(const json& question, const Expectations& expected,
                                     json& answer) {
  Repeated repeated(expected, comparisons_);
  Comparison comparison;
  for (std::size_t i = 0; i < Repeated::kTimes; ++i) {
    answer = conversation_.ask(question, longest_answer(expected));
    comparison = repeated.add(answer);
    if (comparison.divergence) return comparison;
  }
  return compare(expected, repeated.mean(answer), hello_.dialect.tie, repeated.half_widths());
}

Judged CaseJudge::judge_question(const std::string& level, const Case& one) {
  Judged judged;
  json question = question_of(level, one, hello_);
  const Expectations expected = this->expected(question);
  if (expected.says_nothing) {
    judged.asked = false;
    return judged;
  }
  json answer;
  Comparison comparison;
  try {
    if (profile_ == Profile::kStatistical) {
      comparison = judge_repeated(question, expected, answer);
    } else {
      answer = conversation_.ask(question, longest_answer(expected));
      comparison = compare(expected, answer, hello_.dialect.tie);
    }
  } catch (const Fault& fault) {
    comparison = no_answer(fault);
  }
  judged.outcome = comparison.outcome;
  judged.worst_ratio = comparison.worst_ratio;
  if (comparison.divergence) {
    judged.first =
        counterexample_of(id_of(level, one), std::move(comparison), question, answer, expected);
    judged.disagreeing.push_back({std::move(question), std::move(answer)});
  } else {
    judged.agreeing.push_back({std::move(question), std::move(answer)});
  }
  return judged;
}

bool same_answer(json a, json b) {
  for (json* answer : {&a, &b}) {
    if (answer->is_object()) answer->erase("id");
  }
  // As text too: a NaN does not equal itself.
  return a == b || a.dump() == b.dump();
}

bool CaseJudge::same(const Judged& a, const Judged& b) {
  const auto answers = [](const std::vector<Exchange>& x, const std::vector<Exchange>& y) {
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!same_answer(x[i].answer, y[i].answer)) return false;
    }
    return true;
  };
  if (a.outcome != b.outcome || a.first.has_value() != b.first.has_value()) return false;
  if (a.first && a.first->divergence.fault != b.first->divergence.fault) return false;
  return answers(a.disagreeing, b.disagreeing) && answers(a.agreeing, b.agreeing);
}

std::string why_not_exact(const Hello& hello) {
  if (hello.dialect != Dialect{} && hello.dialect != Dialect{.relu_at_zero = 0.0}) {
    return "the profile exact is for the paper's network: it compares with the bits of the "
           "reference, which has no other dialect";
  }
  if (hello.arithmetic.unit_roundoff != kDouble.unit_roundoff) {
    return "the profile exact is for float64: the reference computes in double precision";
  }
  return {};
}

}  // namespace eenet::verify::oracle
