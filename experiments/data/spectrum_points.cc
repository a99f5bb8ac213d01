#include "experiments/data/spectrum_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <stdexcept>

#include "experiments/formats/npy.h"
#include "experiments/processes/memory.h"
#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

// The first n points of a stored matrix.
class LeadingKernel final : public theory::Kernel {
 public:
  LeadingKernel(const theory::StoredKernel& whole, Index size) : whole_(whole), size_(size) {}

  [[nodiscard]] Index size() const override { return size_; }
  void block(Index row, Index column, Eigen::Ref<Eigen::MatrixXd> out) const override {
    whole_.block(row, column, out);
  }
  [[nodiscard]] double entry_error() const override { return whole_.entry_error(); }

 private:
  const theory::StoredKernel& whole_;
  Index size_;
};

std::string shape_text(const std::vector<Index>& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

void require_finite(const std::string& path, const Eigen::VectorXd& entries, Index columns) {
  for (Index i = 0; i < entries.size(); ++i) {
    if (std::isfinite(entries[i])) continue;
    const std::string place =
        columns == 1 ? fmt::format("{}", i) : fmt::format("({}, {})", i / columns, i % columns);
    throw std::runtime_error(fmt::format(
        "{}: entry {} (counting from 0) is {}, expected a finite number", path, place, entries[i]));
  }
}

}  // namespace

SpectrumPoints points_of_contexts(const Eigen::MatrixXd& contexts, const std::string& from) {
  for (Index i = 0; i < contexts.cols(); ++i) {
    if (!contexts.col(i).isZero(0.0)) continue;
    throw std::runtime_error(fmt::format(
        "{}: point {} (counting from 0) is zero, expected contexts that are not", from, i));
  }
  SpectrumPoints points;
  points.contexts = contexts.transpose();
  return points;
}

SpectrumPoints points_of_matrix(const std::string& path, std::optional<double> entry_error,
                                double available) {
  const std::vector<Index> shape = npy_shape(path);
  if (shape.size() != 2 || shape[0] != shape[1] || shape[0] == 0) {
    throw std::runtime_error(fmt::format("{}: an array of shape ({}), expected a square matrix",
                                         path, shape_text(shape)));
  }
  const auto size = static_cast<double>(shape[0]);
  require_memory(path, 16.0 * size * size, available,
                 "a smaller matrix, or --contexts, of which no matrix is kept");
  Array array = read_npy(path);
  require_finite(path, array.entries, shape[1]);
  SpectrumPoints points;
  try {
    points.matrix = std::make_unique<theory::StoredKernel>(
        Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), shape[0], shape[0]),
        entry_error.value_or(array.unit_roundoff));
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(
        fmt::format("{}: {} (--entry-error says how well entries are known)", path, error.what()));
  }
  return points;
}

Eigen::VectorXd read_rewards(const std::string& path, Index points) {
  const Array array = read_npy(path);
  if (array.entries.size() != points) {
    throw std::runtime_error(
        fmt::format("{}: an array of shape ({}), expected {} rewards, one a point", path,
                    shape_text(array.shape), points));
  }
  require_finite(path, array.entries, 1);
  return array.entries;
}

SpectrumProblem first_points(const SpectrumPoints& points, Index n, const KernelChoice& choice) {
  EENET_REQUIRE(n >= 1 && n <= points.count(), "first_points: got ", n, ", expected 1 to ",
                points.count());
  SpectrumProblem problem;
  if (points.rewards) problem.rewards = points.rewards->head(n);
  if (points.matrix) {
    problem.kernel = std::make_unique<LeadingKernel>(*points.matrix, n);
    problem.facts.points = theory::all_distinct(n);
    return problem;
  }
  const auto contexts = points.contexts.topRows(n);
  problem.facts.points = theory::distinct_points(contexts);
  problem.facts.antipodal_pairs =
      static_cast<Index>(theory::antipodal_pairs(contexts, problem.facts.points).size());
  problem.facts.dimension = contexts.cols();
  // The sentence about opposite points is true of one hidden layer, whatever it is called.
  problem.facts.depth = theory::ntk_levels(choice.depth, choice.convention) + 1;
  problem.kernel = std::make_unique<theory::InfiniteNtk>(
      problem.facts.points.rows(contexts).transpose(), choice.depth, choice.convention);
  return problem;
}

std::unique_ptr<theory::StoredKernel> whole_matrix(const SpectrumPoints& points,
                                                   const KernelChoice& choice) {
  if (points.matrix) {
    return std::make_unique<theory::StoredKernel>(
        static_cast<const theory::Kernel&>(*points.matrix));
  }
  return std::make_unique<theory::StoredKernel>(
      theory::InfiniteNtk(points.contexts.transpose(), choice.depth, choice.convention));
}

}  // namespace eenet::experiments
