#include "verify/oracle/conversation.h"

#include <exception>
#include <utility>

#include "reference/require.h"

namespace eenet::verify::oracle {

using nlohmann::json;

json Conversation::hello() {
  constexpr std::size_t kLongestHello = 1000;
  return ask({{"op", "hello"}, {"protocol", "eenet.oracle/1"}}, kLongestHello);
}

json Conversation::ask(json question, std::size_t longest) {
  question["id"] = next_++;
  try {
    return ask_once(question, longest);
  } catch (const Fault& fault) {
    if (fault.kind() == FaultKind::kTimeLimit) ++time_limits_;
    throw;
  } catch (const std::exception& error) {
    throw Fault(FaultKind::kRefused, text("the respondent failed: ", error.what()));
  } catch (...) {
    throw Fault(FaultKind::kRefused, "the respondent failed with an unknown exception");
  }
}

json Conversation::ask_once(const json& question, std::size_t longest) {
  if (!judged_.alive()) judged_.restart();
  json answer = judged_.ask(question, longest);
  if (!answer.is_object()) {
    throw Fault(FaultKind::kNotJson,
                text("the answer is of the type ", answer.type_name(), ", expected an object"));
  }
  const auto id = answer.find("id");
  if (id == answer.end() || *id != question.at("id")) {
    throw Fault(FaultKind::kWrongId,
                text("the answer has the id ", id == answer.end() ? "(none)" : id->dump(),
                     ", expected ", question.at("id").dump()));
  }
  if (const auto error = answer.find("error"); error != answer.end()) {
    const std::string why = error->is_string() ? error->get<std::string>() : error->dump();
    throw Fault(FaultKind::kRefused, text("the implementation says: ", why));
  }
  return answer;
}

std::string Conversation::remarks() {
  try {
    return judged_.remarks();
  } catch (...) {
    return {};
  }
}

}  // namespace eenet::verify::oracle
