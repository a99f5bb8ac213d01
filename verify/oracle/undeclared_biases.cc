#include "verify/oracle/undeclared_biases.h"

#include <array>

#include "reference/require.h"

namespace eenet::verify::oracle {

namespace {

struct Declaration {
  Biases biases;
  const char* sentence;
};

constexpr std::array kDeclarations = {
    Declaration{Biases::kInterleaved,
                "agrees if every layer has biases, which follow its weights: biases interleaved"},
    Declaration{Biases::kLast,
                "agrees if every layer has biases, which follow all weights: biases last"},
    Declaration{Biases::kNone, "agrees if there are no biases: biases none"}};

bool first_cases_agree(Conversation& conversation, const Hello& hello, const std::string& level) {
  CaseJudge judge(conversation, hello, Profile::kComputed, 1.0);
  for (const Case& one : first_cases()) {
    if (judge.judge(level, one).outcome == Agreement::kDisagree) return false;
  }
  return true;
}

}  // namespace

bool may_be_of_another_size(FaultKind fault) {
  return fault == FaultKind::kRefused || fault == FaultKind::kMissingField ||
         fault == FaultKind::kExited || fault == FaultKind::kSignal;
}

std::optional<std::string> undeclared_biases(Conversation& conversation, const Hello& hello,
                                             const std::string& level) {
  // The others do not ask about a list of parameters.
  if (level == "features" || level == "ntk") return std::nullopt;
  for (const Declaration& declaration : kDeclarations) {
    if (declaration.biases == hello.dialect.biases) continue;
    Hello other = hello;
    other.dialect.biases = declaration.biases;
    if (first_cases_agree(conversation, other, level)) {
      return text(declaration.sentence, " (the first cases of ", level, ", asked so)");
    }
  }
  return std::nullopt;
}

}  // namespace eenet::verify::oracle
