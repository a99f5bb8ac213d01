#include "theory/spectrum/row_differences.h"

#include <array>
#include <atomic>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "theory/kernel/kernel_matrix.h"
#include "theory/machine/parallel.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace mp = boost::multiprecision;
// Holds the two doubles of a precise entry, their products with ratios, and their sums.
using Digits = mp::number<mp::cpp_bin_float<192, mp::digit_base_2>, mp::et_off>;

// The precise entries of the points that have another one near them.
class NearPoints {
 public:
  NearPoints(const Kernel& kernel, std::vector<Index> points, unsigned threads,
             const std::function<void(double part)>& on_part)
      : points_(std::move(points)), entries_(points_.size() * points_.size()) {
    const std::size_t pairs = count() * (count() + 1) / 2;
    std::atomic<std::size_t> done = 0;
    do_in_parallel(points_.size(), threads, [&](std::size_t i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const PreciseEntry entry = kernel.precise_entry(points_[i], points_[j]);
        entries_[i * count() + j] = entries_[j * count() + i] =
            Digits(entry.high) + Digits(entry.low);
      }
      const std::size_t all_done = done += i + 1;
      if (on_part) on_part(static_cast<double>(all_done) / static_cast<double>(pairs));
    });
  }

  [[nodiscard]] std::size_t count() const { return points_.size(); }
  [[nodiscard]] Index point(std::size_t i) const { return points_[i]; }
  [[nodiscard]] const Digits& entry(std::size_t i, std::size_t j) const {
    return entries_[i * count() + j];
  }

 private:
  std::vector<Index> points_;
  std::vector<Digits> entries_;
};

std::vector<Index> points_with_a_neighbour(const MatrixXd& matrix, const VectorXd& roots) {
  std::vector<Index> found;
  for (Index j = 0; j < matrix.cols(); ++j) {
    bool near = false;
    for (Index i = 0; i < matrix.rows() && !near; ++i) {
      near = i != j && matrix(i, j) > (1.0 - kNearDeficit) * roots[i] * roots[j];
    }
    if (near) found.push_back(j);
  }
  return found;
}

// Prim's algorithm on 1 - H_ij / sqrt(H_ii H_jj). Another tree would cost digits, but the ends
// would still be valid.
NearestTree nearest_tree(const NearPoints& near, Index size) {
  NearestTree tree{std::vector<Index>(static_cast<std::size_t>(size), kNoParent),
                   VectorXd::Zero(size)};
  std::vector<Digits> roots;
  for (std::size_t i = 0; i < near.count(); ++i) roots.push_back(sqrt(near.entry(i, i)));
  std::vector<double> distance(near.count(), std::numeric_limits<double>::infinity());
  std::vector<std::size_t> closest(near.count(), 0);
  std::vector<bool> joined(near.count(), false);
  for (std::size_t round = 0; round < near.count(); ++round) {
    std::size_t next = near.count();
    for (std::size_t i = 0; i < near.count(); ++i) {
      if (!joined[i] && (next == near.count() || distance[i] < distance[next])) next = i;
    }
    joined[next] = true;
    if (distance[next] < kNearDeficit) {
      const auto at = near.point(next);
      tree.parent[static_cast<std::size_t>(at)] = near.point(closest[next]);
      tree.ratio[at] = static_cast<double>(roots[next] / roots[closest[next]]);
    }
    for (std::size_t i = 0; i < near.count(); ++i) {
      if (joined[i]) continue;
      const auto deficit = static_cast<double>(1 - near.entry(next, i) / (roots[next] * roots[i]));
      if (deficit < distance[i]) {
        distance[i] = deficit;
        closest[i] = next;
      }
    }
  }
  return tree;
}

// A column of D: at most two entries.
struct Column {
  std::array<Index, 2> row = {0, 0};
  std::array<double, 2> entry = {1.0, 0.0};
};

Column column_of(const NearestTree& tree, Index j) {
  const Index parent = tree.parent[static_cast<std::size_t>(j)];
  if (parent == kNoParent) return {{j, j}, {1.0, 0.0}};
  return {{j, parent}, {1.0, -tree.ratio[j]}};
}

// Fills C and its error from D^T H D: precise entries where both columns are of near points.
class FormBuilder {
 public:
  FormBuilder(const Kernel& kernel, const MatrixXd& matrix, const VectorXd& roots,
              const NearPoints& near, const NearestTree& tree)
      : matrix_(matrix),
        roots_(roots),
        near_(near),
        tree_(tree),
        place_(static_cast<std::size_t>(tree.size()), kNoPlace),
        entry_error_(kernel.entry_error()),
        precise_error_(kernel.precise_entry_error().value()) {
    for (std::size_t i = 0; i < near.count(); ++i) {
      place_[static_cast<std::size_t>(near.point(i))] = i;
    }
  }

  struct Entry {
    double value = 0.0;
    double error = 0.0;
  };

  [[nodiscard]] Entry entry(Index i, Index j) const {
    const Column a = column_of(tree_, i);
    const Column b = column_of(tree_, j);
    const bool precise = place(i) != kNoPlace && place(j) != kNoPlace;
    Digits sum = 0;
    double largest = 0.0;  // sum |D_ki| sqrt(H_kk H_ll) |D_lj|
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t l = 0; l < 2; ++l) {
        if (a.entry[k] == 0.0 || b.entry[l] == 0.0) continue;
        const Digits factor = Digits(a.entry[k]) * Digits(b.entry[l]);
        sum += factor * (precise ? near_.entry(place(a.row[k]), place(b.row[l]))
                                 : Digits(matrix_(a.row[k], b.row[l])));
        largest += std::abs(a.entry[k] * b.entry[l]) * roots_[a.row[k]] * roots_[b.row[l]];
      }
    }
    const auto value = static_cast<double>(sum);
    // Rounded once to a double; the sum's own digits are as many as those of a precise entry.
    const double relative = precise ? 2.0 * precise_error_ : entry_error_;
    return {value,
            (relative * largest + kUnitRoundoff * std::abs(value)) * (1.0 + 32 * kUnitRoundoff) +
                std::numeric_limits<double>::denorm_min()};
  }

 private:
  static constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t place(Index point) const {
    return place_[static_cast<std::size_t>(point)];
  }

  const MatrixXd& matrix_;
  const VectorXd& roots_;  // at least sqrt(H_ii)
  const NearPoints& near_;
  const NearestTree& tree_;
  std::vector<std::size_t> place_;  // of a point among the near ones
  double entry_error_;
  double precise_error_;
};

}  // namespace

VectorXd RowDifferences::vector(const Eigen::Ref<const VectorXd>& z) const {
  VectorXd v = scale.cwiseProduct(z);
  for (Index j = 0; j < v.size(); ++j) {
    const Index parent = tree.parent[static_cast<std::size_t>(j)];
    if (parent != kNoParent) v[parent] -= tree.ratio[j] * scale[j] * z[j];
  }
  return v;
}

VectorXd RowDifferences::magnitude(const Eigen::Ref<const VectorXd>& z) const {
  VectorXd v = scale.cwiseProduct(z.cwiseAbs());
  for (Index j = 0; j < v.size(); ++j) {
    const Index parent = tree.parent[static_cast<std::size_t>(j)];
    if (parent != kNoParent) v[parent] += tree.ratio[j] * scale[j] * std::abs(z[j]);
  }
  return v;
}

VectorXd RowDifferences::transposed(const Eigen::Ref<const VectorXd>& v) const {
  VectorXd z = v;
  for (Index j = 0; j < v.size(); ++j) {
    const Index parent = tree.parent[static_cast<std::size_t>(j)];
    if (parent != kNoParent) z[j] -= tree.ratio[j] * v[parent];
  }
  return scale.cwiseProduct(z);
}

std::optional<RowDifferences> row_differences(const Kernel& kernel, Index most, unsigned threads,
                                              const std::function<void(double part)>& on_part) {
  if (!kernel.precise_entry_error()) return std::nullopt;
  const MatrixXd matrix = kernel_matrix(kernel, {threads});
  if (!(matrix.diagonal().minCoeff() > 0.0)) return std::nullopt;  // a zero row: nothing to resolve
  // H_ii <= h_ii / (1 - e), and a few roundings.
  const VectorXd roots =
      (matrix.diagonal() / (1.0 - kernel.entry_error())).cwiseSqrt() * (1.0 + 8 * kUnitRoundoff);
  std::vector<Index> points = points_with_a_neighbour(matrix, roots);
  if (points.empty() || static_cast<Index>(points.size()) > most) return std::nullopt;

  const NearPoints near(kernel, std::move(points), threads, on_part);
  RowDifferences result;
  result.tree = nearest_tree(near, kernel.size());
  const FormBuilder builder(kernel, matrix, roots, near, result.tree);
  const Index n = kernel.size();
  result.scale.resize(n);
  for (Index j = 0; j < n; ++j) {
    const double square = builder.entry(j, j).value;
    if (!(square > 0.0)) return std::nullopt;  // closer than the precise entries can tell
    result.scale[j] = std::ldexp(1.0, -std::ilogb(square) / 2);
  }
  result.form.resize(n, n);
  result.error.resize(n, n);
  do_in_parallel(static_cast<std::size_t>(n), threads, [&](std::size_t column) {
    const auto j = static_cast<Index>(column);
    for (Index i = 0; i <= j; ++i) {
      const FormBuilder::Entry entry = builder.entry(i, j);
      const double scale = result.scale[i] * result.scale[j];
      result.form(i, j) = result.form(j, i) = entry.value * scale;
      result.error(i, j) = result.error(j, i) = entry.error * scale;
    }
  });
  return result;
}

}  // namespace eenet::theory
