// Files that are whole or absent, and folders that are there. All throw std::runtime_error with the
// path and the system's reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "verify/temporary_folder.h"

namespace eenet::experiments {

// Makes the folder (and those above it) and checks that files can be made in it.
void make_writable_folder(const std::filesystem::path& folder);

// Writes to a name of its own in the same folder, then renames: a reader never sees a half-written
// file, and a full disk leaves the old one as it was. A device or a pipe is written to as it is.
void write_atomically(const std::filesystem::path& path, std::string_view content);

// Whether such a file could be written, before the work that it is for: throws if its folder is
// missing or not writable, or if there is a folder of that name.
void require_place_for_file(const std::filesystem::path& path);

std::string read_file(const std::filesystem::path& path);

// No more than its first `most` bytes.
std::string read_start_of_file(const std::filesystem::path& path, std::size_t most);

using verify::TemporaryFolder;

}  // namespace eenet::experiments
