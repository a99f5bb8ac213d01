// What the registry knows of a policy or environment: its name, what it is, its keys with their
// defaults, and how to make one. `eenet run --list`, the help and docs/methods.md are printed from
// it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
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

// Reads the array at a path. This room does no such I/O itself; the caller passes a reader to an
// environment that needs arrays.
using ArrayReader = std::function<Array(const std::string& path)>;

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
