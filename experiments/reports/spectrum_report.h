// A spectrum for people and for scripts.
#pragma once

#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::experiments {

// The first n points: log det and effective dimension always, everything at some n.
struct PrefixSpectrum {
  Eigen::Index points = 0;
  theory::Measured log_determinant;
  theory::Measured effective_dimension;
  std::optional<theory::Spectrum> whole;
};

// What contracts call lambda_min, lambda_max, log_det, effective_dimension, S and so on. `S` and
// `condition` are null where there are no rewards.
Json spectrum_json(const theory::Spectrum& spectrum);

Json prefixes_json(const std::vector<PrefixSpectrum>& prefixes);

// A table with the ends of every quantity and what they rest on, then the diagnosis.
std::string spectrum_text(const theory::Spectrum& spectrum);

// A line for every n at which everything is known.
std::string prefixes_text(const std::vector<PrefixSpectrum>& prefixes);

// Sentences about ends that stayed open: lambda_min that may be 0 or not, S without an upper end.
// What is infinite or 0 for certain is conclusive.
std::vector<std::string> open_ends(const theory::Spectrum& spectrum);

}  // namespace eenet::experiments
