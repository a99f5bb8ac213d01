// A data set as `eenet data prepare` writes it: data.json, a table of features or two, and the
// rows.
//
//   data.json                        the document that the command prints
//   features-1.npy, features-2.npy   numbers, or bytes where all are whole numbers from 0 to 255
//   rows.npy                         a row of each table, and a label
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "experiments/data/sets/labelled_rows.h"
#include "experiments/formats/json.h"
#include "reference/settings.h"

namespace eenet::experiments {

bool is_prepared(const std::filesystem::path& folder);

// Throws std::runtime_error with the path if it is not of the set `name`, if a setting is not the
// one that it was prepared with, or if a file was changed.
std::shared_ptr<LabelledRows> read_prepared(const std::filesystem::path& folder,
                                            const std::string& name, const Settings& settings);

// Makes the folder. `document` is the command's, and is written last: what was stopped is no
// prepared folder. Refuses to replace other data.
void write_prepared(const std::filesystem::path& folder, const LabelledRows& data,
                    const Json& document);

}  // namespace eenet::experiments
