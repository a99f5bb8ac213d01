#include "verify/oracle/native_features.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "reference/operations/operations.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

template <typename Scalar>
using Numbers = std::vector<Scalar>;

template <typename Scalar>
Scalar inner(const Numbers<Scalar>& a, const Numbers<Scalar>& b) {
  Scalar sum(0);
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// In double precision the reference's, with its bits.
template <typename Scalar>
void to_norm_one(Numbers<Scalar>& phi) {
  if constexpr (std::is_same_v<Scalar, double>) {
    normalise(Eigen::Map<Eigen::VectorXd>(phi.data(), static_cast<Eigen::Index>(phi.size())));
  } else {
    const Scalar norm = std::sqrt(inner(phi, phi));
    if (norm == Scalar(0)) {
      phi.assign(phi.size(), Scalar(0));
      phi[0] = Scalar(1);
      return;
    }
    for (Scalar& entry : phi) entry /= norm;
  }
}

template <typename Scalar>
Numbers<Scalar> embedded(const json& features, const Numbers<Scalar>& gradient) {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  const auto landmarks = features.at("landmarks").get<std::vector<Numbers<Scalar>>>();
  const auto places = features.at("embedding").get<std::vector<Numbers<Scalar>>>();
  std::vector<Numbers<Scalar>> away = landmarks;
  std::vector<std::pair<Scalar, std::size_t>> order;
  for (std::size_t i = 0; i < away.size(); ++i) {
    for (std::size_t k = 0; k < gradient.size(); ++k) away[i][k] = gradient[k] - landmarks[i][k];
    order.emplace_back(inner(away[i], away[i]), i);
  }
  std::sort(order.begin(), order.end());
  const auto n = features.at("neighbours").get<Eigen::Index>();
  const auto near = [&order](Eigen::Index i) { return order[static_cast<std::size_t>(i)].second; };
  Matrix c(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) c(i, j) = inner(away[near(i)], away[near(j)]);
  }
  const Scalar trace = c.trace();
  const auto ridge = features.at("ridge").get<Scalar>();
  c.diagonal().array() += trace > Scalar(0) ? ridge * trace : ridge;
  Vector w = c.llt().solve(Vector::Ones(n));
  w /= w.sum();
  Numbers<Scalar> phi(features.at("k").get<std::size_t>(), Scalar(0));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < phi.size(); ++r) phi[r] += w[i] * places[near(i)][r];
  }
  return phi;
}

}  // namespace

template <typename Scalar>
std::vector<Scalar> native_features(const json& features, const std::vector<Scalar>& gradient) {
  const auto kind = features.at("kind").get<std::string>();
  Numbers<Scalar> phi;
  if (kind == "gradient") {
    phi = gradient;
  } else if (kind == "block-mean") {
    const auto block = features.at("block").get<std::size_t>();
    phi.assign((gradient.size() + block - 1) / block, Scalar(0));
    for (std::size_t i = 0; i < gradient.size(); ++i) phi[i / block] += gradient[i];
    for (Scalar& mean : phi) mean /= static_cast<Scalar>(block);
  } else if (kind == "projection") {
    phi.assign(features.at("k").get<std::size_t>(), Scalar(0));
    const json& rows = features.at("rows");
    const json& signs = features.at("signs");
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      Scalar& to = phi[rows[i].get<std::size_t>()];
      to = signs[i].get<int>() > 0 ? to + gradient[i] : to - gradient[i];
    }
  } else {
    phi = embedded(features, gradient);
  }
  to_norm_one(phi);
  return phi;
}

template <typename Scalar>
json native_ntk(const std::vector<std::vector<Scalar>>& contexts, int depth, bool corrected) {
  const Scalar pi = std::numbers::pi_v<Scalar>;
  json matrix = json::array();
  for (const auto& x : contexts) {
    json row = json::array();
    for (const auto& y : contexts) {
      const Scalar sizes = std::sqrt(inner(x, x)) * std::sqrt(inner(y, y));
      if (sizes == Scalar(0)) {
        row.push_back(0.0);
        continue;
      }
      Scalar sigma = std::clamp(inner(x, y) / sizes, Scalar(-1), Scalar(1));
      Scalar h = sigma;
      for (int level = 0; level < (corrected ? depth - 1 : depth); ++level) {
        const Scalar angle = std::acos(sigma);
        const Scalar kappa1 =
            (std::sqrt(std::max(Scalar(0), Scalar(1) - sigma * sigma)) + sigma * (pi - angle)) / pi;
        h = h * (pi - angle) / pi + kappa1;
        sigma = std::min(kappa1, Scalar(1));
      }
      row.push_back(static_cast<double>(sizes * (h + sigma) / Scalar(2)));
    }
    matrix.push_back(std::move(row));
  }
  return matrix;
}

template std::vector<float> native_features(const json&, const std::vector<float>&);
template std::vector<double> native_features(const json&, const std::vector<double>&);
template json native_ntk(const std::vector<std::vector<float>>&, int, bool);
template json native_ntk(const std::vector<std::vector<double>>&, int, bool);

}  // namespace eenet::verify::oracle
