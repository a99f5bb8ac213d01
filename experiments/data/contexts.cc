#include "experiments/data/contexts.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "experiments/data/range.h"
#include "experiments/data/run_memory.h"
#include "experiments/data/sets/data_sets.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/memory.h"
#include "reference/environments/recorded_rounds.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "reference/trace_file.h"

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
  Eigen::MatrixXd points =
      Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), dim, array.entries.size() / dim);
  require_norms_in_range(path.string(), points);
  return points;
}

theory::ArmPoints environment_points(const std::string& environment, std::uint64_t rounds,
                                     std::uint64_t seed) {
  EENET_REQUIRE(rounds >= 1, "--rounds ", rounds, ": expected at least 1");
  const Spec spec = Spec::parse(environment);
  EnvironmentInputs inputs;
  inputs.seed = seed;
  inputs.read_array = environment_reader();
  require_memory_for_environment(spec, 1);
  const auto made = make_environment(spec, inputs);
  EENET_REQUIRE(rounds <= made->rounds_available(), "--rounds ", rounds, ": environment ",
                spec.name, " has ", made->rounds_available(), " rounds, expected no more");
  const double numbers = static_cast<double>(rounds) * static_cast<double>(made->arms()) *
                         static_cast<double>(made->dim() + 1);
  require_memory(fmt::format("--rounds {}", rounds), 8.0 * numbers, available_memory(),
                 "fewer rounds");
  return theory::arm_points(*made, rounds);
}

TracePoints trace_points(const std::filesystem::path& path, const ArrayReader& read_array) {
  TraceReader reader(path);
  const TraceHeader& header = reader.header();
  std::vector<TraceRound> rounds;
  while (std::optional<TraceRound> round = reader.next()) rounds.push_back(std::move(*round));
  if (rounds.empty()) {
    throw std::runtime_error(
        fmt::format("{}: the trace has no whole round, expected at least one", path.string()));
  }
  TracePoints result;
  result.recomputed = !rounds.front().contexts.has_value();
  result.complete = reader.end().has_value();
  result.rounds = rounds.size();
  result.announced = header.rounds;
  if (result.recomputed) {
    EENET_REQUIRE(is_known_environment(header.environment),
                  "round 1 has no contexts, and "
                  "environment ",
                  header.environment.name, " is not known here, expected a trace that has them");
    result.points = theory::arm_points(*make_environment(header, read_array), result.rounds);
    return result;
  }
  for (const TraceRound& round : rounds) {
    if (round.contexts) continue;
    throw std::runtime_error(
        fmt::format("{}: round {} has no contexts, expected them in every round or in none",
                    path.string(), round.t));
  }
  result.points = theory::arm_points(rounds);
  require_norms_in_range(path.string(), result.points.contexts);
  if (result.points.expected_rewards) {
    require_sizes_in_range(path.string(), "expected reward", *result.points.expected_rewards);
  }
  return result;
}

}  // namespace eenet::experiments
