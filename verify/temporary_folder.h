// A fresh folder for this process, removed with all it holds when it goes out of scope.
#pragma once

#include <filesystem>

namespace eenet::verify {

class TemporaryFolder {
 public:
  // Throws std::runtime_error with the path and the system's reason.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace eenet::verify
