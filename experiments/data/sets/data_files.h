// Where the files of a data set are. Throws std::runtime_error with the path and what was expected.
#pragma once

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "reference/settings.h"

namespace eenet::experiments {

// The file or folder of the set `name`: the setting `data=`, as it is or within $EENET_DATA;
// without the setting, the folder of that name in $EENET_DATA.
std::filesystem::path place_of_data(const std::string& name, const Settings& settings);

// The file of one of these names, plain or with .gz, in the folder; empty if there is none.
std::filesystem::path find_one(const std::filesystem::path& folder,
                               const std::vector<std::string>& names);

// The one file of the folder with such a name; empty if there is none. Refuses two.
std::filesystem::path find_like(const std::filesystem::path& folder, const std::regex& name);

// Throws that the folder has none of the files that were expected, and names its folders that could
// have them.
[[noreturn]] void reject_folder(const std::filesystem::path& folder, const std::string& expected);

}  // namespace eenet::experiments
