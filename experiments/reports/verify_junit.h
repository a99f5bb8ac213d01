// A verification as JUnit's XML: a suite a suite, a test a property.
#pragma once

#include <string>

#include "experiments/reports/verify_report.h"

namespace eenet::experiments {

std::string verify_junit(const VerifyReport& report);

}  // namespace eenet::experiments
