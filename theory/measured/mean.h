// The mean of independent runs, with seeds as the unit.
#pragma once

#include <vector>

#include "theory/measured/measured.h"

namespace eenet::theory {

// Student's interval for the mean of the distribution that the samples come from. Exact for normal
// samples; for others (regret over seeds can have two peaks) its coverage is approximate.
// Requires at least two samples, all finite, and 0 < level < 1.
Measured student_mean(const std::vector<double>& samples, double level);

// The expected regret over seeds, when every single regret is known to lie in [0, largest]:
// Student's interval at the level, cut to those ends, or those ends alone if there is one sample
// only. Requires at least one sample, all between 0 and largest.
Measured expected_regret(const std::vector<double>& regrets, double largest, double level);

}  // namespace eenet::theory
