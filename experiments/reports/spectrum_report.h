// How a spectrum looks: JSON (docs/cli.md) and text for people.
#pragma once

#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "theory/spectrum/prefix_spectra.h"

namespace eenet::experiments {

// An object with the names of docs/cli.md: lambda_min, lambda_max, log_det, effective_dimension, S
// and so on. `S` and `condition` are null if there are no rewards.
Json spectrum_json(const theory::Spectrum& spectrum);

Json prefixes_json(const std::vector<theory::PrefixSpectrum>& prefixes);

// A table with the ends of every quantity and their basis, then the diagnosis.
std::string spectrum_text(const theory::Spectrum& spectrum);

// A table with one line for each n whose whole spectrum is known.
std::string prefixes_text(const std::vector<theory::PrefixSpectrum>& prefixes);

// One sentence per quantity that is not decided: lambda_min that may or may not be 0, S without an
// upper end. A quantity that is certainly 0 or infinite is decided.
std::vector<std::string> open_ends(const theory::Spectrum& spectrum);

}  // namespace eenet::experiments
