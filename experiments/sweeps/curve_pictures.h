// Regret over the rounds, one picture per environment: the mean of every method with its band.
#pragma once

#include <vector>

#include "experiments/reports/picture.h"
#include "experiments/sweeps/table.h"

namespace eenet::experiments {

// Of environments with a curve; the names are those of files: "regret_linear".
std::vector<Picture> curve_pictures(const Table& table);

}  // namespace eenet::experiments
