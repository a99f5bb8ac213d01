// NumPy arrays as Eigen's and Eigen's as NumPy's. Numbers are copied only where a docstring says
// so.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <string>

#include "reference/kind.h"

namespace eenet::python {

namespace py = pybind11;

// C-contiguous float64.
using Numbers = py::array_t<double, py::array::c_style>;

// The array itself if it is C-contiguous float64, otherwise a copy: of other real types of at most
// 64 bits, of other layouts, of lists. Throws std::invalid_argument, beginning with `what`, on
// anything else, on integers that a double cannot hold, and on fewer or more dimensions.
Numbers numbers(const py::handle& given, const std::string& what, py::ssize_t fewest,
                py::ssize_t most);
inline Numbers numbers(const py::handle& given, const std::string& what, py::ssize_t dimensions) {
  return numbers(given, what, dimensions, dimensions);
}

// The roundoff of the type that the numbers are stored in: 2^-24 for float32, otherwise 2^-53.
double unit_roundoff_of(const py::handle& given);

// Views: the array must live as long.
Eigen::Map<const Eigen::VectorXd> as_vector(const Numbers& array);
// The last axis runs along a column: (N, d) is d x N, (T, n, d) is d x T n.
Eigen::Map<const Eigen::MatrixXd> as_columns(const Numbers& array);

// Take over the memory. Column i becomes row i.
Numbers from_vector(Eigen::VectorXd vector);
Numbers from_columns(Eigen::MatrixXd matrix);

// Points (N, d) or (T, n, d) whose norms are in the range that the theory's quantities take.
Numbers points(const py::handle& given, const std::string& what);

// Returns work(). Files are refused with std::runtime_error; the same checks of an array are the
// caller's mistake.
template <typename Work>
auto of_array(const Work& work) {
  try {
    return work();
  } catch (const std::runtime_error& refused) {
    throw std::invalid_argument(refused.what());
  }
}

// Throws MemoryError unless so many numbers are there.
void require_numbers(const std::string& what, double count, const std::string& instead);

}  // namespace eenet::python
