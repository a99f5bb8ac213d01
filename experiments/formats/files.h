// Files and folders. All functions throw std::runtime_error with the path and the system's reason.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include "verify/temporary_folder.h"

namespace eenet::experiments {

// Makes the folder (and those above it) and checks that files can be made in it.
void make_writable_folder(const std::filesystem::path& folder);

// Writes to a temporary name in the same folder, then renames: a reader never sees a half-written
// file, and a full disk leaves the old file unchanged. A device or a pipe is written to directly.
void write_atomically(const std::filesystem::path& path, std::string_view content);

// The same of several parts, one after the other.
void write_atomically(const std::filesystem::path& path,
                      std::initializer_list<std::string_view> parts);

// The same, and what is at the path survives a loss of power from here on: the file and its folder
// have reached the disk. The temporary name holds the host's, so that machines which share the
// folder do not meet.
void write_durably(const std::filesystem::path& path, std::string_view content);

// Removes what write_durably left when its process was killed: copies of processes of this machine
// that are gone, and of others after a day. Only where the whole file is there now, so that its
// name is known to be done with.
void remove_partial_copies(const std::filesystem::path& folder);

// Checks before long work that its file can be written: throws if its folder is missing or not
// writable, or if there is a folder of that name.
void require_place_for_file(const std::filesystem::path& path);

// Throws OutOfMemory if the file does not fit.
std::string read_file(const std::filesystem::path& path);

// A file or a pipe, read from its start in parts that the caller asks for: what it holds can be
// looked at before all of it is in memory, and one without an end is not read to its end.
class FileReader {
 public:
  explicit FileReader(std::filesystem::path path);

  // The next `size` bytes; fewer only where the file ends.
  std::string next(std::size_t size);

 private:
  std::filesystem::path path_;
  std::ifstream in_;
};

// Of what a file of results holds, so that a damaged one is noticed.
std::string digest_of_bytes(std::string_view bytes);

// The words as a file's name: every character but letters, digits, '.' and '-' becomes '_'.
std::string as_file_name(std::string words);

// Refuses what is no regular file, such as a pipe, which can be read once, or a device.
void require_regular_file(const std::filesystem::path& path);

using verify::TemporaryFolder;

}  // namespace eenet::experiments
