// A folder that remembers failures: one small text file per case that failed. They are tried first
// in the next run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/test_run.h"

namespace eenet::experiments {

// "gradient_2.3.1.1.1.near-kink.0.7.txt".
std::string failure_file_name(const std::string& token);

// The tokens of all failures in the folder, sorted by file name; none if the folder does not exist.
// Ignores files that do not end in .txt. Throws std::runtime_error with the
// path of a file that is damaged, or no regular file.
std::vector<std::string> remembered_failures(const std::filesystem::path& folder);

// Writes the file of the failure, or replaces it.
void remember_failure(const std::filesystem::path& folder, const verify::Failure& failure);

}  // namespace eenet::experiments
