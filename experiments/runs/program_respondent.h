// Another program as the judge asks it: docs/protocol.md over its standard input and output.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/processes/conversation.h"
#include "experiments/processes/signal_watch.h"
#include "verify/oracle/respondent.h"

namespace eenet::experiments {

// How long an answer may take.
struct AnswerLimits {
  // For the first answer, for which the program has to start. Where it is started again, `factor`
  // times what that took is added to the limit of the others.
  Seconds start{60};
  Seconds least{10};         // for the others
  double factor = 10.0;      // times the slowest of the first ones, if that is more
  std::size_t learned = 20;  // so many of them
  std::optional<Seconds> fixed = std::nullopt;  // in place of the last three
};

class ProgramRespondent : public verify::oracle::Respondent {
 public:
  // Starts it. Throws std::runtime_error if it cannot be started.
  ProgramRespondent(std::vector<std::string> command, const AnswerLimits& limits);

  // The answer may have the id of another question; the judge tells. What follows is in step again.
  // Throws Interrupted, too, after SIGINT or SIGTERM, and so does every call from then on: the
  // judge takes it for one more way to fail.
  nlohmann::json ask(const nlohmann::json& question, std::size_t longest) override;
  [[nodiscard]] bool alive() const override { return conversation_ && conversation_->alive(); }
  void restart() override;
  std::string remarks() override;

  // Ends the program in the way that docs/protocol.md says. Nothing, or what it did otherwise.
  std::optional<std::string> finish();

  // SIGINT or SIGTERM, if one has come, else 0.
  [[nodiscard]] int caught() const { return signals_.caught(); }

  // The time that it took to answer so far.
  [[nodiscard]] Seconds answering() const { return answering_; }

 private:
  [[nodiscard]] Seconds limit() const;
  [[nodiscard]] nlohmann::json answer_to(const nlohmann::json& id, std::string_view question,
                                         std::size_t longest, Seconds limit);

  std::vector<std::string> command_;
  AnswerLimits limits_;
  SignalWatch signals_;
  std::optional<Conversation> conversation_;  // none after a restart that failed
  std::string earlier_remarks_;               // before a restart
  bool just_started_ = true;
  std::optional<Seconds> starting_;  // what the first answer after a start took
  std::size_t answers_ = 0;
  Seconds slowest_{0};
  Seconds answering_{0};
  // A line was no answer to this question. The answer may still come, and is skipped then.
  std::optional<nlohmann::json> owed_;
  bool out_of_step_ = false;
};

}  // namespace eenet::experiments
