// Anyone's regret curves held against growth and bounds.
#include <map>
#include <string>

#include "experiments/data/regret_files.h"
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "experiments/python/module/json_objects.h"
#include "experiments/python/module/plans.h"
#include "experiments/reports/regret_report.h"
#include "experiments/runs/regret_check.h"
#include "reference/require.h"

namespace eenet::python {

namespace {

experiments::RegretInput input_of(const py::handle& given, bool realised, bool per_round) {
  const Numbers curves = numbers(given, "curves", 2);
  Array array;
  array.shape = {curves.shape(0), curves.shape(1)};
  array.entries = as_vector(curves);
  array.unit_roundoff = unit_roundoff_of(given);
  experiments::RegretInput input = of_array([&] {
    return experiments::regret_of_array(array, "curves", {realised, per_round});
  });
  input.source = "curves";
  return input;
}

// A bound after every round, or the constant C of C sqrt(t).
theory::PromisedBound bound_of(const std::string& name, const py::handle& given,
                               std::uint64_t rounds) {
  const Numbers values = numbers(given, "bound " + name, 0, 1);
  if (values.ndim() == 0) {
    theory::PromisedBound bound = theory::square_root_bound(*values.data(), rounds);
    bound.name = name;
    return bound;
  }
  return of_array([&] {
    return experiments::bound_of_array(name, {values.data(), values.data() + values.size()},
                                       rounds);
  });
}

py::object check(const py::object& given, const py::dict& given_bounds, double delta, double level,
                 bool realised, bool per_round) {
  experiments::RegretInput input = input_of(given, realised, per_round);
  theory::require_regret(input.curves);
  std::vector<theory::PromisedBound> bounds;
  for (const auto& [name, values] : given_bounds) {
    bounds.push_back(bound_of(py::str(name), values, input.curves.last_round()));
  }
  return to_python(interruptible([&](const Stop& /*stop*/) {
    return experiments::regret_report_json(
        experiments::check_regret(std::move(input), std::move(bounds), level, delta));
  }));
}

}  // namespace

void add_regret(py::module_& core) {
  using py::arg;
  core.def("check_regret", &check, arg("curves"), arg("bounds"), arg("delta"), arg("level"),
           arg("realised"), arg("per_round"));
}

}  // namespace eenet::python
