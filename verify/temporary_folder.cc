#include "verify/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include "reference/require.h"

namespace eenet::verify {

TemporaryFolder::TemporaryFolder() {
  const char* named = std::getenv("TMPDIR");
  const std::string variable = named == nullptr ? "TMPDIR is not set" : text("TMPDIR=", named);
  const auto refuse = [&variable](const std::string& reason) {
    throw std::runtime_error(
        text(variable, ": expected a folder for temporary files that can be written to: ", reason));
  };
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) refuse(error.message());
  std::string name = (folder / "eenet-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    const std::string reason = std::generic_category().message(errno);
    refuse(text(name, ": ", reason));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a destructor must not throw; the system clears its own folder
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace eenet::verify
