// Statements "with probability at least 1 - delta over the initialisation": tried on independent
// draws, one seed each, and judged by the share of draws that fail. Clopper and Pearson's interval
// for it, at the claim's share of the error budget, against delta.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "verify/claims/judge.h"

namespace eenet::verify {

// The paper's delta is any number; ours is 1/4 at quick effort and 1/10 at full.
double draws_delta(const Context& context);

// As many draws as show, if none of them fails, that one fails with probability at most delta.
// Requires a share of the error budget.
std::uint64_t number_of_draws(const Context& context);

// Whether the statement holds for each draw. An open answer may be either.
using Draws = std::vector<Answer>;
Draws draws_of(const Context& context, const std::function<Answer(std::uint64_t seed)>& holds_for);

// True if the share that fails is at most delta, false if it is more.
Judgement judge_draws(const Draws& draws, const Context& context);

// "0 of 31 draws fail (delta = 0.25)."
std::string text_of(const Draws& draws, const Context& context);

}  // namespace eenet::verify
