// Who answers the judge's questions: a program behind a pipe, a Python object, or our own
// reference.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace eenet::verify::oracle {

// Why there is no answer that could be compared.
enum class FaultKind {
  kRefused,       // {"error": ...}
  kNotJson,       // a line that is no JSON object
  kWrongId,       // an answer to another question
  kMissingField,  // or one of another type or size
  kNotFinite,     // a number that is infinite or none
  kTooLong,       // more bytes than the answer can have
  kTimeLimit,     // no answer in time
  kEndOfOutput,   // it closed its output
  kExited,        // it ended by itself
  kSignal         // it was ended by a signal
};

// "crashed (signal 11)" and the like: for people, and the same for every kind of respondent.
class Fault : public std::runtime_error {
 public:
  Fault(FaultKind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  [[nodiscard]] FaultKind kind() const { return kind_; }

 private:
  FaultKind kind_;
};

class Respondent {
 public:
  Respondent() = default;
  Respondent(const Respondent&) = delete;
  Respondent& operator=(const Respondent&) = delete;
  virtual ~Respondent() = default;

  // The answer to a question of docs/protocol.md, which has its `id`. `longest` is the most numbers
  // that the answer can hold. Throws Fault; afterwards alive() says whether it can be asked another
  // question.
  virtual nlohmann::json ask(const nlohmann::json& question, std::size_t longest) = 0;

  // Whether it can still be asked. One that is not is started again.
  [[nodiscard]] virtual bool alive() const = 0;
  virtual void restart() = 0;

  // What it wrote for people since the last call, shortened where it is long.
  virtual std::string remarks() { return {}; }
};

}  // namespace eenet::verify::oracle
