#include "verify/oracle/vectors/wide.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <cstddef>
#include <limits>

namespace eenet::verify::oracle {

namespace {

Wide product(const std::vector<double>& x, const std::vector<double>& y) {
  Wide sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += Wide(x[i]) * Wide(y[i]);
  return sum;
}

Wide within_one(const Wide& u) {
  if (u > 1) return 1;
  return u < -1 ? Wide(-1) : u;
}

// Jacobi's rotation that makes entry (p, q) zero.
void rotate(WideMatrix& matrix, std::size_t p, std::size_t q) {
  if (matrix[p][q] == 0) return;
  const Wide theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
  const Wide r = abs(theta) + sqrt(theta * theta + 1);
  const Wide t = (theta < 0 ? Wide(-1) : Wide(1)) / r;
  const Wide cosine = 1 / sqrt(t * t + 1);
  const Wide sine = t * cosine;
  for (auto& row : matrix) {
    const Wide old = row[p];
    row[p] = cosine * old - sine * row[q];
    row[q] = sine * old + cosine * row[q];
  }
  for (std::size_t k = 0; k < matrix.size(); ++k) {
    const Wide old = matrix[p][k];
    matrix[p][k] = cosine * old - sine * matrix[q][k];
    matrix[q][k] = sine * old + cosine * matrix[q][k];
  }
}

}  // namespace

DoubleEnds ends_of(const Wide& number) {
  const auto nearest = static_cast<double>(number);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  DoubleEnds ends{nearest, nearest};
  if (Wide(nearest) > number) ends.lower = std::nextafter(nearest, -kInfinity);
  if (Wide(nearest) < number) ends.upper = std::nextafter(nearest, kInfinity);
  return ends;
}

Wide wide_ntk(const std::vector<double>& x, const std::vector<double>& y, int levels) {
  const Wide& pi = boost::math::constants::pi<Wide>();
  const Wide squares = product(x, x) * product(y, y);
  if (squares == 0) return 0;
  const Wide inner = product(x, y);
  // Contexts of few digits have exact products, so that parallel ones are recognised: 1 - 1e-100
  // would turn into an angle of 1e-50.
  const bool parallel = inner * inner == squares;
  const Wide norms = sqrt(squares);
  const Wide u = parallel ? (inner > 0 ? Wide(1) : Wide(-1)) : within_one(inner / norms);
  Wide sigma = u;
  Wide h = u;
  for (int level = 0; level < levels; ++level) {
    const Wide rest = sigma == -1 ? Wide(0) : pi - acos(sigma);
    const Wide next = within_one((sqrt((1 - sigma) * (1 + sigma)) + sigma * rest) / pi);
    h = h * rest / pi + next;
    sigma = next;
  }
  return norms * (h + sigma) / 2;
}

std::vector<Wide> wide_eigenvalues(WideMatrix matrix) {
  constexpr int kSweeps = 30;  // each of the last ones doubles the digits at least
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t p = 0; p < matrix.size(); ++p) {
      for (std::size_t q = p + 1; q < matrix.size(); ++q) {
        rotate(matrix, p, q);
        matrix[p][q] = matrix[q][p] = 0;
      }
    }
  }
  Wide largest = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i)
    largest = std::max<Wide>(largest, abs(matrix[i][i]));
  std::vector<Wide> values;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    // What a singular matrix leaves by rounding is 0.
    const bool zero = abs(matrix[i][i]) < largest * Wide("1e-80");
    values.push_back(zero ? Wide(0) : matrix[i][i]);
  }
  std::sort(values.begin(), values.end());
  return values;
}

WideMatrix wide_cholesky(WideMatrix matrix) {
  const std::size_t n = matrix.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) matrix[i][j] = 0;
    for (std::size_t i = j; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) matrix[i][j] -= matrix[i][k] * matrix[j][k];
    }
    const Wide root = sqrt(matrix[j][j]);
    for (std::size_t i = j; i < n; ++i) matrix[i][j] /= root;
  }
  return matrix;
}

}  // namespace eenet::verify::oracle
