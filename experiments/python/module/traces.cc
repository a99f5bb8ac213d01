// Traces: recorded, read, written and replayed.
#include <unistd.h>

#include <filesystem>

#include "experiments/data/run_memory.h"
#include "experiments/data/sets/data_sets.h"
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "experiments/python/module/plans.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/replay.h"

namespace eenet::python {

std::vector<Eigen::VectorXd> parameter_vectors(const std::optional<py::list>& given) {
  std::vector<Eigen::VectorXd> vectors;
  if (!given) return vectors;
  for (const py::handle& theta : *given) {
    vectors.emplace_back(as_vector(numbers(theta, "initial_parameters", 1)));
  }
  return vectors;
}

experiments::RunPlan plan_of(const std::string& environment, const std::string& method,
                             std::uint64_t rounds, bool normalise,
                             const std::optional<py::list>& initial) {
  experiments::RunPlan plan;
  plan.environment = Spec::parse(environment);
  plan.method = Spec::parse(method);
  plan.rounds = rounds;
  plan.normalise = normalise;
  plan.initial_parameters = parameter_vectors(initial);
  return plan;
}

namespace {

using Eigen::Index;

// Returns work(). Where the file cannot be opened at all the error is OSError.
template <typename Work>
auto of_file(const std::string& path, int access, const Work& work) {
  try {
    return work();
  } catch (const std::runtime_error& refused) {
    std::error_code ignored;
    if (::access(path.c_str(), access) == 0 && !std::filesystem::is_directory(path, ignored)) throw;
    PyErr_SetString(PyExc_OSError, refused.what());
    throw py::error_already_set();
  }
}

Trace record(const std::string& environment, const std::string& method, std::uint64_t rounds,
             std::uint64_t seed, bool normalise, const std::optional<py::list>& initial) {
  experiments::RunPlan plan = plan_of(environment, method, rounds, normalise, initial);
  plan.trace = TraceDetail::kFull;
  experiments::make_runnable(plan, seed, 1);
  return interruptible([&](const Stop& stop) {
    return experiments::trace_of_seed(plan, seed, [&stop] { stop.check(); });
  });
}

Trace read(const std::string& path) {
  return of_file(path, R_OK, [&] {
    return interruptible([&](const Stop& stop) {
      TraceReader reader(path);
      experiments::require_memory_for_trace(reader.header(), path);
      Trace trace;
      trace.header = reader.header();
      while (auto round = reader.next()) {
        stop.check();
        trace.rounds.push_back(std::move(*round));
      }
      trace.end = reader.end();
      return trace;
    });
  });
}

void write(const Trace& trace, const std::string& path) {
  of_file(path, W_OK, [&] {
    return interruptible([&](const Stop& stop) {
      TraceWriter writer(path, trace.header);
      for (const TraceRound& round : trace.rounds) {
        stop.check();
        writer.write(round);
      }
      if (trace.end) writer.finish(*trace.end);
      return true;
    });
  });
}

py::dict replayed(const std::string& path) {
  const verify::ReplayReport report = of_file(path, R_OK, [&] {
    return interruptible([&](const Stop& stop) {
      return verify::replay(path, experiments::environment_reader(),
                            [&stop](std::uint64_t) { stop.check(); });
    });
  });
  py::dict result(py::arg("rounds") = report.rounds, py::arg("announced") = report.announced,
                  py::arg("complete") = report.complete, py::arg("diverged") = report.diverged,
                  py::arg("matches") = report.matches() && !report.compared_nothing(),
                  py::arg("first_difference") = py::none());
  if (report.first_difference) {
    const verify::Difference& first = *report.first_difference;
    result["first_difference"] =
        py::make_tuple(first.round, first.field, first.recorded, first.recomputed);
  }
  return result;
}

// One number per round; a round that lacks it makes the whole thing None.
template <typename Get>
py::object per_round(const Trace& trace, const Get& get) {
  Eigen::VectorXd all(static_cast<Index>(trace.rounds.size()));
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    const std::optional<double> number = get(trace.rounds[i]);
    if (!number) return py::none();
    all[static_cast<Index>(i)] = *number;
  }
  return from_vector(std::move(all));
}

// One number per round and arm, likewise.
py::object per_arm(const Trace& trace, std::optional<Eigen::VectorXd> TraceRound::*field) {
  Eigen::MatrixXd all(trace.header.arms, static_cast<Index>(trace.rounds.size()));
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    const auto& numbers = trace.rounds[i].*field;
    if (!numbers || numbers->size() != all.rows()) return py::none();
    all.col(static_cast<Index>(i)) = *numbers;
  }
  return from_columns(std::move(all));
}

py::object contexts(const Trace& trace) {
  const auto n = trace.header.arms;
  const auto d = trace.header.dim;
  const auto t = static_cast<py::ssize_t>(trace.rounds.size());
  Numbers all({t, static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(d)});
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    const auto& of_round = trace.rounds[i].contexts;
    if (!of_round || of_round->rows() != d || of_round->cols() != n) return py::none();
    double* const place = all.mutable_data() + static_cast<Index>(i) * d * n;
    Eigen::Map<Eigen::MatrixXd>(place, d, n) = *of_round;
  }
  return all;
}

py::object arms(const Trace& trace) {
  py::array_t<std::int64_t> all(static_cast<py::ssize_t>(trace.rounds.size()));
  std::int64_t* place = all.mutable_data();
  for (const TraceRound& round : trace.rounds) *place++ = round.arm;
  return all;
}

py::list parameters(const Trace& trace) {
  py::list all;
  if (!trace.end) return all;
  for (const Eigen::VectorXd& theta : trace.end->parameters) all.append(from_vector(theta));
  return all;
}

}  // namespace

void add_traces(py::module_& core) {
  using py::arg;
  const auto property = [](auto get) { return get; };
  py::class_<Trace>(core, "Trace", R"(Everything that one run did, round by round.

Arrays are copies, and None where the trace does not hold them in every round. With T rounds, n arms:

>>> trace = record("two-arms", "eenet:width=8", rounds=3)
>>> trace.contexts.shape, trace.f1.shape, trace.played.shape
((3, 2, 2), (3, 2), (3,))
>>> bool((trace.rewards == trace.all_rewards[range(3), trace.played]).all())
True
)")
      .def_property_readonly("environment",
                             [](const Trace& t) { return t.header.environment.to_text(); })
      .def_property_readonly("method", [](const Trace& t) { return t.header.method.to_text(); })
      .def_property_readonly("producer", [](const Trace& t) { return t.header.producer; })
      .def_property_readonly("seed", [](const Trace& t) { return t.header.seed; })
      .def_property_readonly(
          "announced", [](const Trace& t) { return t.header.rounds; },
          "The rounds that the header announces.")
      .def_property_readonly(
          "complete", [](const Trace& t) { return t.end.has_value(); },
          "Whether the trace has its end.")
      .def_property_readonly("digest",
                             [](const Trace& t) -> std::optional<std::string> {
                               return t.end ? t.end->digest : std::nullopt;
                             })
      .def_property_readonly("regret",
                             [](const Trace& t) -> std::optional<double> {
                               return t.end ? t.end->regret : std::nullopt;
                             })
      .def_property_readonly("played", property(&arms), "The arm of every round, from 0.")
      .def_property_readonly(
          "rewards",
          [](const Trace& t) {
            return per_round(t, [](const TraceRound& r) { return std::optional(r.reward); });
          },
          "The reward of every round.")
      .def_property_readonly(
          "labels",
          [](const Trace& t) { return per_round(t, [](const TraceRound& r) { return r.label; }); },
          "What f2 was trained on.")
      .def_property_readonly("contexts", property(&contexts), "(T, n, d).")
      .def_property_readonly(
          "f1", [](const Trace& t) { return per_arm(t, &TraceRound::exploitation_scores); })
      .def_property_readonly(
          "f2", [](const Trace& t) { return per_arm(t, &TraceRound::exploration_scores); })
      .def_property_readonly(
          "expected_rewards",
          [](const Trace& t) { return per_arm(t, &TraceRound::expected_rewards); })
      .def_property_readonly("all_rewards",
                             [](const Trace& t) { return per_arm(t, &TraceRound::rewards); })
      .def_property_readonly("parameters", property(&parameters),
                             "The last theta1 and theta2, if recorded.")
      .def("write", &write, arg("path"),
           R"(Writes docs/schemas/trace.json, which `eenet replay` reads.

>>> import tempfile, pathlib
>>> with tempfile.TemporaryDirectory() as folder:
...     path = str(pathlib.Path(folder) / "trace.jsonl")
...     record("two-arms", rounds=5).write(path)
...     read_trace(path).played.size
5
)")
      .def("__len__", [](const Trace& t) { return t.rounds.size(); });
  core.def("record", &record, arg("environment") = "linear", arg("method") = "eenet", py::kw_only(),
           arg("rounds") = 0, arg("seed") = 1, arg("normalise") = false,
           arg("initial_parameters") = py::none(), R"(One run as a full trace in memory.

>>> record("cosine:dim=4,arms=3", "greedy:width=8", rounds=10, seed=2).regret >= 0.0
True
)");
  core.def("read_trace", &read, arg("path"),
           R"(A trace from a file; one that was cut short ends after its last whole round.

>>> read_trace("/nowhere")
Traceback (most recent call last):
    ...
OSError: /nowhere: cannot be read: No such file or directory
)");
  core.def("replay", &replayed, arg("path"));
}

}  // namespace eenet::python
