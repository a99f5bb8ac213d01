// A test with a fresh folder of its own, which is gone afterwards.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/formats/files.h"
#include "tests/experiments/formats/npy_bytes.h"

namespace eenet::experiments {

class FolderTest : public testing::Test {
 protected:
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  // An .npy array of doubles. `shape` is Python's: "(2, 3)".
  void write_array(const std::string& name, const std::string& shape,
                   const std::vector<double>& numbers) const {
    write_atomically(folder() / name, npy_of<double>("<f8", shape, numbers));
  }

  void write_text(const std::string& name, const std::string& text) const {
    write_atomically(folder() / name, text);
  }

  [[nodiscard]] std::string text_in(const std::string& name) const {
    return read_file(folder() / name);
  }

  [[nodiscard]] nlohmann::json json_in(const std::string& name) const {
    return nlohmann::json::parse(text_in(name));
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace eenet::experiments
