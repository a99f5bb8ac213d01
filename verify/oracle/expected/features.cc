#include "verify/oracle/expected/features.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

// Sums of entries of the gradient with signs. `rows[i]` is where entry i goes.
Balls signed_sums(const Balls& gradient, std::size_t size, const std::vector<std::size_t>& rows,
                  const std::vector<double>& signs, const Rounding& rounding) {
  Balls all(size);
  std::vector<double> terms(size, 0.0);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const std::size_t row = rows[i];
    all.value[row] += signs.empty() ? gradient.value[i] : signs[i] * gradient.value[i];
    all.error[row] += gradient.error[i];
    all.magnitude[row] += std::abs(gradient.value[i]) + gradient.error[i];
    if (gradient.value[i] != 0.0 || gradient.error[i] != 0.0) terms[row] += 1.0;
  }
  for (std::size_t row = 0; row < size; ++row) {
    if (terms[row] > 1.0) all.error[row] += rounding.relative(terms[row]) * all.magnitude[row];
  }
  return all;
}

Balls block_means(const Balls& gradient, std::size_t block, const Rounding& rounding) {
  std::vector<std::size_t> rows(gradient.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i / block;
  Balls all = signed_sums(gradient, (rows.size() + block - 1) / block, rows, {}, rounding);
  const Ball size = {static_cast<double>(block), 0.0};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all.magnitude[i] > 0.0) all.set(i, quotient(all[i], size, rounding));
  }
  return all;
}

Balls projected(const json& features, const Balls& gradient, const Rounding& rounding) {
  return signed_sums(gradient, features.at("k").get<std::size_t>(),
                     features.at("rows").get<std::vector<std::size_t>>(),
                     features.at("signs").get<std::vector<double>>(), rounding);
}

Balls anything(std::size_t size) {
  Balls all(size);
  for (std::size_t i = 0; i < size; ++i) all.set(i, {0.0, 1.0});
  return all;
}

Balls to_norm_one(const Balls& v, const Rounding& rounding) {
  Balls all(v.size());
  const bool zero = std::all_of(v.magnitude.begin(), v.magnitude.end(),
                                [](double magnitude) { return magnitude == 0.0; });
  if (zero) {
    all.set(0, {1.0, 0.0});
    return all;
  }
  // In units of the largest entry our own squares neither overflow nor vanish; those of the judged
  // may, and are taken for computed as they stand.
  const double unit = *std::max_element(v.magnitude.begin(), v.magnitude.end());
  double squares = 0.0;
  double error = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double value = v.value[i] / unit;
    const double off = v.error[i] / unit;
    squares += value * value;
    error += 2.0 * std::abs(value) * off + off * off;
  }
  const auto terms = static_cast<double>(v.size());
  error +=
      rounding.relative(terms + 2.0) * (squares + error) + terms * rounding.tiny() / unit / unit;
  const Ball norm = root({squares, error}, rounding);
  if (!(norm.error < norm.value)) return anything(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v.value[i] == 0.0 && v.error[i] == 0.0) continue;
    Ball entry = quotient({v.value[i] / unit, v.error[i] / unit}, norm, rounding);
    // A quotient, or a product with the reciprocal; and no entry is above 1 but by rounding.
    entry = rounded_again(entry, 2.0, rounding);
    entry.error = std::min(entry.error, 1.0 + std::abs(entry.value));
    all.set(i, entry);
  }
  return all;
}

}  // namespace

std::size_t features_size(const json& features, std::size_t gradient_size) {
  const auto kind = features.at("kind").get<std::string>();
  if (kind == "gradient") return gradient_size;
  if (kind != "block-mean") return features.at("k").get<std::size_t>();
  const auto block = features.at("block").get<std::size_t>();
  return (gradient_size + block - 1) / block;
}

Balls features_of(const json& features, const Balls& gradient, const Rounding& rounding,
                  bool normalised) {
  const auto kind = features.at("kind").get<std::string>();
  Balls raw;
  if (kind == "gradient") {
    raw = gradient;
  } else if (kind == "block-mean") {
    raw = block_means(gradient, features.at("block").get<std::size_t>(), rounding);
  } else if (kind == "projection") {
    raw = projected(features, gradient, rounding);
  } else {
    EENET_REQUIRE(kind == "lle", "features: kind ", kind,
                  ", expected gradient, block-mean, projection or lle");
    raw = embedded(features, gradient, rounding);
    if (raw.size() == 0) return anything(features_size(features, gradient.size()));
  }
  if (normalised) return to_norm_one(raw, rounding);
  for (std::size_t i = 0; i < raw.size(); ++i) raw.set(i, raw[i]);
  return raw;
}

}  // namespace eenet::verify::oracle
