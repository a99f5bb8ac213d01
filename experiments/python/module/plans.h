// The plan of a run from Python's arguments.
#pragma once

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "experiments/python/module/arrays.h"
#include "experiments/runs/run_seed.h"

namespace eenet::python {

// Initial parameters: vectors of finite numbers, or none.
std::vector<Eigen::VectorXd> parameter_vectors(const std::optional<py::list>& given);

// 0 rounds: 1000, or as many as the environment has.
experiments::RunPlan plan_of(const std::string& environment, const std::string& method,
                             std::uint64_t rounds, bool normalise,
                             const std::optional<py::list>& initial);

}  // namespace eenet::python
