// One case of one level, asked and judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/oracle/compare.h"
#include "verify/oracle/conversation.h"
#include "verify/oracle/questions.h"

namespace eenet::verify::oracle {

// A question that stands alone, and its answer: of a run, its rounds as questions `round`.
struct Exchange {
  nlohmann::json question;
  nlohmann::json answer;
};

struct Judged {
  Agreement outcome = Agreement::kAgree;
  double worst_ratio = 0.0;
  bool asked = true;                    // false: there is nothing to ask in this case
  std::optional<Counterexample> first;  // what disagrees first
  // What explanations are tried on.
  std::vector<Exchange> disagreeing;
  std::vector<Exchange> agreeing;
};

// Whether two answers are the same but for their ids.
bool same_answer(nlohmann::json a, nlohmann::json b);

class CaseJudge {
 public:
  // Both must live as long. `comparisons`: how many numbers the whole judgement may compare, which
  // share the error budget of the profile `statistical`.
  CaseJudge(Conversation& conversation, const Hello& hello, Profile profile, double comparisons)
      : conversation_(conversation), hello_(hello), profile_(profile), comparisons_(comparisons) {}

  // Throws nothing of what the implementation does.
  Judged judge(const std::string& level, const Case& one);

  // Whether two judgements of one case are of the same answers.
  static bool same(const Judged& a, const Judged& b);

 private:
  Judged judge_question(const std::string& level, const Case& one);
  Judged judge_run(const Case& one);
  [[nodiscard]] Expectations expected(const nlohmann::json& question) const;
  Comparison judge_repeated(const nlohmann::json& question, const Expectations& expected,
                            nlohmann::json& answer);

  Conversation& conversation_;
  const Hello& hello_;
  Profile profile_;
  double comparisons_;
};

// The exact profile refuses implementations that are not written as the reference is; why, or
// nothing.
std::string why_not_exact(const Hello& hello);

}  // namespace eenet::verify::oracle
