// Neural tangent kernels and their spectra.
#include <cmath>
#include <string>

#include "experiments/data/range.h"
#include "experiments/data/spectrum_points.h"
#include "experiments/processes/memory.h"
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "experiments/python/module/json_objects.h"
#include "experiments/reports/spectrum_report.h"
#include "reference/require.h"
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/spectrum/spectrum_of.h"

namespace eenet::python {

namespace {

using Eigen::Index;

theory::NtkChoice choice_of(Index depth, const std::string& convention) {
  EENET_REQUIRE(depth >= 2 && depth <= kLargestDepth, "depth ", depth, ": expected 2 to ",
                kLargestDepth);
  EENET_REQUIRE(convention == "corrected" || convention == "printed", "convention '", convention,
                "', expected corrected or printed");
  return {depth, convention == "printed" ? theory::NtkConvention::kPrinted
                                         : theory::NtkConvention::kCorrected};
}

void require_threads(unsigned threads) {
  EENET_REQUIRE(threads >= 1, "threads is 0, expected at least 1");
}

void require_matrix(Index points) {
  const auto n = static_cast<double>(points);
  require_numbers(text("the kernel matrix of ", points, " points"), 2.0 * n * n, "fewer points");
}

// A kernel whose computation can be stopped.
class StoppableKernel final : public theory::Kernel {
 public:
  StoppableKernel(const theory::Kernel& kernel, const Stop& stop) : kernel_(kernel), stop_(stop) {}
  [[nodiscard]] Index size() const override { return kernel_.size(); }
  [[nodiscard]] double entry_error() const override { return kernel_.entry_error(); }
  void block(Index row, Index column, Eigen::Ref<Eigen::MatrixXd> out) const override {
    stop_.check();
    kernel_.block(row, column, out);
  }

 private:
  const theory::Kernel& kernel_;
  const Stop& stop_;
};

Numbers ntk(const py::object& given, Index depth, const std::string& convention, unsigned threads) {
  const theory::NtkChoice choice = choice_of(depth, convention);
  require_threads(threads);
  const Numbers array = points(given, "contexts");
  const auto x = as_columns(array);
  require_matrix(x.cols());
  return from_columns(interruptible([&](const Stop& stop) {
    const theory::InfiniteNtk kernel(x, choice.depth, choice.convention);
    theory::Tiling tiling;
    tiling.threads = threads;
    return theory::kernel_matrix(StoppableKernel(kernel, stop), tiling);
  }));
}

Numbers empirical_ntk(const Mlp& net, const py::object& given, unsigned threads) {
  require_threads(threads);
  const Numbers array = points(given, "contexts");
  const auto x = as_columns(array);
  EENET_REQUIRE(x.rows() == net.shape().input_dim, "contexts: ", x.rows(),
                " coordinates, expected ", net.shape().input_dim);
  require_matrix(x.cols());
  return from_columns(interruptible([&](const Stop& stop) {
    return theory::EmpiricalNtk(net, x, threads, [&stop](double) { stop.check(); }).matrix();
  }));
}

theory::SpectrumPoints points_of_matrix(const py::handle& given,
                                        std::optional<double> entry_error) {
  const Numbers array = numbers(given, "matrix", 2);
  EENET_REQUIRE(array.shape(0) == array.shape(1) && array.size() > 0, "matrix: an array of shape (",
                array.shape(0), ", ", array.shape(1), "), expected a square matrix");
  const auto entries = as_columns(array);
  EENET_REQUIRE(all_finite(as_vector(array)), "matrix: an entry is not finite");
  of_array([&] { experiments::require_diagonal_in_range("matrix", entries); });
  require_matrix(entries.cols());
  theory::SpectrumPoints found;
  found.matrix = std::make_unique<theory::StoredKernel>(
      entries, entry_error.value_or(unit_roundoff_of(given)));
  return found;
}

theory::SpectrumPoints points_of_contexts(const py::handle& given) {
  const Numbers array = points(given, "contexts");
  return of_array([&] { return experiments::points_of_contexts(as_columns(array), "contexts"); });
}

Eigen::VectorXd rewards_of(const py::handle& given, Index count) {
  const Numbers array = numbers(given, "rewards", 0, 32);
  EENET_REQUIRE(array.size() == count, "rewards: ", array.size(), " numbers, expected ", count,
                ", one per point");
  Eigen::VectorXd rewards = as_vector(array);
  of_array([&] { experiments::require_sizes_in_range("rewards", "reward", rewards); });
  return rewards;
}

theory::SpectrumMethod method_of(const std::string& word) {
  for (const auto method : {theory::SpectrumMethod::kAuto, theory::SpectrumMethod::kDense,
                            theory::SpectrumMethod::kIterative}) {
    if (theory::to_text(method) == word) return method;
  }
  throw std::invalid_argument("method '" + word + "', expected auto, dense or iterative");
}

py::object spectrum(const py::object& contexts, const py::object& matrix, const py::object& rewards,
                    Index depth, const std::string& convention, double lambda,
                    const std::string& method, std::optional<double> entry_error,
                    std::uint64_t seed, unsigned threads) {
  EENET_REQUIRE(contexts.is_none() != matrix.is_none(),
                "spectrum: expected either contexts or a matrix, and not both");
  const theory::NtkChoice choice = choice_of(depth, convention);
  require_threads(threads);
  EENET_REQUIRE(lambda >= 1e-100 && lambda <= 1e100, "lam ", lambda, ": expected 1e-100 to 1e+100");
  EENET_REQUIRE(!entry_error || (*entry_error >= 0.0 && *entry_error < 0.5), "entry_error ",
                entry_error.value_or(0.0), ": expected at least 0 and below 0.5");
  theory::SpectrumSettings settings;
  settings.lambda = lambda;
  settings.method = method_of(method);
  settings.memory = experiments::available_memory();
  settings.threads = threads;
  settings.probes.seed = seed;
  theory::SpectrumPoints found =
      matrix.is_none() ? points_of_contexts(contexts) : points_of_matrix(matrix, entry_error);
  if (!rewards.is_none()) found.rewards = rewards_of(rewards, found.count());
  return to_python(interruptible([&](const Stop& stop) {
    settings.on_progress = [&stop](double) { stop.check(); };
    const auto problem = theory::first_points(found, found.count(), choice);
    return experiments::spectrum_json(theory::spectrum_of(problem, settings));
  }));
}

}  // namespace

void add_kernels(py::module_& core) {
  using py::arg;
  core.def("ntk", &ntk, arg("contexts"), py::kw_only(), arg("depth") = 2,
           arg("convention") = "corrected", arg("threads") = 1,
           R"(The neural tangent kernel of infinite width over contexts (N, d), an array (N, N).

Contexts (T, n, d) are T n points. C-contiguous float64 contexts are not copied.

>>> ntk([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]).round(4)
array([[1.5   , 0.3183, 1.5   ],
       [0.3183, 1.5   , 0.3183],
       [1.5   , 0.3183, 1.5   ]])
)");
  core.def("empirical_ntk", &empirical_ntk, arg("network"), arg("contexts"), py::kw_only(),
           arg("threads") = 1,
           R"(The kernel of one network: inner products of its gradients at the contexts.

>>> net = Mlp.initialised(2, 64)
>>> g = net.gradients([[1.0, 0.0], [0.6, 0.8]])
>>> bool(abs(empirical_ntk(net, [[1.0, 0.0], [0.6, 0.8]]) - g @ g.T).max() < 1e-12)
True
)");
  core.def("spectrum", &spectrum, arg("contexts"), arg("matrix"), arg("rewards"), arg("depth"),
           arg("convention"), arg("lam"), arg("method"), arg("entry_error"), arg("seed"),
           arg("threads"));
}

}  // namespace eenet::python
