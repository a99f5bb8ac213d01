// Yelp and MovieLens as the authors of EE-Net published them: two arrays of features, and one of
// (user, item, label) whose labels are 1 for a good and -1 for a bad rating.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/data/sets/labelled_rows.h"

namespace eenet::experiments {

// Whether the folder has such files: ..._2000users_10000items_entry.npy and its two companions,
// ..._2000users_10000items_features.npy and ..._10000items_2000users_features.npy, of any numbers.
bool has_rating_triples(const std::filesystem::path& folder);

// A bad rating pays 1, as in the paper. Throws std::runtime_error with the path.
std::shared_ptr<LabelledRows> read_rating_triples(const std::filesystem::path& folder);

}  // namespace eenet::experiments
