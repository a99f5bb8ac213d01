// The level `run`: every round is judged from the parameters that the implementation itself
// reported after the one before, so that bounds do not grow, and goes on from the right ones after
// a difference, so that one slip does not hide the next.
#include <utility>

#include "verify/oracle/case_judge.h"
#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

constexpr std::size_t kFurther = 16;
// In a long run scores are asked twice in the first rounds, and then in some.
constexpr std::uint64_t kAlwaysTwice = 20;
constexpr std::uint64_t kTwiceEvery = 10;
// What is kept of a run for explanations.
constexpr std::size_t kMostKept = 4;

class RunJudge {
 public:
  RunJudge(Conversation& conversation, const Hello& hello, const Case& one,
           std::function<Expectations(const json&)> expected)
      : conversation_(conversation), hello_(hello), one_(one), expected_(std::move(expected)) {
    start_ = start_of(one, hello);
  }

  Judged judge() {
    state_ = start_;
    try {
      ask(start_, kFurther);
      for (std::uint64_t t = 1; t <= one_.rounds; ++t) round(t);
      if (!judged_.first) start_again();
    } catch (const Fault& fault) {
      Comparison comparison;
      comparison.divergence.emplace();
      comparison.divergence->fault = fault.kind();
      note(round_, fault.what(), std::move(comparison), question_, {}, {});
    }
    if (judged_.first) judged_.first->question = transcript_;
    return std::move(judged_);
  }

 private:
  json ask(const json& question, std::size_t longest) {
    question_ = question;
    // Up to the first difference.
    if (!judged_.first && transcript_.size() < kLongestTranscript) transcript_.push_back(question);
    return conversation_.ask(question, longest);
  }

  // The question `round` from these parameters.
  static json as_round(json state, const RunRound& happens) {
    state["op"] = "round";
    state["arms"] = happens.arms;
    state["play"] = happens.play;
    state["reward"] = happens.reward;
    return state;
  }

  // A second run begins with nothing of the first.
  void start_again() {
    round_ = 1;
    const RunRound happens = run_round_of(one_, hello_, 1);
    const json question = as_round(start_, happens);
    const Expectations whole = expected_(question);
    ask(start_, kFurther);
    if (whole.says_nothing) return;
    const Expectations choice = of_choice(whole);
    look(1, choice, question, choose(1, happens, choice));
  }

  void round(std::uint64_t t) {
    round_ = t;
    const RunRound happens = run_round_of(one_, hello_, t);
    const json question = as_round(state_, happens);
    const Expectations whole = expected_(question);
    if (whole.says_nothing) {
      // The run has grown beyond what bounds can say: back to its start.
      state_ = start_;
      set();
      return;
    }
    const Expectations choice = of_choice(whole);
    const Expectations learning = of_learning(whole);
    json answer = choose(t, happens, choice);
    bool right = look(t, choice, question, answer);
    const json learned =
        ask({{"op", "learn"}, {"t", t}, {"play", happens.play}, {"reward", happens.reward}},
            learning.count() + kFurther);
    for (const auto& [key, value] : learned.items()) {
      if (key != "id") answer[key] = value;
    }
    right = look(t, learning, question, answer) && right;
    auto& kept = right ? judged_.agreeing : judged_.disagreeing;
    if (kept.size() < kMostKept) kept.push_back({question, answer});
    go_on(learning, answer, right);
  }

  json choose(std::uint64_t t, const RunRound& happens, const Expectations& choice) {
    const json question = {{"op", "choose"}, {"t", t}, {"arms", happens.arms}};
    json answer = ask(question, choice.count() + kFurther);
    if (t > kAlwaysTwice && t % kTwiceEvery != 0) return answer;
    const json again = ask(question, choice.count() + kFurther);
    if (!same_answer(answer, again)) {
      Comparison comparison;
      comparison.divergence.emplace();
      for (const auto& [key, value] : answer.items()) {
        if (key != "id" && again.value(key, json()) != value) comparison.divergence->field = key;
      }
      const std::string field = comparison.divergence->field;
      note(t, field + " is another when choose is asked again", std::move(comparison), question,
           again, choice);
    }
    return answer;
  }

  // Whether it agrees.
  bool look(std::uint64_t t, const Expectations& expected, const json& question,
            const json& answer) {
    Comparison comparison = compare(expected, answer, hello_.dialect.tie);
    judged_.worst_ratio = std::max(judged_.worst_ratio, comparison.worst_ratio);
    judged_.outcome = std::max(judged_.outcome, comparison.outcome);
    if (!comparison.divergence) return true;
    std::string why = comparison.divergence->sentence;
    if (why.empty()) why = sentence_of(*comparison.divergence);
    note(t, why, std::move(comparison), question, answer, expected);
    return false;
  }

  void note(std::uint64_t t, const std::string& sentence, Comparison comparison,
            const json& question, const json& answer, const Expectations& expected) {
    judged_.outcome = Agreement::kDisagree;
    if (judged_.first) return;
    Counterexample found;
    found.divergence = std::move(*comparison.divergence);
    found.divergence.level = "run";
    found.divergence.id = id_of("run", one_);
    found.divergence.round = t;
    found.divergence.sentence =
        (t > 0 ? "round " + std::to_string(t) + ": " : std::string()) + sentence;
    found.question = question;
    found.answer = answer;
    found.expected = to_json(expected);
    judged_.first = std::move(found);
  }

  // The parameters from which the next round is judged.
  void go_on(const Expectations& learning, const json& answer, bool right) {
    bool reported = false;
    for (const Expected& field : learning.fields) {
      if (field.field != "theta1" && field.field != "theta2") continue;
      reported = true;
      if (right) {
        state_[field.field] = answer.at(field.field);
        continue;
      }
      json numbers = json::array();
      for (const Ball& ball : field.balls) numbers.push_back(stored(ball.value, hello_.arithmetic));
      state_[field.field] = std::move(numbers);
    }
    // With Adam parameters are not reported: each round begins at the start.
    if (!right || !reported) set();
  }

  void set() {
    json question = {{"op", "set"}, {"theta1", state_.at("theta1")}};
    if (state_.contains("theta2")) question["theta2"] = state_.at("theta2");
    ask(question, kFurther);
  }

  static constexpr std::size_t kLongestTranscript = 400;

  Conversation& conversation_;
  const Hello& hello_;
  const Case& one_;
  std::function<Expectations(const json&)> expected_;
  json start_;
  json state_;  // `start` with the present parameters
  json question_;
  json transcript_ = json::array();
  std::uint64_t round_ = 0;
  Judged judged_;
};

}  // namespace

Judged CaseJudge::judge_run(const Case& one) {
  RunJudge run(conversation_, hello_, one,
               [this](const json& question) { return expected(question); });
  return run.judge();
}

}  // namespace eenet::verify::oracle
