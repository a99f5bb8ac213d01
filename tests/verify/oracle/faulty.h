// Respondents with one fault each, made from the reference respondent, and what the judge says.
#pragma once

#include <functional>
#include <string>

#include "verify/oracle/judge.h"
#include "verify/oracle/reference_respondent.h"

namespace eenet::verify::oracle {

// Changes answers, or the questions that lead to them.
class Faulty : public Respondent {
 public:
  using Json = nlohmann::json;
  // What is answered to a question; `right` is asked for the right answer to any question.
  using Answering = std::function<Json(const Json& question, ReferenceRespondent& right)>;

  explicit Faulty(Answering answering, Hello hello = full_hello())
      : right_(std::move(hello)), answering_(std::move(answering)) {}

  Json ask(const Json& question, std::size_t longest) override {
    if (question.at("op") == "hello") return right_.ask(question, longest);
    Json answer = answering_(question, right_);
    if (answer.is_object() && !answer.contains("id")) answer["id"] = question.at("id");
    return answer;
  }
  [[nodiscard]] bool alive() const override { return alive_; }
  void restart() override {
    alive_ = true;
    ++restarts_;
    right_.restart();
  }

  void die() { alive_ = false; }
  [[nodiscard]] int restarts() const { return restarts_; }

 private:
  ReferenceRespondent right_;
  Answering answering_;
  bool alive_ = true;
  int restarts_ = 0;
};

// An answering that changes the right answers to the questions `op`.
inline Faulty::Answering with(
    const std::string& op,
    std::function<void(const nlohmann::json& question, nlohmann::json& answer)> change) {
  return [op, change](const nlohmann::json& question, ReferenceRespondent& right) {
    nlohmann::json answer = right.ask(question, 0);
    if (question.at("op") == op) change(question, answer);
    return answer;
  };
}

inline JudgeOptions few(std::vector<std::string> levels, std::uint64_t cases = 60) {
  JudgeOptions options;
  options.levels = std::move(levels);
  options.cases = cases;
  options.shrink_time = std::chrono::seconds(3);
  return options;
}

inline JudgeReport judged(Faulty::Answering answering, const JudgeOptions& options,
                          const Hello& hello = full_hello()) {
  Faulty faulty(std::move(answering), hello);
  return judge(faulty, options);
}

}  // namespace eenet::verify::oracle
