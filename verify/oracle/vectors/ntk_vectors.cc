// The group ntk: entries of the infinite-width kernel, from 100 digits.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/elementary.h"
#include "reference/require.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/oracle/vectors/wide.h"
#include "verify/plain/ntk.h"

namespace eenet::verify::oracle {

namespace {

constexpr const char* kReason =
    "the formulas of docs/protocol.md with an inner product in any order and sqrt and acos within "
    "4 "
    "units in the last place: near c = 1 and c = -1, acos and sqrt(1 - c^2) turn an error e of the "
    "cosine into one of the size of sqrt(e)";

// What the formulas lose for one pair. e is how far Sigma may be off: kappa1 has a derivative of at
// most 1, sqrt(1 - c^2) is off by the smaller of sqrt(r) and r/sqrt(1 - c^2) for the r that
// rounding leaves in 1 - c^2, and acos by acos(1 - e) <= 2 sqrt(e) or by 2 e/sqrt(1 - c^2),
// which holds if 1 - c^2 is at least 4 e.
double bound_of(const Numbers& x, const Numbers& y, int levels, const Arithmetic& arithmetic) {
  const double u = arithmetic.unit_roundoff;
  const auto d = static_cast<double>(x.size());
  double inner = 0.0;
  double square_x = 0.0;
  double square_y = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    inner += x[i] * y[i];
    square_x += x[i] * x[i];
    square_y += y[i] * y[i];
  }
  const double norms = std::sqrt(square_x * square_y);
  if (norms == 0.0) return 0.0;
  constexpr double kInflate = 1.0 + 0x1p-20;  // the bound is computed too, from an approximate H
  double sigma = std::clamp(inner / norms, -1.0, 1.0);
  double h = sigma;
  double sigma_error = 2.0 * gamma(2.0 * d + 8.0, arithmetic);
  double h_error = sigma_error;
  for (int level = 0; level < levels; ++level) {
    const double rest = (1.0 - sigma) * (1.0 + sigma);
    const bool steep = rest < 4.0 * std::max(sigma_error, 4.0 * u);
    const auto turned = [&](double error) {
      return steep ? 2.0 * std::sqrt(error)
                   : std::min(2.0 * std::sqrt(error), 2.0 * error / std::sqrt(rest));
    };
    const double angle = arc_cosine(sigma);
    const double angle_error = turned(sigma_error) + 8.0 * u * std::numbers::pi;
    const double k0 = (std::numbers::pi - angle) / std::numbers::pi;
    const double k0_error = angle_error / std::numbers::pi + 4.0 * u;
    const double k1_error =
        sigma_error + turned(4.0 * u) / std::numbers::pi + (8.0 * std::numbers::pi + 16.0) * u;
    const double k1 = (std::sqrt(rest) + sigma * (std::numbers::pi - angle)) / std::numbers::pi;
    h_error = h_error * (k0 + k0_error) + (std::abs(h) + h_error) * k0_error + k1_error +
              4.0 * u * (std::abs(h) + 1.0);
    h = h * k0 + k1;
    sigma = std::clamp(k1, -1.0, 1.0);
    sigma_error = k1_error;
  }
  const double entry = (std::abs(h) + std::abs(sigma)) / 2.0;
  return norms * ((h_error + sigma_error) / 2.0 + gamma(2.0 * d + 8.0, arithmetic) * entry) *
         kInflate;
}

struct Contexts {
  std::string name;
  std::vector<Numbers> columns;
  std::string catches;
};

Numbers scaled(Numbers x, double factor) {
  for (double& entry : x) entry *= factor;
  return x;
}

Numbers nudged(Numbers x, double by) {
  x[1] += by;
  return x;
}

std::vector<Contexts> contexts() {
  Rng rng(1, "vectors/ntk");
  const Numbers a = float_unit_vector(rng, 3);
  const Numbers b = float_unit_vector(rng, 3);
  const Numbers c = short_numbers(rng, 3);
  const Numbers unit = {1.0, 0.0, 0.0};
  return {
      {"ordinary",
       {a, b, float_unit_vector(rng, 3), float_unit_vector(rng, 3)},
       "the paper's printed number of levels in place of the network's, or one convention for the "
       "other; kappa0 and kappa1 exchanged; the sum without its half"},
      {"not-unit", {scaled(a, 0.25), c, scaled(b, 3.0)}, "contexts that are taken to have norm 1"},
      {"near-duplicates",
       {a, nudged(a, 0x1p-20), nudged(a, -0x1p-12)},
       "a cosine above 1, and so an entry that is no number"},
      {"duplicates", {c, c, scaled(c, 2.0)}, "acos of a cosine that rounding moved beyond 1"},
      {"antipodal",
       {a, scaled(a, -1.0), nudged(scaled(a, -1.0), 0x1p-18)},
       "acos of a cosine below -1, or a ReLU on the kernel"},
      {"orthogonal",
       {unit, {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0}},
       "an angle in degrees, or a factor of pi that is missing"},
      {"zero", {{0.0, 0.0, 0.0}, a, {0.0, 0.0, 0.0}}, "a division by the norm 0"}};
}

using Entry = double (*)(const Numbers&, const Numbers&, int);

double by_100_digits(const Numbers& x, const Numbers& y, int levels) {
  return static_cast<double>(wide_ntk(x, y, levels));
}

double by_the_twin(const Numbers& x, const Numbers& y, int levels) {
  return static_cast<double>(plain::ntk(plain::vector_of(x), plain::vector_of(y), levels));
}

double bound_in_double(const Numbers& x, const Numbers& y, int levels) {
  return bound_of(x, y, levels, kDouble);
}

double bound_in_float(const Numbers& x, const Numbers& y, int levels) {
  return bound_of(x, y, levels, kFloat);
}

Json matrix_of(const std::vector<Numbers>& columns, int levels, Entry entry) {
  Json rows = Json::array();
  for (const Numbers& x : columns) {
    Json row = Json::array();
    for (const Numbers& y : columns) row.push_back(entry(x, y, levels));
    rows.push_back(std::move(row));
  }
  return rows;
}

VectorGroupFile file_of(int depth, const std::string& convention) {
  const int levels = convention == "corrected" ? depth - 1 : depth;
  const std::string name = text("L", depth, "-", convention);
  VectorGroupFile file{"ntk-" + name,
                       "ntk",
                       "the neural tangent kernel of infinite width, from 100 digits rounded once",
                       {{"op", "ntk"}, {"depth", depth}, {"convention", convention}},
                       {}};
  for (const Contexts& given : contexts()) {
    Json lists = Json::array();
    for (const Numbers& column : given.columns) lists.push_back(Json(column));
    TestVector vector{"ntk/" + name + "/" + given.name,
                      given.catches,
                      {"ntk-convention"},
                      {{"contexts", lists}},
                      {}};
    vector.fields.push_back({"ntk", matrix_of(given.columns, levels, by_100_digits),
                             matrix_of(given.columns, levels, by_the_twin),
                             matrix_of(given.columns, levels, bound_in_double),
                             matrix_of(given.columns, levels, bound_in_float), kReason});
    file.vectors.push_back(std::move(vector));
  }
  return file;
}

}  // namespace

GroupFiles ntk_vectors() {
  return {file_of(2, "corrected"), file_of(2, "printed"), file_of(3, "corrected"),
          file_of(5, "printed"), file_of(5, "corrected")};
}

}  // namespace eenet::verify::oracle
