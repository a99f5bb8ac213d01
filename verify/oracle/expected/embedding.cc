// Locally linear embedding of a gradient among given landmarks. The weights solve a small system;
// how far two solutions can be from each other follows from its inverse, which a residual
// certifies.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "verify/oracle/expected/features.h"
#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Balls away(const Balls& gradient, const std::vector<double>& landmark, const Rounding& rounding) {
  Balls v(gradient.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    v.set(i, difference(gradient[i], {landmark[i], 0.0}, rounding));
  }
  return v;
}

Ball inner(const Balls& a, const Balls& b, const Rounding& rounding) {
  Ball all;
  double terms = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    all.value += a.value[i] * b.value[i];
    all.error += std::abs(a.value[i]) * b.error[i] + a.error[i] * b.magnitude[i];
    terms += a.magnitude[i] * b.magnitude[i];
  }
  const auto size = static_cast<double>(a.size());
  // Some add |a|^2 - 2 <a, b> + |b|^2; that is not the formula of the protocol.
  all.error += rounding.relative(size + 1.0) * terms + size * rounding.tiny();
  return all;
}

// The nearest landmarks, nearest first; nothing if their order of distance is not certain where it
// decides who is among them.
std::vector<std::size_t> nearest(const std::vector<Balls>& all, std::size_t neighbours,
                                 const Rounding& rounding) {
  std::vector<std::pair<double, std::size_t>> order;
  std::vector<Ball> squares;
  for (std::size_t i = 0; i < all.size(); ++i) {
    squares.push_back(inner(all[i], all[i], rounding));
    order.emplace_back(squares.back().value, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < neighbours; ++i) chosen.push_back(order[i].second);
  for (std::size_t i = neighbours; i < order.size(); ++i) {
    for (const std::size_t in : chosen) {
      const Ball& near = squares[in];
      const Ball& far = squares[order[i].second];
      if (!(near.value + near.error < far.value - far.error)) return {};
    }
  }
  return chosen;
}

double norm_of(const Matrix& m) {
  return m.cwiseAbs().rowwise().sum().maxCoeff();
}

// C w = (1, ..., 1), C with entries that are off by `error`.
std::vector<Ball> weights(const Matrix& c, double error, const Rounding& rounding) {
  const auto size = static_cast<double>(c.rows());
  const Matrix inverse = c.fullPivLu().inverse();
  const double residual = norm_of(Matrix::Identity(c.rows(), c.cols()) - c * inverse) +
                          rounding.relative(size + 1.0) * norm_of(c) * norm_of(inverse);
  // Elimination is exact for a matrix that is off by gamma_3n |L| |U|, and pivoting lets U grow by
  // at most 2^(n-1). [Higham, Accuracy and Stability of Numerical Algorithms, theorems 9.4
  // and 10.4]
  const double growth = size * size * std::ldexp(1.0, static_cast<int>(c.rows()) - 1);
  const double off = size * error + rounding.relative(3.0 * size) * growth * norm_of(c);
  const double least = norm_of(inverse) / (1.0 - residual);
  if (!(residual < 0.5 && 2.0 * least * off < 1.0)) return {};
  const Vector w = inverse * Vector::Ones(c.rows());
  const double largest = w.cwiseAbs().maxCoeff();
  std::vector<Ball> all;
  for (const double weight : w) {
    all.push_back({weight, 2.0 * least * off * largest + 2.0 * residual * least});
  }
  return all;
}

}  // namespace

Balls embedded(const json& features, const Balls& gradient, const Rounding& rounding) {
  const auto landmarks = lists_in(features, "landmarks");
  const auto places = lists_in(features, "embedding");
  const auto neighbours = features.at("neighbours").get<std::size_t>();
  const double ridge = number_in(features, "ridge");
  std::vector<Balls> all;
  for (const auto& landmark : landmarks) all.push_back(away(gradient, landmark, rounding));
  const std::vector<std::size_t> chosen = nearest(all, neighbours, rounding);
  if (chosen.empty()) return {};

  const auto n = static_cast<Eigen::Index>(chosen.size());
  Matrix c(n, n);
  double error = 0.0;
  Ball trace;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const Ball entry = inner(all[chosen[static_cast<std::size_t>(i)]],
                               all[chosen[static_cast<std::size_t>(j)]], rounding);
      c(i, j) = entry.value;
      error = std::max(error, entry.error);
      if (i == j) trace = sum(trace, entry, rounding);
    }
  }
  if (!(trace.value > trace.error)) return {};
  const Ball raise = product({ridge, 0.0}, trace, rounding);
  for (Eigen::Index i = 0; i < n; ++i) c(i, i) += raise.value;
  error += raise.error + rounding.relative(1.0) * c.cwiseAbs().maxCoeff();

  const std::vector<Ball> w = weights(c, error, rounding);
  if (w.empty()) return {};
  Ball total;
  for (const Ball& one : w) total = sum(total, one, rounding);
  Balls phi(features.at("k").get<std::size_t>());
  for (std::size_t r = 0; r < phi.size(); ++r) {
    Ball entry;
    double terms = 0.0;
    for (std::size_t j = 0; j < w.size(); ++j) {
      const Ball share = quotient(w[j], total, rounding);
      const double place = places[chosen[j]][r];
      entry.value += share.value * place;
      entry.error += share.error * std::abs(place);
      terms += magnitude(share) * std::abs(place);
    }
    entry.error += rounding.relative(static_cast<double>(w.size()) + 1.0) * terms;
    phi.set(r, entry);
  }
  return phi;
}

}  // namespace eenet::verify::oracle
