#include "experiments/data/spectrum_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "experiments/data/range.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/memory.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

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

theory::SpectrumPoints points_of_contexts(Eigen::MatrixXd contexts, const std::string& from) {
  for (Index i = 0; i < contexts.cols(); ++i) {
    if (!contexts.col(i).isZero(0.0)) continue;
    throw std::runtime_error(fmt::format(
        "{}: point {} (counting from 0) is zero, expected contexts that are not", from, i));
  }
  theory::SpectrumPoints points;
  points.contexts = std::move(contexts);
  return points;
}

theory::SpectrumPoints points_of_matrix(const std::string& path, std::optional<double> entry_error,
                                        double available) {
  const Array array = read_npy_checked(path, [&](const std::vector<Index>& shape) {
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] == 0) {
      throw std::runtime_error(fmt::format("{}: an array of shape ({}), expected a square matrix",
                                           path, shape_text(shape)));
    }
    const auto size = static_cast<double>(shape[0]);
    require_memory(path, 16.0 * size * size, available,
                   "a smaller matrix, or --contexts, of which no matrix is kept");
  });
  const Index size = array.shape[0];
  require_finite(path, array.entries, size);
  require_diagonal_in_range(path,
                            Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), size, size));
  theory::SpectrumPoints points;
  try {
    points.matrix = std::make_unique<theory::StoredKernel>(
        Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), size, size),
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
  require_sizes_in_range(path, "reward", array.entries);
  return array.entries;
}

}  // namespace eenet::experiments
