#include "experiments/python/module/arrays.h"

#include <cmath>
#include <memory>
#include <utility>

#include "experiments/data/range.h"
#include "experiments/processes/memory.h"
#include "reference/require.h"

namespace eenet::python {

namespace {

constexpr double kLargestInteger = 0x1p53;

std::string type_of(const py::handle& object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

void require_real(const py::array& array, const std::string& what) {
  const char kind = array.dtype().kind();
  const bool real = kind == 'f' || kind == 'i' || kind == 'u' || kind == 'b';
  EENET_REQUIRE(real && array.itemsize() <= py::ssize_t{8}, what, ": an array of ",
                std::string(py::str(array.dtype())), ", expected real numbers of at most 64 bits");
}

void require_exact(const py::array& given, const Numbers& converted, const std::string& what) {
  const char kind = given.dtype().kind();
  if ((kind != 'i' && kind != 'u') || given.itemsize() < 8) return;
  for (py::ssize_t i = 0; i < converted.size(); ++i) {
    EENET_REQUIRE(std::abs(converted.data()[i]) <= kLargestInteger, what, ": number ", i,
                  " (counting from 0) is ", converted.data()[i],
                  ", expected integers that a double can hold");
  }
}

Numbers converted(const py::handle& given, const std::string& what) {
  if (Numbers::check_(given)) return py::reinterpret_borrow<Numbers>(given);
  const auto array = py::array::ensure(given);
  EENET_REQUIRE(array, what, ": a ", type_of(given), ", expected an array of real numbers");
  require_real(array, what);
  // The cast keeps every number of these types but large integers, which are refused.
  const py::object copy = array.attr("astype")("float64", py::arg("order") = "C");
  const auto result = py::reinterpret_borrow<Numbers>(copy);
  require_exact(array, result, what);
  return result;
}

// An array that owns memory of ours.
template <typename Owned>
Numbers owning(Owned owned, std::vector<py::ssize_t> shape) {
  auto kept = std::make_unique<Owned>(std::move(owned));
  double* const data = kept->data();
  const py::capsule owner(kept.get(), [](void* memory) { delete static_cast<Owned*>(memory); });
  static_cast<void>(kept.release());
  return Numbers(std::move(shape), data, owner);
}

}  // namespace

Numbers numbers(const py::handle& given, const std::string& what, py::ssize_t fewest,
                py::ssize_t most) {
  Numbers array = converted(given, what);
  const py::ssize_t dimensions = array.ndim();
  EENET_REQUIRE(dimensions >= fewest && dimensions <= most, what, ": an array of ", dimensions,
                " dimensions, expected ", fewest, fewest == most ? "" : text(" or ", most));
  return array;
}

double unit_roundoff_of(const py::handle& given) {
  const auto array = py::array::ensure(given);
  const bool is_float = array && array.dtype().kind() == 'f' && array.itemsize() == 4;
  return is_float ? 0x1p-24 : 0x1p-53;
}

Eigen::Map<const Eigen::VectorXd> as_vector(const Numbers& array) {
  return {array.data(), array.size()};
}

Eigen::Map<const Eigen::MatrixXd> as_columns(const Numbers& array) {
  const Eigen::Index rows = array.shape(array.ndim() - 1);
  return {array.data(), rows, rows == 0 ? 0 : array.size() / rows};
}

Numbers from_vector(Eigen::VectorXd vector) {
  const py::ssize_t size = vector.size();
  return owning(std::move(vector), {size});
}

Numbers from_columns(Eigen::MatrixXd matrix) {
  const py::ssize_t rows = matrix.rows();
  const py::ssize_t columns = matrix.cols();
  return owning(std::move(matrix), {columns, rows});
}

Numbers points(const py::handle& given, const std::string& what) {
  Numbers array = numbers(given, what, 2, 3);
  EENET_REQUIRE(array.size() > 0, what, ": the array is empty, expected points");
  of_array([&] { experiments::require_norms_in_range(what, as_columns(array)); });
  return array;
}

void require_numbers(const std::string& what, double count, const std::string& instead) {
  try {
    experiments::require_memory(what, 8.0 * count, experiments::available_memory(), instead);
  } catch (const std::runtime_error& refused) {
    PyErr_SetString(PyExc_MemoryError, refused.what());
    throw py::error_already_set();
  }
}

}  // namespace eenet::python
