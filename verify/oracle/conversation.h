// Asks a respondent, and turns whatever goes wrong into a Fault.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "verify/oracle/respondent.h"

namespace eenet::verify::oracle {

class Conversation {
 public:
  explicit Conversation(Respondent& judged) : judged_(judged) {}

  // Asks `hello`. The answer's `id` has been looked at.
  nlohmann::json hello();
  // The question gets the next id. Starts a respondent again that has ended before. Throws Fault,
  // and nothing else.
  nlohmann::json ask(nlohmann::json question, std::size_t longest);

  [[nodiscard]] std::uint64_t questions() const { return next_; }
  // How many answers did not come in time: each of them costs the time limit.
  [[nodiscard]] std::uint64_t time_limits() const { return time_limits_; }
  // What the respondent wrote for people; never throws.
  std::string remarks();

 private:
  nlohmann::json ask_once(const nlohmann::json& question, std::size_t longest);

  Respondent& judged_;
  std::uint64_t next_ = 0;
  std::uint64_t time_limits_ = 0;
};

}  // namespace eenet::verify::oracle
