// Pictures of runs: regret under its bounds, the proof's terms, and the kinds that runs fall into.
// They are the same for the runs of this program and for those of its users.
#pragma once

#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "experiments/reports/picture.h"

namespace eenet::experiments {

PicturePoint picture_point(double x, const Json& measured);

// A number over the prefixes of eenet.spectrum/1, where it is known.
Series over_prefixes(const Json& spectrum, const char* key, const std::string& label,
                     SeriesStyle style);

// Of eenet.bound/1. `name` begins the names of the pictures' files.
Picture bounds_over_rounds(const std::string& name, const Json& bound);
Picture terms_over_rounds(const std::string& name, const Json& bound);

// Of the documents eenet.psi/1 by their radius.
Picture complexity_over_radius(const std::string& name, const Json& by_radius);

// Of eenet.regret/1: every run with its kind, and the mean under every bound.
Picture runs_by_kind(const std::string& name, const Json& check);
Picture regret_under_bounds(const std::string& name, const Json& check);

}  // namespace eenet::experiments
