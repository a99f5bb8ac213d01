// The data sets that this program knows, and how environments and traces get them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/data/sets/labelled_rows.h"
#include "reference/kind.h"

namespace eenet::experiments {

struct DataSetKind {
  std::string name;   // that of the environment
  std::string files;  // what a file or folder of it is, for people
};

const std::vector<DataSetKind>& data_set_kinds();

// The data of the environment `name` from a file or folder, as published or prepared. Throws
// std::runtime_error with the path and what was expected. What was read once stays in memory: runs
// of one command, and processes that it forks afterwards, share it.
std::shared_ptr<const LabelledRows> data_set_at(const std::string& name, const Settings& settings,
                                                const std::filesystem::path& place);

// Reads what environments are made of: arrays at their paths, data sets where `data=` says or
// $EENET_DATA has them.
ArrayReader environment_reader();

// As a trace records it, to be replayed from any folder: absolute paths, and the digest of the
// data.
Spec recorded_environment(Spec spec);

}  // namespace eenet::experiments
