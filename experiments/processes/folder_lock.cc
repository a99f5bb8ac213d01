#include "experiments/processes/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace eenet::experiments {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  if (descriptor_ >= 0) ::close(descriptor_);
  throw std::runtime_error(
      error == EWOULDBLOCK
          ? fmt::format("{}: another run is writing there, expected a folder of its own",
                        folder.string())
          : fmt::format("{}: cannot be locked: {}", folder.string(), std::strerror(error)));
}

FolderLock::~FolderLock() {
  ::close(descriptor_);
}

}  // namespace eenet::experiments
