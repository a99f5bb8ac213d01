#include "experiments/contexts.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "experiments/npy.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

Eigen::MatrixXd read_contexts(const std::filesystem::path& path) {
  const Array array = read_npy(path);
  if (array.shape.size() != 2 && array.shape.size() != 3) {
    throw std::runtime_error(fmt::format(
        "{}: the array has {} dimensions, expected 2 (points, coordinates) or 3 (rounds, arms, "
        "coordinates)",
        path.string(), array.shape.size()));
  }
  if (array.entries.size() == 0) {
    throw std::runtime_error(fmt::format("{}: the array is empty, expected points", path.string()));
  }
  const Eigen::Index dim = array.shape.back();
  for (Eigen::Index i = 0; i < array.entries.size(); ++i) {
    if (std::isfinite(array.entries[i])) continue;
    throw std::runtime_error(fmt::format(
        "{}: coordinate {} of point {} (counting from 0) is {}, expected a finite number",
        path.string(), i % dim, i / dim, array.entries[i]));
  }
  return Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), dim, array.entries.size() / dim);
}

Eigen::MatrixXd environment_contexts(const std::string& environment, std::uint64_t rounds,
                                     std::uint64_t seed) {
  EENET_REQUIRE(rounds >= 1, "--rounds ", rounds, ": expected at least 1");
  const Spec spec = Spec::parse(environment);
  EnvironmentInputs inputs;
  inputs.seed = seed;
  inputs.read_array = read_npy;
  const auto made = make_environment(spec, inputs);
  EENET_REQUIRE(rounds <= made->rounds_available(), "--rounds ", rounds, ": environment ",
                spec.name, " has ", made->rounds_available(), " rounds, expected no more");
  const Eigen::Index arms = made->arms();
  Eigen::MatrixXd contexts(made->dim(), arms * static_cast<Eigen::Index>(rounds));
  Round round;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    made->observe(t, round);
    contexts.middleCols(arms * static_cast<Eigen::Index>(t - 1), arms) = round.contexts;
  }
  return contexts;
}

}  // namespace eenet::experiments
