// The fake-and-real-news set, which the paper calls Disin, as its owner publishes it: Fake.csv and
// True.csv with columns title and text. [EENET, Experiments, Disin dataset]
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "experiments/data/sets/labelled_rows.h"
#include "reference/settings.h"

namespace eenet::experiments {

// The text without what stands before the report: "WASHINGTON (Reuters) - ", also after the names
// of its authors. True articles begin so and fake ones do not, which would tell them apart at once.
std::string without_dateline(const std::string& text);

// Title and text of every article as weights of its words (term_weights.h), of which the leading
// `features=` (300) singular directions are kept: rows of U S. A fake article pays 1. Throws
// std::runtime_error with path, line and what was expected.
std::shared_ptr<LabelledRows> read_articles(const std::filesystem::path& folder,
                                            const Settings& settings);

}  // namespace eenet::experiments
