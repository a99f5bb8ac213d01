// A folder that remembers failures: a small text file for every case that failed once, to be tried
// again before anything new.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/test_run.h"

namespace eenet::experiments {

// "gradient_2.3.1.1.1.near-kink.0.7.txt".
std::string failure_file_name(const std::string& token);

// The tokens of all failures in the folder, by the names of their files; none if there is no such
// folder yet. Files that do not end in .txt are somebody else's. Throws std::runtime_error with the
// path of a file that is damaged.
std::vector<std::string> remembered_failures(const std::filesystem::path& folder);

// Adds the failure to the folder, or brings its file up to date.
void remember_failure(const std::filesystem::path& folder, const verify::Failure& failure);

}  // namespace eenet::experiments
