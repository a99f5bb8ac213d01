#include "verify/plain/embedding.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace eenet::verify::plain {

namespace {

using Rows = std::vector<Numbers>;

Numbers difference(const Numbers& a, const Numbers& b) {
  Numbers all(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) all[i] = a[i] - b[i];
  return all;
}

// c w = 1, c lower triangular on entry. A pivot that is not above 0 leaves no number.
Numbers solution_of_ones(Rows c) {
  const std::size_t n = c.size();
  Numbers w(n, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) c[i][j] = c[i][j] - c[i][k] * c[j][k];
    }
    if (!(c[j][j] > 0.0)) return w;
    const double root = std::sqrt(c[j][j]);
    for (std::size_t i = j; i < n; ++i) c[i][j] = c[i][j] / root;
  }
  for (std::size_t i = 0; i < n; ++i) {
    w[i] = 1.0;
    for (std::size_t j = 0; j < i; ++j) w[i] = w[i] - c[i][j] * w[j];
    w[i] = w[i] / c[i][i];
  }
  for (std::size_t j = n; j-- > 0;) {
    for (std::size_t i = n - 1; i > j; --i) w[j] = w[j] - c[i][j] * w[i];
    w[j] = w[j] / c[j][j];
  }
  return w;
}

void turn(Numbers& a, Numbers& b, double cosine, double sine) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double old = a[i];
    a[i] = cosine * old - sine * b[i];
    b[i] = sine * old + cosine * b[i];
  }
}

// Jacobi's rotation of entry (p, q); m is symmetric, so its rows are its columns.
bool rotate(Rows& m, Rows& vectors, std::size_t p, std::size_t q) {
  const double o = m[p][q];
  const double at_p = m[p][p];
  const double at_q = m[q][q];
  if (std::abs(o) <= (std::abs(at_p) + std::abs(at_q)) * 0x1p-55) return false;
  const double theta = (at_q - at_p) / (2.0 * o);
  const double r = std::abs(theta) + std::sqrt(theta * theta + 1.0);
  const double t = (theta < 0.0 ? -1.0 : 1.0) / r;
  const double cosine = 1.0 / std::sqrt(t * t + 1.0);
  turn(m[p], m[q], cosine, t * cosine);
  for (std::size_t i = 0; i < m.size(); ++i) {
    m[i][p] = m[p][i];
    m[i][q] = m[q][i];
  }
  m[p][p] = at_p - t * o;
  m[q][q] = at_q + t * o;
  m[p][q] = m[q][p] = 0.0;
  turn(vectors[p], vectors[q], cosine, t * cosine);
  return true;
}

Rows unit_rows(std::size_t n) {
  Rows rows(n, Numbers(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) rows[i][i] = 1.0;
  return rows;
}

void give_sign(Numbers& v) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (std::abs(v[i]) > std::abs(v[largest])) largest = i;
  }
  if (v[largest] < 0.0) {
    for (double& entry : v) entry = -entry;
  }
}

// By ascending eigenvalue.
Rows eigenvectors(Rows m) {
  Rows vectors = unit_rows(m.size());
  for (int sweep = 0; sweep < 40; ++sweep) {
    int rotations = 0;
    for (std::size_t p = 0; p < m.size(); ++p) {
      for (std::size_t q = p + 1; q < m.size(); ++q) rotations += rotate(m, vectors, p, q) ? 1 : 0;
    }
    if (rotations == 0) break;
  }
  std::vector<std::pair<double, std::size_t>> by_value;
  for (std::size_t i = 0; i < m.size(); ++i) by_value.emplace_back(m[i][i], i);
  std::sort(by_value.begin(), by_value.end());
  Rows sorted;
  for (const auto& [value, from] : by_value) {
    sorted.push_back(vectors[from]);
    give_sign(sorted.back());
  }
  return sorted;
}

}  // namespace

std::vector<Embedding::Neighbour> Embedding::neighbours(const Numbers& gradient, std::size_t count,
                                                        std::size_t except) const {
  std::vector<std::pair<double, std::size_t>> by_distance;
  for (std::size_t i = 0; i < count; ++i) {
    const Numbers away = difference(gradient, landmarks_[i]);
    if (i != except) by_distance.emplace_back(dot(away, away), i);
  }
  std::sort(by_distance.begin(), by_distance.end());
  by_distance.resize(size_.neighbours);

  Rows away;
  for (const auto& [distance, i] : by_distance) away.push_back(difference(gradient, landmarks_[i]));
  double largest = 0.0;
  for (const Numbers& row : away) {
    for (const double entry : row) largest = std::max(largest, std::abs(entry));
  }
  for (Numbers& row : away) {
    if (largest > 0.0) divide_by_power_of_two_in(largest, row);
  }
  Rows gram(size_.neighbours, Numbers(size_.neighbours, 0.0));
  double trace = 0.0;
  for (std::size_t i = 0; i < size_.neighbours; ++i) {
    for (std::size_t j = 0; j <= i; ++j) gram[i][j] = dot(away[i], away[j]);
    trace = trace + gram[i][i];
  }
  for (std::size_t i = 0; i < size_.neighbours; ++i) {
    gram[i][i] = gram[i][i] + (trace > 0.0 ? size_.ridge * trace : size_.ridge);
  }
  const Numbers weights = solution_of_ones(gram);
  double sum = 0.0;
  for (const double weight : weights) sum = sum + weight;
  std::vector<Neighbour> all;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    all.push_back({by_distance[i].second, weights[i] / sum});
  }
  return all;
}

bool Embedding::has_distances(const Numbers& gradient) {
  return std::all_of(gradient.begin(), gradient.end(),
                     [](double entry) { return std::abs(entry) <= std::ldexp(1.0, 400); });
}

void Embedding::observe(const Numbers& gradient) {
  if (landmarks_.size() == size_.landmarks || !has_distances(gradient)) return;
  landmarks_.push_back(gradient);
  bool time_to_fit = landmarks_.size() == size_.landmarks;
  for (std::size_t at = 4 * std::max(size_.k, size_.neighbours); at <= size_.landmarks; at *= 2) {
    time_to_fit = time_to_fit || landmarks_.size() == at;
  }
  if (time_to_fit) fit();
}

void Embedding::fit() {
  const std::size_t n = landmarks_.size();
  Rows columns = unit_rows(n);  // of I - W
  for (std::size_t i = 0; i < n; ++i) {
    for (const Neighbour& near : neighbours(landmarks_[i], n, i)) {
      columns[near.landmark][i] = -near.weight;
    }
  }
  Rows m(n, Numbers(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = dot(columns[i], columns[j]);
  }
  const Rows sorted = eigenvectors(m);
  rows_.assign(sorted.begin() + 1, sorted.begin() + 1 + static_cast<std::ptrdiff_t>(size_.k));
}

Numbers Embedding::map(const Numbers& gradient) const {
  Numbers phi(size_.k, 0.0);
  for (const Neighbour& near : neighbours(gradient, rows_[0].size(), SIZE_MAX)) {
    for (std::size_t r = 0; r < phi.size(); ++r) {
      phi[r] = phi[r] + near.weight * rows_[r][near.landmark];
    }
  }
  normalise(phi);
  return phi;
}

}  // namespace eenet::verify::plain
