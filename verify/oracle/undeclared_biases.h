// Biases that an implementation does not declare, or declares and does not have, change the size of
// its list of parameters: its answers cannot be read another way, so it is asked again.
#pragma once

#include <optional>
#include <string>

#include "verify/oracle/case_judge.h"

namespace eenet::verify::oracle {

// Whether parameters of another size may be why there was no answer to compare.
bool may_be_of_another_size(FaultKind fault);

// The sentence "agrees if ..." of the first declaration of biases under which the first cases of
// the level agree.
std::optional<std::string> undeclared_biases(Conversation& conversation, const Hello& hello,
                                             const std::string& level);

}  // namespace eenet::verify::oracle
