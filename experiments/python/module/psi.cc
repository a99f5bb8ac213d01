// The complexity term Psi between two proven ends.
#include <string>

#include "experiments/data/range.h"
#include "experiments/formats/certificate.h"
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "experiments/python/module/json_objects.h"
#include "reference/require.h"
#include "theory/psi/complexity_term.h"

namespace eenet::python {

namespace {

// A problem and its bracket.
struct Bracket {
  theory::FittingProblem problem;
  theory::ComplexityTerm term;
};

theory::FittingProblem problem_of(const Mlp& start, const py::handle& given_inputs,
                                  const py::handle& given_labels, double radius) {
  const Numbers inputs = points(given_inputs, "inputs");
  const Numbers labels = numbers(given_labels, "labels", 1);
  theory::FittingProblem problem = {start, as_columns(inputs), as_vector(labels),
                                    theory::ball_radius(radius, start.shape().width)};
  of_array([&] { experiments::require_sizes_in_range("labels", "label", problem.labels); });
  theory::require_valid(problem);
  return problem;
}

Bracket psi(const Mlp& start, const py::object& inputs, const py::object& labels, double radius,
            int starts, int steps, std::uint64_t seed, unsigned threads) {
  EENET_REQUIRE(radius == 0.0 || (radius >= 1e-100 && radius <= 1e100), "radius ", radius,
                ": expected 0 or 1e-100 to 1e+100");
  Bracket bracket = {problem_of(start, inputs, labels, radius), {}};
  EENET_REQUIRE(threads >= 1, "threads is 0, expected at least 1");
  require_numbers(
      text("psi of ", bracket.problem.points(), " points"),
      theory::memory_of_complexity_term(start.shape(), bracket.problem.points(), threads) / 8.0,
      "fewer points or a smaller network");
  bracket.term = interruptible([&](const Stop& stop) {
    theory::ComplexityTermSettings settings;
    settings.starts = starts;
    settings.steps = steps;
    settings.seed = seed;
    settings.threads = threads;
    settings.on_progress = [&stop](double) { stop.check(); };
    return theory::complexity_term(bracket.problem, settings);
  });
  return bracket;
}

py::object json_of(const theory::Measured& measured) {
  return to_python(experiments::to_json(measured));
}

}  // namespace

void add_psi(py::module_& core) {
  using py::arg;
  py::class_<Bracket>(core, "Bracket",
                      "Psi of a problem, as numbers; eenet.psi returns a PsiBracket.")
      .def_property_readonly("psi", [](const Bracket& b) { return json_of(b.term.psi); })
      .def_property_readonly("linearised",
                             [](const Bracket& b) { return json_of(b.term.linearised); })
      .def_property_readonly("at_initialisation",
                             [](const Bracket& b) { return json_of(b.term.at_initialisation); })
      .def_property_readonly("lower_bound",
                             [](const Bracket& b) { return theory::to_text(b.term.lower_bound); })
      .def_property_readonly("ball_radius", [](const Bracket& b) { return b.problem.ball_radius; })
      .def_property_readonly("minimiser",
                             [](const Bracket& b) { return from_vector(b.term.minimiser); })
      .def(
          "write_certificate",
          [](const Bracket& b, const std::string& folder) {
            experiments::write_certificate(folder, b.problem, b.term);
          },
          arg("folder"));
  core.def("psi", &psi, arg("network"), arg("inputs"), arg("labels"), arg("radius"), arg("starts"),
           arg("steps"), arg("seed"), arg("threads"));
}

}  // namespace eenet::python
