// Our own answers to every question of docs/protocol.md, in every dialect: reference/ where the
// dialect is the paper's and the scalar double, plain code of its own elsewhere. What the judge is
// tested against, and where test vectors come from.
#pragma once

#include <memory>

#include "verify/oracle/dialect.h"
#include "verify/oracle/respondent.h"

namespace eenet::verify::oracle {

// A hello with all levels, features and methods, of the given dialect and scalar.
Hello full_hello(const Dialect& dialect = {}, const Arithmetic& arithmetic = kDouble);

class ReferenceRespondent : public Respondent {
 public:
  explicit ReferenceRespondent(Hello hello = full_hello());
  ~ReferenceRespondent() override;

  nlohmann::json ask(const nlohmann::json& question, std::size_t longest) override;
  [[nodiscard]] bool alive() const override { return true; }
  void restart() override;

  class Answers;  // by scalar

 private:
  Hello hello_;
  std::unique_ptr<Answers> answers_;
};

}  // namespace eenet::verify::oracle
