// Which pictures a report has, from its facts.
#pragma once

#include <vector>

#include "experiments/formats/json.h"
#include "experiments/reports/picture.h"

namespace eenet::experiments {

// Those whose pieces are there.
std::vector<Picture> pictures_of(const Json& report);

}  // namespace eenet::experiments
