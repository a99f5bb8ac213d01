#include "theory/kernel/infinite_ntk.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/require.h"
#include "theory/kernel/precise_ntk.h"
#include "theory/measured/compensated.h"

namespace eenet::theory {

namespace {

double entry_error_of(Eigen::Index dim, int levels) {
  const double start = (1.0 + levels / 6.0) * (2.1 * static_cast<double>(dim) + 13.0);
  return (start + 36.0 + 12.0 * levels) * 0x1p-53;
}

Eigen::Index padded(Eigen::Index dim) {
  return (dim + kNtkCoordinates - 1) / kNtkCoordinates * kNtkCoordinates;
}

}  // namespace

InfiniteNtk::InfiniteNtk(const Eigen::Ref<const Eigen::MatrixXd>& contexts, Eigen::Index depth,
                         NtkConvention convention)
    : points_(contexts.cols()),
      levels_(ntk_levels(depth, convention)),
      entry_error_(entry_error_of(contexts.rows(), levels_)),
      run_(ntk_run_variants().back().run),
      norms_(points_),
      directions_(Eigen::MatrixXd::Zero(padded(contexts.rows()), points_)),
      contexts_(points_ <= kMostPrecisePoints ? Eigen::MatrixXd(contexts) : Eigen::MatrixXd()),
      coordinates_(Eigen::MatrixXd::Zero(points_ + kNtkRun, directions_.rows())) {
  EENET_REQUIRE(contexts.rows() >= 1, "InfiniteNtk: contexts have no entries, expected some");
  for (Eigen::Index i = 0; i < points_; ++i) {
    const ScaledVector point(contexts.col(i));
    norms_[i] = point.norm();
    const double scaled_norm = point.is_zero() ? 1.0 : std::sqrt(point.square.value());
    for (Eigen::Index k = 0; k < contexts.rows(); ++k) {
      directions_(k, i) = point.entries[k] / scaled_norm;
      coordinates_(i, k) = directions_(k, i);
    }
  }
}

void InfiniteNtk::block(Eigen::Index row, Eigen::Index column,
                        Eigen::Ref<Eigen::MatrixXd> out) const {
  EENET_REQUIRE(
      row >= 0 && column >= 0 && row + out.rows() <= points_ && column + out.cols() <= points_,
      "InfiniteNtk::block: ", out.rows(), " x ", out.cols(), " entries from (", row, ", ", column,
      "), expected within ", points_, " points");
  alignas(64) std::array<double, static_cast<std::size_t>(kNtkRun)> values;
  NtkRunInput input;
  input.stride = coordinates_.rows();
  input.dim = directions_.rows();
  input.levels = levels_;
  // Runs outside, columns inside: a run's coordinates stay in the cache.
  for (Eigen::Index i = 0; i < out.rows(); i += kNtkRun) {
    const Eigen::Index count = std::min(kNtkRun, out.rows() - i);
    input.points = coordinates_.data() + row + i;
    for (Eigen::Index j = 0; j < out.cols(); ++j) {
      input.single = directions_.col(column + j).data();
      run_(input, values.data());
      const double norm = norms_[column + j];
      for (Eigen::Index r = 0; r < count; ++r) {
        out(i + r, j) = values[static_cast<std::size_t>(r)] * (norms_[row + i + r] * norm);
      }
    }
  }
}

std::optional<double> InfiniteNtk::precise_entry_error() const {
  if (points_ > kMostPrecisePoints) return std::nullopt;
  return precise_ntk_error(contexts_.rows(), levels_);
}

PreciseEntry InfiniteNtk::precise_entry(Eigen::Index row, Eigen::Index column) const {
  EENET_REQUIRE(row >= 0 && column >= 0 && row < contexts_.cols() && column < contexts_.cols(),
                "InfiniteNtk::precise_entry: (", row, ", ", column, ") of ", points_,
                " points, expected one of at most ", kMostPrecisePoints);
  return precise_ntk(contexts_.col(row), contexts_.col(column), levels_);
}

}  // namespace eenet::theory
