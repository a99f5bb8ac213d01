// Policies whose regret is known beforehand, to see that a verifier of regret comes out as it must.
// They are controls, not methods: no registry names them.
#pragma once

#include <cstdint>
#include <memory>

#include "reference/policy.h"

namespace eenet::verify {

// Plays a uniform arm with probability epsilon, and what `inner` chooses otherwise. Whatever it
// learns, it loses at least epsilon times what a uniform choice does.
std::unique_ptr<Policy> epsilon_greedy(std::unique_ptr<Policy> inner, double epsilon,
                                       std::uint64_t seed);

// Chooses as `inner` does and never learns.
std::unique_ptr<Policy> frozen(std::unique_ptr<Policy> inner);

}  // namespace eenet::verify
