// Any table with a column of classes, as a bandit: an arm per class, as in the papers of NeuralUCB
// and NeuralTS.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/data/sets/labelled_rows.h"
#include "reference/settings.h"

namespace eenet::experiments {

// A CSV or TSV file (formats/table_file.h), plain or packed. Columns of numbers are taken as they
// are, or with scale=columns with mean 0 and variance 1; a column of categories becomes a column of
// 0 and 1 for each, in the order of their numbers or names. A column is of categories if none of
// its cells is a number, or if `categories=` says so; classes are in that order too. Throws
// std::runtime_error with path, line and what was expected.
std::shared_ptr<LabelledRows> read_table_of_classes(const std::filesystem::path& path,
                                                    const Settings& settings);

}  // namespace eenet::experiments
