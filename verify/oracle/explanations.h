// Which other reading of an implementation would make all of its answers right.
#pragma once

#include <string>
#include <vector>

#include "verify/oracle/case_judge.h"

namespace eenet::verify::oracle {

// Sentences such as "agrees if the loss is (f - y)^2 instead of 1/2 (f - y)^2": of the readings in
// the catalogue under which all of these answers agree, and if there is none, of pairs of readings.
std::vector<std::string> explanations(const std::vector<Exchange>& disagreeing,
                                      const std::vector<Exchange>& agreeing, const Hello& hello);

}  // namespace eenet::verify::oracle
