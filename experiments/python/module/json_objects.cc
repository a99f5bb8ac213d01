#include "experiments/python/module/json_objects.h"

#include <pybind11/numpy.h>

#include <algorithm>
#include <optional>
#include <string>

#include "experiments/python/module/arrays.h"
#include "reference/require.h"

namespace eenet::python {

namespace {

template <typename Document>
py::object scalar(const Document& json) {
  switch (json.type()) {
    case Document::value_t::boolean:
      return py::bool_(json.template get<bool>());
    case Document::value_t::number_integer:
      return py::int_(json.template get<std::int64_t>());
    case Document::value_t::number_unsigned:
      return py::int_(json.template get<std::uint64_t>());
    case Document::value_t::number_float:
      return py::float_(json.template get<double>());
    case Document::value_t::string:
      return py::str(json.template get_ref<const std::string&>());
    default:
      return py::none();
  }
}

bool all_numbers(const nlohmann::json& list) {
  return std::ranges::all_of(list, [](const auto& entry) { return entry.is_number(); });
}

bool all_integers(const nlohmann::json& list) {
  return !list.empty() &&
         std::ranges::all_of(list, [](const auto& entry) { return entry.is_number_integer(); });
}

template <typename Number>
py::object array_of(const nlohmann::json& list) {
  py::array_t<Number> array(static_cast<py::ssize_t>(list.size()));
  Number* place = array.mutable_data();
  for (const auto& entry : list) *place++ = entry.get<Number>();
  return array;
}

// A rectangle of numbers, if it is one.
std::optional<py::object> rectangle_of(const nlohmann::json& rows) {
  if (rows.empty() || !rows.front().is_array()) return std::nullopt;
  const std::size_t columns = rows.front().size();
  for (const auto& row : rows) {
    if (!row.is_array() || row.size() != columns || !all_numbers(row)) return std::nullopt;
  }
  py::array_t<double> array(
      {static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(columns)});
  double* place = array.mutable_data();
  for (const auto& row : rows) {
    for (const auto& entry : row) *place++ = entry.get<double>();
  }
  return array;
}

template <typename Number>
nlohmann::json numbers_of(const Number* first, const py::ssize_t* shape, py::ssize_t dimensions) {
  if (dimensions == 0) return *first;
  nlohmann::json list = nlohmann::json::array();
  py::ssize_t step = 1;
  for (py::ssize_t i = 1; i < dimensions; ++i) step *= shape[i];
  list.get_ref<nlohmann::json::array_t&>().reserve(static_cast<std::size_t>(shape[0]));
  for (py::ssize_t i = 0; i < shape[0]; ++i) {
    list.push_back(numbers_of(first + i * step, shape + 1, dimensions - 1));
  }
  return list;
}

nlohmann::json whole_number(const py::handle& object, const std::string& what) {
  const long long number = PyLong_AsLongLong(object.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw std::invalid_argument(what + ": an integer beyond 64 bits, expected a smaller one");
  }
  return number;
}

}  // namespace

py::object to_python(const experiments::Json& json) {
  if (json.is_object()) {
    py::dict fields;
    for (const auto& [key, value] : json.items()) fields[py::str(key)] = to_python(value);
    return fields;
  }
  if (json.is_array()) {
    py::list list;
    for (const auto& entry : json) list.append(to_python(entry));
    return list;
  }
  return scalar(json);
}

py::object to_arrays(const nlohmann::json& json) {
  if (json.is_object()) {
    py::dict fields;
    for (const auto& [key, value] : json.items()) fields[py::str(key)] = to_arrays(value);
    return fields;
  }
  if (!json.is_array()) return scalar(json);
  if (all_integers(json)) return array_of<std::int64_t>(json);
  if (all_numbers(json)) return array_of<double>(json);
  if (auto rectangle = rectangle_of(json)) return *rectangle;
  py::list list;
  for (const auto& entry : json) list.append(to_arrays(entry));
  return list;
}

nlohmann::json to_json(const py::handle& object, const std::string& what) {
  if (object.is_none()) return nullptr;
  if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
  if (py::isinstance<py::float_>(object)) return object.cast<double>();
  if (py::isinstance<py::int_>(object)) return whole_number(object, what);
  if (py::isinstance<py::str>(object)) return object.cast<std::string>();
  if (py::isinstance<py::dict>(object)) {
    nlohmann::json fields = nlohmann::json::object();
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
      EENET_REQUIRE(py::isinstance<py::str>(key), what, ": a key that is no str, expected words");
      const auto name = key.cast<std::string>();
      fields[name] = to_json(value, what + "[" + name + "]");
    }
    return fields;
  }
  if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
    nlohmann::json list = nlohmann::json::array();
    for (const py::handle& entry : object) list.push_back(to_json(entry, what));
    return list;
  }
  // A scalar that is a whole number stays one: JSON tells 1 from 1.0.
  if (py::hasattr(object, "__index__") && !py::hasattr(object, "__len__")) {
    return whole_number(py::int_(py::reinterpret_borrow<py::object>(object)), what);
  }
  const auto given = py::array::ensure(object);
  if (given && given.dtype().kind() == 'i') {
    const auto array = py::array_t<std::int64_t, py::array::c_style>::ensure(given);
    return numbers_of(array.data(), array.shape(), array.ndim());
  }
  const Numbers array = numbers(object, what, 0, 32);
  return numbers_of(array.data(), array.shape(), array.ndim());
}

}  // namespace eenet::python
