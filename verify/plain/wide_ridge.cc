#include "verify/plain/wide_ridge.h"

#include <cmath>
#include <utility>

namespace eenet::verify::plain {

WideVector solve(WideMatrix a, WideVector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

WideMatrix cholesky(const WideMatrix& a) {
  const std::size_t n = a.size();
  WideMatrix lower(n, WideVector(n, 0.0L));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      long double entry = a[i][j];
      for (std::size_t k = 0; k < j; ++k) entry -= lower[i][k] * lower[j][k];
      lower[i][j] = i == j ? std::sqrt(entry) : entry / lower[j][j];
    }
  }
  return lower;
}

long double inverse_norm(const WideMatrix& a) {
  long double squares = 0.0L;
  for (std::size_t j = 0; j < a.size(); ++j) {
    WideVector unit(a.size(), 0.0L);
    unit[j] = 1.0L;
    for (const long double entry : solve(a, unit)) squares += entry * entry;
  }
  return std::sqrt(squares);
}

long double dot(const WideVector& a, const WideVector& b) {
  long double sum = 0.0L;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

long double norm(const WideVector& v) {
  return std::sqrt(dot(v, v));
}

long double trace(const WideMatrix& a) {
  long double sum = 0.0L;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i][i];
  return sum;
}

WideRidge::WideRidge(std::size_t dim, double lambda)
    : a_(dim, WideVector(dim, 0.0L)), b_(dim, 0.0L) {
  for (std::size_t i = 0; i < dim; ++i) a_[i][i] = lambda;
}

void WideRidge::add(const WideVector& x, double reward) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) a_[i][j] += x[i] * x[j];
    b_[i] += reward * x[i];
  }
  rewards_ = std::hypot(rewards_, static_cast<long double>(reward));
  ++samples_;
}

}  // namespace eenet::verify::plain
