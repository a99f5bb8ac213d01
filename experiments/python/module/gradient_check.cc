// Anyone's value and gradient at one point, against every witness of this build.
#include "verify/gradient_check.h"

#include <string>

#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "reference/require.h"
#include "verify/kinks.h"

namespace eenet::python {

namespace {

using verify::Outcome;
using verify::Point;

std::vector<double> entries_of(const py::handle& given, const std::string& what,
                               std::size_t expected) {
  const Numbers array = numbers(given, what, 1);
  EENET_REQUIRE(static_cast<std::size_t>(array.size()) == expected, what, ": ", array.size(),
                " numbers, expected ", expected);
  return {array.data(), array.data() + array.size()};
}

Point point_of(const py::handle& theta, const py::handle& x, std::size_t width, std::size_t depth) {
  EENET_REQUIRE(width >= 1 && depth >= 2, "check_gradient: width is ", width, " and depth is ",
                depth, ", expected at least 1 and at least 2");
  const Numbers input = numbers(x, "x", 1);
  EENET_REQUIRE(input.size() >= 1, "x: there are no coordinates, expected at least one");
  Point point;
  point.shape = {static_cast<std::size_t>(input.size()), width, depth};
  point.x = entries_of(x, "x", point.shape.input_dim);
  point.theta = entries_of(theta, "theta", point.shape.parameter_count());
  EENET_REQUIRE(
      all_finite(Eigen::Map<const Eigen::VectorXd>(point.theta.data(), std::ssize(point.theta))) &&
          all_finite(as_vector(input)),
      "check_gradient: theta or x holds a number that is not finite");
  return point;
}

const char* word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgree:
      return "agree";
    case Outcome::kKink:
      return "kink";
    case Outcome::kDisagree:
      return "disagree";
    default:
      return "discarded";
  }
}

py::dict worst_of(const verify::WorstEntry& worst) {
  return py::dict(py::arg("witness") = worst.witness, py::arg("layer") = worst.layer,
                  py::arg("row") = worst.row, py::arg("column") = worst.column,
                  py::arg("got") = worst.got, py::arg("expected") = worst.expected,
                  py::arg("bound") = worst.bound);
}

// error, bound, expected of a value, whatever the units near a kink do.
py::tuple compare_value(double got, const Point& point, const verify::Arithmetic& arithmetic) {
  const verify::Activity here = verify::activity(point, arithmetic);
  const verify::PathSum paths =
      verify::PathSums(point, verify::with_active(here.active, here.uncertain)).value();
  const double expected = verify::naive_value(point.shape, point.theta, point.x);
  return py::make_tuple(std::abs(got - expected),
                        paths.bound(arithmetic) + paths.bound(verify::kDouble), expected);
}

py::dict check(const py::object& value, const py::object& gradient, const py::object& theta,
               const py::object& x, std::size_t width, std::size_t depth, bool float32,
               std::uint64_t seed) {
  const Point point = point_of(theta, x, width, depth);
  const std::vector<double> entries =
      entries_of(gradient, "gradient", point.shape.parameter_count());
  const verify::Arithmetic arithmetic = float32 ? verify::kFloat : verify::kDouble;
  const verify::GradientReport report = interruptible([&](const Stop& /*stop*/) {
    return verify::check_gradient(entries, arithmetic, std::nullopt, point, seed);
  });
  py::list outcomes;
  for (const Outcome outcome : report.entries) outcomes.append(word_of(outcome));
  py::dict result(py::arg("outcome") = word_of(report.outcome), py::arg("entries") = outcomes,
                  py::arg("margin") = report.margin, py::arg("text") = report.to_text(),
                  py::arg("worst") = py::none(), py::arg("value") = py::none());
  if (report.worst) result["worst"] = worst_of(*report.worst);
  if (!value.is_none()) {
    result["value"] = compare_value(value.cast<double>(), point, arithmetic);
  }
  return result;
}

}  // namespace

void add_gradient_check(py::module_& core) {
  using py::arg;
  core.def("check_gradient", &check, arg("value"), arg("gradient"), arg("theta"), arg("x"),
           arg("width"), arg("depth"), arg("float32"), arg("seed"));
}

}  // namespace eenet::python
