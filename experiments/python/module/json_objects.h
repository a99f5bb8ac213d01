// JSON documents as Python objects, and back.
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json.hpp>

#include "experiments/formats/json.h"

namespace eenet::python {

namespace py = pybind11;

// Dictionaries, lists, numbers, words: what json.loads makes of a document.
py::object to_python(const experiments::Json& json);

// The same, but lists of numbers become NumPy arrays: of float64, or of int64 if all are whole
// numbers in the text; a list of lists of as many numbers each has two dimensions.
py::object to_arrays(const nlohmann::json& json);

// Dictionaries, lists, tuples, NumPy arrays and numbers, words, None. Throws std::invalid_argument
// on anything else, with `what` before it.
nlohmann::json to_json(const py::handle& object, const std::string& what);

}  // namespace eenet::python
