#include "theory/spectrum/spectrum_of.h"

#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The first n points of a stored matrix.
class LeadingKernel final : public Kernel {
 public:
  LeadingKernel(const StoredKernel& whole, Index size) : whole_(whole), size_(size) {}

  [[nodiscard]] Index size() const override { return size_; }
  void block(Index row, Index column, Eigen::Ref<MatrixXd> out) const override {
    whole_.block(row, column, out);
  }
  [[nodiscard]] double entry_error() const override { return whole_.entry_error(); }

 private:
  const StoredKernel& whole_;
  Index size_;
};

SpectrumProblem problem_of(const Eigen::Ref<const MatrixXd>& contexts, const NtkChoice& choice) {
  SpectrumProblem problem;
  problem.facts.points = distinct_points(contexts);
  problem.facts.antipodal_pairs =
      static_cast<Index>(antipodal_pairs(contexts, problem.facts.points).size());
  problem.facts.dimension = contexts.rows();
  // The depth of the network whose limit this kernel is: the printed recursion is that of a network
  // with one layer more.
  problem.facts.depth = ntk_levels(choice.depth, choice.convention) + 1;
  problem.kernel = std::make_unique<InfiniteNtk>(problem.facts.points.columns(contexts),
                                                 choice.depth, choice.convention);
  return problem;
}

}  // namespace

Spectrum spectrum_of(const SpectrumProblem& problem, const SpectrumSettings& settings) {
  return spectrum(*problem.kernel, problem.facts, problem.rewards, settings);
}

Spectrum spectrum_of(const Eigen::Ref<const MatrixXd>& contexts, const NtkChoice& choice,
                     const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  SpectrumProblem problem = problem_of(contexts, choice);
  problem.rewards = rewards;
  return spectrum_of(problem, settings);
}

SpectrumProblem first_points(const SpectrumPoints& points, Index n, const NtkChoice& choice) {
  EENET_REQUIRE(n >= 1 && n <= points.count(), "first_points: got ", n, ", expected 1 to ",
                points.count());
  SpectrumProblem problem;
  if (points.matrix) {
    problem.kernel = std::make_unique<LeadingKernel>(*points.matrix, n);
    problem.facts.points = all_distinct(n);
  } else {
    problem = problem_of(points.contexts.leftCols(n), choice);
  }
  if (points.rewards) problem.rewards = points.rewards->head(n);
  return problem;
}

std::unique_ptr<StoredKernel> whole_matrix(const SpectrumPoints& points, const NtkChoice& choice) {
  if (points.matrix) {
    return std::make_unique<StoredKernel>(static_cast<const Kernel&>(*points.matrix));
  }
  return std::make_unique<StoredKernel>(
      InfiniteNtk(points.contexts, choice.depth, choice.convention));
}

}  // namespace eenet::theory
