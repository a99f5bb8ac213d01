// An answer beside what was expected.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "verify/oracle/expected/expectations.h"
#include "verify/oracle/judge.h"

namespace eenet::verify::oracle {

// From good to bad.
enum class Agreement { kAgree, kKink, kAcceptable, kDisagree };

struct Comparison {
  Agreement outcome = Agreement::kAgree;
  double worst_ratio = 0.0;  // of the numbers up to the first wrong one
  // The first wrong number, without level, id, round and sentence.
  std::optional<Divergence> divergence;
};

// `half_widths`: what a number may differ besides, field by field in the order of `expected`; none:
// 0.
Comparison compare(const Expectations& expected, const nlohmann::json& answer, TieRule tie,
                   const std::vector<std::vector<double>>& half_widths = {});

// The numbers of a field of an answer, flat; nothing if it is optional and not there. Throws Fault.
std::optional<std::vector<double>> numbers_of(const Expected& field, const nlohmann::json& answer);

// "round 57: theta1 W_2[0][3] is 0.123, expected 0.124 (bound 3e-16)", or the fault's sentence.
std::string sentence_of(const Divergence& divergence, const std::string& why = {});

}  // namespace eenet::verify::oracle
