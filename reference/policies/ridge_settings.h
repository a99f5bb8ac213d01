// The keys that policies with a regularised covariance share.
#pragma once

#include <string>

#include "reference/settings.h"

namespace eenet {

// `lambda=`: the covariance starts at lambda I.
Key lambda_key();
double lambda_of(const Settings& settings);

// The factor of a bound or deviation: from 0 to 1e6.
double scale_of(const Settings& settings, const std::string& key);

}  // namespace eenet
