// A test of data sets: made files in a folder, read as the environment would.
#pragma once

#include <memory>
#include <string>

#include "experiments/data/sets/data_sets.h"
#include "reference/registry.h"
#include "tests/experiments/folder_test.h"
#include "tests/refusal.h"

namespace eenet::experiments {

class DataSetTest : public FolderTest {
 protected:
  // `spec` without data=, which is `place` in the folder of the test.
  [[nodiscard]] std::shared_ptr<const LabelledRows> read(const std::string& spec,
                                                         const std::string& place = "") const {
    const Settings settings = environment_settings(Spec::parse(spec));
    return data_set_at(Spec::parse(spec).name, settings, folder() / place);
  }

  [[nodiscard]] std::string refusal(const std::string& spec, const std::string& place = "") const {
    return refusal_of<std::exception>([&] { static_cast<void>(read(spec, place)); });
  }

  [[nodiscard]] static Eigen::VectorXd features(const LabelledRows& data, Eigen::Index row) {
    Eigen::VectorXd x(data.dimension());
    data.copy_features(row, x);
    return x;
  }
};

}  // namespace eenet::experiments
