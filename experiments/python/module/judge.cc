// The judge of other implementations, asking a Python function.
#include "verify/oracle/judge.h"

#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/json_objects.h"
#include "experiments/reports/judge_report.h"
#include "reference/require.h"

namespace eenet::python {

namespace {

using verify::oracle::Fault;
using verify::oracle::FaultKind;

// "ValueError: theta has 3 entries", without the traceback.
std::string exception_text(const py::error_already_set& error) {
  const std::string type = py::str(error.type().attr("__name__"));
  const std::string message = py::str(error.value());
  return message.empty() ? type : type + ": " + message;
}

std::string traceback_text(const py::error_already_set& error) {
  const py::object trace = error.trace() ? error.trace() : py::none();
  const py::object lines =
      py::module_::import("traceback").attr("format_exception")(error.type(), error.value(), trace);
  return py::str("").attr("join")(lines).cast<std::string>();
}

// Calls `answer(op, fields)`. Only here is the interpreter entered.
class PythonRespondent final : public verify::oracle::Respondent {
 public:
  explicit PythonRespondent(py::function answer) : answer_(std::move(answer)) {}

  nlohmann::json ask(const nlohmann::json& question, std::size_t /*longest*/) override {
    if (interruption_) throw Fault(FaultKind::kEndOfOutput, "the user asked to stop");
    nlohmann::json fields = question;
    fields.erase("id");
    fields.erase("op");
    try {
      const auto& op = question.at("op").get_ref<const std::string&>();
      nlohmann::json answer = to_json(answer_(py::str(op), to_arrays(fields)), "the answer");
      if (answer.is_object()) answer["id"] = question.at("id");
      return answer;
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_Exception)) {  // KeyboardInterrupt, SystemExit
        interruption_ = error;
        throw Fault(FaultKind::kEndOfOutput, "the user asked to stop");
      }
      remarks_ = traceback_text(error);
      throw Fault(FaultKind::kRefused, "raised " + exception_text(error));
    } catch (const std::invalid_argument& error) {
      throw Fault(FaultKind::kMissingField, error.what());
    }
  }

  [[nodiscard]] bool alive() const override { return true; }
  void restart() override {}
  std::string remarks() override { return std::exchange(remarks_, {}); }

  // Whether to go on; Ctrl-C between two cases stops too.
  bool look_for_signals() {
    if (!interruption_ && PyErr_CheckSignals() != 0) interruption_.emplace();
    return !interruption_;
  }
  void rethrow_interruption() const {
    if (interruption_) throw *interruption_;
  }

 private:
  py::function answer_;
  std::string remarks_;
  std::optional<py::error_already_set> interruption_;
};

py::tuple judge(const py::function& answer, const std::vector<std::string>& levels,
                std::uint64_t cases, std::uint64_t seed, const std::string& profile,
                const std::map<std::string, std::string>& expected_failures, double shrink_seconds,
                const std::string& id) {
  EENET_REQUIRE(std::isfinite(shrink_seconds) && shrink_seconds >= 0.0, "shrink_seconds ",
                shrink_seconds, ": expected a finite number from 0 on");
  PythonRespondent judged(answer);
  experiments::JudgeRequest request;
  request.options.levels = levels;
  request.options.cases = cases;
  request.options.seed = seed;
  request.options.profile = experiments::profile_named(profile);
  request.options.shrink_time = std::chrono::duration<double>(shrink_seconds);
  request.options.expected_failures = expected_failures;
  request.options.on_case = [&judged](std::uint64_t, std::uint64_t) {
    return judged.look_for_signals();
  };
  request.id = id;
  experiments::JudgeRun run;
  const auto start = std::chrono::steady_clock::now();
  run.report = id.empty() ? verify::oracle::judge(judged, request.options)
                          : verify::oracle::judge_again(judged, id, request.options);
  run.total = std::chrono::steady_clock::now() - start;
  judged.rethrow_interruption();
  return py::make_tuple(experiments::judge_json(run, request),
                        experiments::judge_text(run, request));
}

}  // namespace

void add_judge(py::module_& core) {
  using py::arg;
  core.def("judge", &judge, arg("answer"), arg("levels"), arg("cases"), arg("seed"), arg("profile"),
           arg("expected_failures"), arg("shrink_seconds"), arg("id"));
  core.def("judge_levels", &verify::oracle::judge_levels);
}

}  // namespace eenet::python
