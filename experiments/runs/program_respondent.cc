#include "experiments/runs/program_respondent.h"

#include <algorithm>
#include <utility>

#include "experiments/processes/jobs.h"
#include "experiments/runs/answer_line.h"

namespace eenet::experiments {

namespace {

using nlohmann::json;
using verify::oracle::Fault;
using verify::oracle::FaultKind;
using Clock = std::chrono::steady_clock;

// The smallest double without an exponent, as some languages write it: a sign, "0.", 323 zeros, at
// most 17 digits. With a comma and blanks:
constexpr std::size_t kBytesPerNumber = 350;
constexpr std::size_t kBytesBeside = 65536;  // of names, messages and structure
// A program out of step has this long to finish the lines that nobody asked for.
constexpr Seconds kSilence(0.02);
constexpr Seconds kPatience(5.0);  // until it has ended

}  // namespace

ProgramRespondent::ProgramRespondent(std::vector<std::string> command, const AnswerLimits& limits)
    : command_(std::move(command)), limits_(limits) {
  conversation_.emplace(command_, signals_);
}

void ProgramRespondent::restart() {
  if (signals_.caught() != 0) throw Interrupted(signals_.caught());
  earlier_remarks_ = remarks();
  conversation_.reset();
  conversation_.emplace(command_, signals_);
  just_started_ = true;
  owed_.reset();
  out_of_step_ = false;
}

std::string ProgramRespondent::remarks() {
  const std::string latest = conversation_ ? conversation_->remarks() : "";
  return std::exchange(earlier_remarks_, {}) + latest;
}

std::optional<std::string> ProgramRespondent::finish() {
  return conversation_ ? conversation_->finish(kPatience) : std::nullopt;
}

Seconds ProgramRespondent::limit() const {
  const Seconds usual = limits_.fixed.value_or(std::max(limits_.least, limits_.factor * slowest_));
  if (!just_started_) return usual;
  // A program that hangs is started again: that must not cost the time of the first start each
  // time.
  return starting_ ? usual + limits_.factor * *starting_ : std::max(limits_.start, usual);
}

json ProgramRespondent::ask(const json& question, std::size_t longest) {
  if (out_of_step_ && alive()) conversation_->discard_output(kSilence);
  out_of_step_ = false;
  if (!alive()) throw Fault(FaultKind::kExited, "is not running any more");
  const json& id = question.at("id");
  const std::string line = question.dump() + '\n';
  const auto start = Clock::now();
  const Seconds allowed = limit();
  json answer = answer_to(id, line, longest, allowed);
  const Seconds taken = Clock::now() - start;
  answering_ += taken;
  if (just_started_) {
    starting_ = std::max(taken, starting_.value_or(taken));
  } else if (answers_ < limits_.learned) {
    slowest_ = std::max(slowest_, taken);
    ++answers_;
  }
  just_started_ = false;
  return answer;
}

json ProgramRespondent::answer_to(const json& id, std::string_view question, std::size_t longest,
                                  Seconds limit) {
  const std::size_t most = kBytesBeside + kBytesPerNumber * longest;
  const auto start = Clock::now();
  std::string_view line = conversation_->ask(question, most, limit);
  while (true) {
    json answer;
    try {
      answer = parse_answer(line);
    } catch (const Fault& fault) {
      out_of_step_ = true;
      // A number that is not finite stood in the answer itself.
      if (fault.kind() == FaultKind::kNotJson) owed_ = id;
      throw;
    }
    const auto found = answer.find("id");
    const bool is_answer = found != answer.end() && *found == id;
    const bool is_owed = owed_ && found != answer.end() && *found == *owed_;
    if (is_answer || !is_owed) {
      out_of_step_ = !is_answer;
      return answer;
    }
    owed_.reset();
    line = conversation_->ask({}, most, limit - (Clock::now() - start));
  }
}

}  // namespace eenet::experiments
