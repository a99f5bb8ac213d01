// The groups of functions of the module eenet._core.
#pragma once

#include <pybind11/pybind11.h>

namespace eenet::python {

void add_networks(pybind11::module_& core);
void add_bandits(pybind11::module_& core);
void add_traces(pybind11::module_& core);
void add_kernels(pybind11::module_& core);
void add_psi(pybind11::module_& core);
void add_regret(pybind11::module_& core);
void add_gradient_check(pybind11::module_& core);
void add_judge(pybind11::module_& core);

}  // namespace eenet::python
