// The group spectrum: extreme eigenvalues, log det, effective dimension and S of small matrices.
// [EENET, Regret Analysis, lambda_0, effective dimension and S]
#include <cmath>
#include <limits>
#include <memory>

#include "theory/spectrum/spectrum_of.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/oracle/vectors/wide.h"

namespace eenet::verify::oracle {

namespace {

struct Problem {
  std::string name;
  std::vector<Numbers> matrix;
  double lambda = 1.0;
  Numbers rewards;  // none: the matrix is singular, or S is not asked for
  std::string catches;
};

struct Answer {
  Wide smallest;
  Wide largest;
  Wide log_det;
  Wide dimension;
  Wide reward_norm;  // S
};

WideMatrix wide(const std::vector<Numbers>& matrix) {
  WideMatrix all;
  for (const Numbers& row : matrix) all.emplace_back(row.begin(), row.end());
  return all;
}

Answer answer_to(const Problem& problem) {
  const std::vector<Wide> values = wide_eigenvalues(wide(problem.matrix));
  Answer answer;
  answer.smallest = values.front();
  answer.largest = values.back();
  for (const Wide& value : values) answer.log_det += log(1 + value / problem.lambda);
  answer.dimension = answer.log_det / log(1 + Wide(problem.matrix.size()) / problem.lambda);
  if (problem.rewards.empty()) return answer;
  const WideMatrix factor = wide_cholesky(wide(problem.matrix));
  Wide square = 0;  // h^T H^-1 h = |z|^2 for L z = h
  std::vector<Wide> z(problem.rewards.begin(), problem.rewards.end());
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) z[i] -= factor[i][k] * z[k];
    z[i] /= factor[i][i];
    square += z[i] * z[i];
  }
  answer.reward_norm = sqrt(2 * square);
  return answer;
}

// What theory/ finds in doubles, by other ways: a factorisation, products, refined solutions.
theory::Spectrum by_theory(const Problem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.matrix.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    matrix.row(i) = plain::vector_of(problem.matrix[static_cast<std::size_t>(i)]).transpose();
  }
  theory::SpectrumPoints points;
  points.matrix = std::make_unique<theory::StoredKernel>(matrix, 0.0);
  if (!problem.rewards.empty()) points.rewards = plain::vector_of(problem.rewards);
  return theory::spectrum_of(theory::first_points(points, n, {}), {.lambda = problem.lambda});
}

// The twin's number, moved into its proven ends if it is theirs that differ: what is compared is
// whether the expected number is between them.
double within(double expected, const theory::Measured& measured) {
  const double ulp = 0x1p-52 * std::abs(expected);
  const bool inside = measured.lower - ulp <= expected && expected <= measured.upper + ulp;
  return inside ? expected : measured.value;
}

struct Tolerances {
  double eigenvalue = 0.0;
  double log_det = 0.0;
  double dimension = 0.0;
  double reward_norm = 0.0;
};

// A backward stable method finds the numbers of a matrix that is off by `moved` in norm: 16 n^2
// roundings per entry, counted with room. Eigenvalues move by as much [Weyl]; log det by
// n moved / (lambda - moved), as every eigenvalue of H + lambda I is at least lambda; and
// h^T H^-1 h relatively by moved / (lambda_min - moved).
Tolerances tolerances_of(const Problem& problem, const Answer& answer,
                         const Arithmetic& arithmetic) {
  const auto n = static_cast<double>(problem.matrix.size());
  double square = 0.0;
  for (const Numbers& row : problem.matrix) {
    for (const double entry : row) square += entry * entry;
  }
  const double roundings = gamma(16.0 * n * n, arithmetic);
  const double moved = roundings * (std::sqrt(square) + problem.lambda) + roundings * 0x1p-20;
  const auto smallest = static_cast<double>(answer.smallest);
  const auto log_det = static_cast<double>(answer.log_det);
  Tolerances tolerances;
  tolerances.eigenvalue = moved;
  tolerances.log_det = n * moved / (problem.lambda - moved) + roundings * log_det;
  const double dimension = static_cast<double>(answer.dimension);
  tolerances.dimension = dimension * (tolerances.log_det / log_det + roundings) * (1.0 + 0x1p-20);
  const double part = moved / (smallest - moved);
  tolerances.reward_norm = smallest > 2.0 * moved
                               ? static_cast<double>(answer.reward_norm) * (part + roundings)
                               : std::numeric_limits<double>::infinity();
  return tolerances;
}

std::vector<Problem> problems() {
  Rng rng(1, "vectors/spectrum");
  std::vector<Numbers> gram(5, Numbers(5, 0.0));
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < 5; ++i) rows.push_back(short_numbers(rng, 7));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      for (std::size_t k = 0; k < 7; ++k) gram[i][j] += rows[i][k] * rows[j][k];
    }
  }
  const double near = 1.5 - 0x1p-12;
  return {
      {"diagonal",
       {{3.0, 0.0}, {0.0, 0.5}},
       2.0,
       {1.0, 0.25},
       "S without its factor 2, or log det in another base"},
      {"three-in-a-row",
       {{2.0, -1.0, 0.0}, {-1.0, 2.0, -1.0}, {0.0, -1.0, 2.0}},
       1.0,
       {0.5, 0.25, 1.0},
       "h^T H h in place of h^T H^-1 h, or S^2 in place of S"},
      {"gram-of-five",
       gram,
       0.625,
       {0.75, 0.0, 1.0, 0.5, 0.125},
       "log det H in place of log det (I + H / lambda), or lambda multiplied in place of divided"},
      {"near-duplicates",
       {{1.5, near, 0.5}, {near, 1.5, 0.5}, {0.5, 0.5, 1.5}},
       0.25,
       {0.5, 0.5625, 0.25},
       "a smallest eigenvalue lost in float32, or a ridge added before S"},
      {"repeated-point",
       {{1.5, 1.5, 0.25}, {1.5, 1.5, 0.25}, {0.25, 0.25, 1.5}},
       1.0,
       {},
       "points that are counted once in the effective dimension although they are repeated"},
      {"one-point",
       {{1.5}},
       4.0,
       {0.5},
       "an effective dimension divided by log(1 + n) without lambda"}};
}

TestVector vector_of(const Problem& problem) {
  const Answer answer = answer_to(problem);
  const theory::Spectrum twin = by_theory(problem);
  const Tolerances in_double = tolerances_of(problem, answer, kDouble);
  const Tolerances in_float = tolerances_of(problem, answer, kFloat);
  Json rows = Json::array();
  for (const Numbers& row : problem.matrix) rows.push_back(Json(row));
  TestVector vector{"spectrum/" + problem.name,
                    problem.catches,
                    {},
                    {{"matrix", rows}, {"lambda", problem.lambda}},
                    {}};
  const auto add = [&](const char* name, const Wide& exact, const theory::Measured& measured,
                       double Tolerances::*of) {
    const auto expected = static_cast<double>(exact);
    vector.fields.push_back(
        {name, expected, within(expected, measured), tolerance(in_double.*of),
         tolerance(in_float.*of),
         "a backward stable method with 16 n^2 roundings per entry, counted with "
         "room, and what they move (Weyl)"});
  };
  add("lambda_min", answer.smallest, twin.smallest_eigenvalue, &Tolerances::eigenvalue);
  add("lambda_max", answer.largest, twin.largest_eigenvalue, &Tolerances::eigenvalue);
  add("log_det", answer.log_det, twin.log_determinant, &Tolerances::log_det);
  add("effective_dimension", answer.dimension, twin.effective_dimension, &Tolerances::dimension);
  if (!problem.rewards.empty()) {
    vector.question["rewards"] = problem.rewards;
    add("S", answer.reward_norm, twin.reward_norm->value, &Tolerances::reward_norm);
  }
  return vector;
}

}  // namespace

GroupFiles spectrum_vectors() {
  VectorGroupFile file{
      "spectrum",
      "spectrum",
      "of a kernel matrix H: its extreme eigenvalues, log det (I + H / lambda), the "
      "effective dimension log det (I + H / lambda) / log(1 + n / lambda), and "
      "S = sqrt(2 h^T H^-1 h) of the rewards h; from 100 digits rounded once",
      {{"op", "spectrum"}},
      {}};
  for (const Problem& problem : problems()) file.vectors.push_back(vector_of(problem));
  return {file};
}

}  // namespace eenet::verify::oracle
