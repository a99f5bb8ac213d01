#include "theory/spectrum/stochastic_log_determinant.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/require.h"
#include "reference/rng.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/mean.h"
#include "theory/spectrum/lanczos_quadrature.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kShareOfTruncation = 1.0 / 16.0;
constexpr double kFirstGuess = 4.0;  // steps, before the first two have shown how fast it goes

// M^-1/2 = I - L V diag(1 / (lambda w (w + 1))) V^T L^T, w = sqrt(1 + s / lambda), with the
// eigenvalues s and vectors V of L^T L: no division by a small s.
class InverseRoot {
 public:
  InverseRoot(const PartialCholesky& partial, double lambda) : directions_(partial.factor) {
    if (partial.rank() == 0) return;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(partial.gram);
    const Eigen::ArrayXd w = (1.0 + solver.eigenvalues().array().max(0.0) / lambda).sqrt();
    directions_ = partial.factor * solver.eigenvectors();
    shrink_ = 1.0 / (lambda * w * (w + 1.0));
  }

  void apply(MatrixXd& x) const {
    if (directions_.cols() == 0) return;
    x.noalias() -= directions_ * (shrink_.asDiagonal() * (directions_.transpose() * x));
  }

 private:
  MatrixXd directions_;
  VectorXd shrink_;
};

MatrixXd random_signs(Index rows, int probes, std::uint64_t seed) {
  MatrixXd signs(rows, probes);
  for (int j = 0; j < probes; ++j) {
    Rng rng(seed, "log-det/probes", static_cast<std::uint64_t>(j));
    for (Index i = 0; i < rows; ++i) signs(i, j) = rng.below(2) == 0 ? 1.0 : -1.0;
  }
  return signs;
}

// The Lanczos process for all probes at once, so that they share the kernel's entries.
class Lanczos {
 public:
  Lanczos(const Kernel& kernel, const InverseRoot& root, double lambda, const MatrixXd& probes)
      : kernel_(kernel),
        root_(root),
        lambda_(lambda),
        current_(probes / std::sqrt(static_cast<double>(probes.rows()))),
        previous_(MatrixXd::Zero(probes.rows(), probes.cols())),
        tridiagonals_(static_cast<std::size_t>(probes.cols())) {}

  [[nodiscard]] const std::vector<Tridiagonal>& tridiagonals() const { return tridiagonals_; }

  void step(const ProductWork& work) {
    MatrixXd next = current_;
    root_.apply(next);
    next += product(kernel_, next, work) / lambda_;
    root_.apply(next);
    for (Index j = 0; j < next.cols(); ++j) {
      Tridiagonal& t = tridiagonals_[static_cast<std::size_t>(j)];
      if (t.finished) continue;
      const double before = t.off_diagonal.empty() ? 0.0 : t.off_diagonal.back();
      next.col(j) -= before * previous_.col(j);
      const double alpha = next.col(j).dot(current_.col(j));
      next.col(j) -= alpha * current_.col(j);
      const double beta = next.col(j).norm();
      t.diagonal.push_back(alpha);
      t.off_diagonal.push_back(beta);
      // The product's own rounding: a smaller beta is no direction, and following it would count
      // the spectrum twice.
      t.finished = !(beta > gamma(static_cast<double>(next.rows())) * alpha);
      next.col(j) *= t.finished ? 0.0 : 1.0 / beta;
    }
    previous_.swap(current_);
    current_.swap(next);
  }

  [[nodiscard]] bool finished() const {
    for (const Tridiagonal& t : tridiagonals_) {
      if (!t.finished) return false;
    }
    return true;
  }

 private:
  const Kernel& kernel_;
  const InverseRoot& root_;
  double lambda_;
  MatrixXd current_;
  MatrixXd previous_;
  std::vector<Tridiagonal> tridiagonals_;
};

struct Bracket {
  Measured lower;  // Student's for the lower quadrature
  Measured upper;

  [[nodiscard]] double truncation() const { return upper.value - lower.value; }
  [[nodiscard]] double width() const { return upper.upper - lower.lower; }
};

Bracket bracket_of(const std::vector<Tridiagonal>& tridiagonals, double size, double smallest,
                   double level) {
  std::vector<double> below;
  std::vector<double> above;
  for (const Tridiagonal& t : tridiagonals) {
    const Interval form = log_quadrature(t, smallest);
    below.push_back(size * form.lower);
    above.push_back(size * form.upper);
  }
  return {student_mean(below, level), student_mean(above, level)};
}

// How many more steps bring the truncation to the wanted share, if it goes on to shrink as in the
// last one: for progress alone.
double steps_to_come(double before, const Bracket& now, int most) {
  const double wanted = kShareOfTruncation * now.width();
  if (!(now.truncation() < before) || !(wanted > 0.0)) return most;
  const double steps = std::log(now.truncation() / wanted) / std::log(before / now.truncation());
  return std::clamp(std::ceil(steps), 1.0, static_cast<double>(most));
}

}  // namespace

StochasticLogDeterminant stochastic_log_determinant(const Kernel& kernel,
                                                    const PartialCholesky& partial, double lambda,
                                                    const ProbeSettings& settings) {
  EENET_REQUIRE(settings.probes >= 20, "stochastic_log_determinant: got ", settings.probes,
                " probes, expected at least 20");
  EENET_REQUIRE(settings.most_steps >= 1, "stochastic_log_determinant: got ", settings.most_steps,
                " steps, expected at least 1");
  EENET_REQUIRE(partial.certified && partial.factor.rows() == kernel.size(),
                "stochastic_log_determinant: expected a certified factor of the same kernel");
  EENET_REQUIRE(partial.ridge < lambda / 4.0, "stochastic_log_determinant: lambda is ", lambda,
                ", expected above ", 4.0 * partial.ridge, ", four times the factor's ridge");
  const auto n = static_cast<double>(kernel.size());
  const InverseRoot root(partial, lambda);
  // M <= I + (H + 2 ridge I) / lambda and M >= I, so B >= 1 - 2 ridge / lambda; with computed
  // entries for the exact ones, which the ridge covers too, and products rounded.
  const double smallest = 1.0 - 3.0 * partial.ridge / lambda - gamma(n);

  Lanczos lanczos(kernel, root, lambda,
                  random_signs(kernel.size(), settings.probes, settings.seed));
  StochasticLogDeterminant result;
  Bracket bracket;
  double to_come = kFirstGuess;
  // What rounding changes is added to the interval; a process that goes on below that, or for more
  // steps than there are points, follows rounding errors.
  const double trace = diagonal(kernel).sum();
  const double changed =
      std::sqrt(n) * (kernel.entry_error() + gamma(n)) * trace / lambda + n * gamma(n);
  const int most_steps =
      static_cast<int>(std::min<Index>(settings.most_steps, std::max<Index>(kernel.size(), 1)));
  while (result.steps < most_steps) {
    ProductWork work;
    work.threads = settings.threads;
    if (settings.on_progress) {
      work.on_part = [&](double part) {
        settings.on_progress((result.steps + part) / (result.steps + to_come));
      };
    }
    lanczos.step(work);
    ++result.steps;
    const double before = bracket.truncation();
    bracket = bracket_of(lanczos.tridiagonals(), n, smallest, settings.level);
    if (lanczos.finished()) break;
    if (bracket.truncation() <= std::max(changed, kShareOfTruncation * bracket.width())) break;
    if (result.steps > 1) {
      to_come = steps_to_come(before, bracket, most_steps - result.steps);
    }
  }
  result.truncation = bracket.truncation();

  const Measured known = log_determinant_of_factor(partial, lambda);
  result.value =
      Measured::statistical(known.value + (bracket.lower.value + bracket.upper.value) / 2.0,
                            below(known.lower + bracket.lower.lower - changed),
                            above(known.upper + bracket.upper.upper + changed), settings.level);
  return result;
}

}  // namespace eenet::theory
