// The Python module eenet._core; experiments/python/eenet/ is what users import.
#include <pybind11/pybind11.h>

#include "experiments/build_info.h"
#include "experiments/python/module/bindings.h"

PYBIND11_MODULE(_core, core) {
  using namespace eenet::python;
  core.doc() = "What the package eenet is made of; import eenet instead.";
  core.attr("__version__") = eenet::experiments::kVersion;
  core.attr("revision") = eenet::experiments::kRevision;
  add_networks(core);
  add_bandits(core);
  add_traces(core);
  add_kernels(core);
  add_psi(core);
  add_regret(core);
  add_gradient_check(core);
  add_judge(core);
}
