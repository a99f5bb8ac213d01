// MNIST as its owners publish it: images and labels in files of the idx format.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/data/sets/labelled_rows.h"
#include "reference/settings.h"

namespace eenet::experiments {

// The images of `part=train` (default) or `test` in a folder that has, plain or packed,
// train-images-idx3-ubyte and train-labels-idx1-ubyte, or t10k-... of the test. Throws
// std::runtime_error with the path and what was expected.
std::shared_ptr<LabelledRows> read_digits(const std::filesystem::path& folder,
                                          const Settings& settings);

}  // namespace eenet::experiments
