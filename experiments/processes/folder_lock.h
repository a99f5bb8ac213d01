// A folder that one process at a time works in.
#pragma once

#include <filesystem>

namespace eenet::experiments {

// Locks the folder itself, so that no file is left behind. Workers that are forked meanwhile hold
// the lock too; it ends with the last of them, however they end. Throws std::runtime_error if
// another process holds it.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace eenet::experiments
