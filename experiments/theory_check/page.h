// A report as files: what is rendered of report.json.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// index.html: one file, no network, complete without its script. `folder` gets the scripts and data
// of its pictures.
std::string report_html(const Json& report, const std::filesystem::path& folder);

}  // namespace eenet::experiments
