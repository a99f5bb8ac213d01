// The plan of a sweep: a TOML file that names methods with grids of settings, environments, seeds
// and rounds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "reference/settings.h"

namespace eenet::experiments {

struct PlannedEnvironment {
  Spec spec;          // complete
  std::string label;  // in tables; its name unless told
  std::uint64_t rounds = 0;
  bool normalise = false;
};

// A row of a table: a method and the settings among which one is chosen.
struct PlannedMethod {
  std::string label;
  std::vector<Spec> settings;             // complete, in the order of the grid
  std::vector<std::size_t> environments;  // indices into those of the plan
  std::string paper;                      // where the paper prints its number; see paper_numbers.h
};

struct SweepPlan {
  std::string text;  // of the file
  std::string name;  // of the file, without its ending
  std::vector<PlannedEnvironment> environments;
  std::vector<PlannedMethod> methods;
  std::vector<std::uint64_t> seeds;
};

// The plans of experiments/plans, which are a part of the program: small, table-1, ...
std::vector<std::string> shipped_plan_names();
bool is_shipped_plan(const std::string& name);

// A file, or the name of a plan that ships where there is no such file.
// Throws std::runtime_error with the path, the line where one is known, and what was expected: what
// is no TOML, a key, a method or an environment that is not known (with the nearest one), a grid
// without a value.
SweepPlan read_plan(const std::filesystem::path& path);

// The same of a text; `path` names it in messages.
SweepPlan parse_plan(const std::string& text, const std::filesystem::path& path);

}  // namespace eenet::experiments
