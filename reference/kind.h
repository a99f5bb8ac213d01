// What the registry knows of a policy or environment: its name, what it is, its keys with their
// defaults, and how to make one. `eenet run --list`, the help and docs/methods.md are printed from
// it.
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/environment.h"
#include "reference/policy.h"
#include "reference/settings.h"

namespace eenet {

// An array that somebody else read from a file: shape and entries, the last index running fastest.
struct Array {
  std::vector<Eigen::Index> shape;
  Eigen::VectorXd entries;
  double unit_roundoff = 0x1p-53;  // of the type it was stored in
};

class DataSet;  // reference/environments/data_set.h

// Reads what environments are made from. This room does no such I/O itself; the caller passes a
// reader. A function that reads the array at a path is a reader of arrays alone.
class ArrayReader {
 public:
  using Arrays = std::function<Array(const std::string& path)>;
  // The data set of the environment `name` with these settings.
  using DataSets = std::function<std::shared_ptr<const DataSet>(const std::string& name,
                                                                const Settings& settings)>;

  ArrayReader() = default;
  template <std::convertible_to<Arrays> Read>
  ArrayReader(Read arrays, DataSets data_sets = {})  // NOLINT(google-explicit-constructor)
      : arrays_(std::move(arrays)), data_sets_(std::move(data_sets)) {}

  explicit operator bool() const { return static_cast<bool>(arrays_); }
  Array operator()(const std::string& path) const { return arrays_(path); }

  [[nodiscard]] bool has_data_sets() const { return static_cast<bool>(data_sets_); }
  [[nodiscard]] std::shared_ptr<const DataSet> data_set(const std::string& name,
                                                        const Settings& settings) const {
    return data_sets_(name, settings);
  }

 private:
  Arrays arrays_;
  DataSets data_sets_;
};

struct EnvironmentInputs {
  std::uint64_t seed = 0;
  bool normalise = false;  // scale given contexts to unit norm instead of refusing them
  ArrayReader read_array;
};

struct EnvironmentKind {
  std::string name;
  std::string summary;
  std::vector<Key> keys;
  std::function<std::unique_ptr<Environment>(const Settings&, const EnvironmentInputs&)> make;
};

struct PolicyInputs {
  std::uint64_t seed = 0;
  // The initial theta_1 (and theta_2), instead of the printed random initialisation. Empty: random.
  std::vector<Eigen::VectorXd> initial_parameters;
};

struct PolicyKind {
  std::string name;
  std::string summary;
  std::vector<Key> keys;
  // The environment tells dimension and arms; only the control `optimal` asks it for more.
  std::function<std::unique_ptr<Policy>(const Settings&, const Environment&, const PolicyInputs&)>
      make;
};

}  // namespace eenet
