// phi: every feature map against its definition. [EENET, Proposed Method, remark1]
#include <algorithm>
#include <cmath>
#include <memory>

#include "reference/gradient_features/block_means.h"
#include "reference/gradient_features/locally_linear_embedding.h"
#include "reference/gradient_features/random_projection.h"
#include "reference/gradient_features/whole_gradient.h"
#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/plain/embedding.h"
#include "verify/properties/comparison.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

using Wide = std::vector<long double>;

// What the wide sums below miss themselves is at most this part of what double sums miss.
constexpr long double kWideShare = 1.0L + 0x1p-10L;

struct Sizes {
  Eigen::Index gradient = 1;
  Eigen::Index block = 1;
  Eigen::Index k = 1;
};

Sizes sizes_of(const Case& one) {
  Rng rng = case_rng(one, "sizes");
  const std::uint64_t p = one.parameter_count();
  Sizes sizes;
  sizes.gradient = static_cast<Eigen::Index>(p);
  sizes.block = static_cast<Eigen::Index>(1 + rng.below(std::min<std::uint64_t>(p + 2, 60)));
  sizes.k = static_cast<Eigen::Index>(1 + rng.below(12));
  return sizes;
}

// The gradient of the case's network, or numbers of all sizes in its place.
Eigen::VectorXd random_gradient(const Case& one) {
  Rng rng = case_rng(one, "gradient");
  if (rng.below(3) != 0) {
    const Point point = random_point(one);
    return plain::vector_of(plain::gradient(point.shape, point.theta,
                                            plain::forward(point.shape, point.theta, point.x)));
  }
  Eigen::VectorXd gradient(static_cast<Eigen::Index>(one.parameter_count()));
  for (double& entry : gradient) {
    entry = one.kind == Kind::kSpecial ? special_number(rng) : rounded(rng.normal(), one.digits);
    if (one.kind == Kind::kTiny) entry = std::ldexp(entry, -static_cast<int>(rng.below(1060)));
  }
  return gradient;
}

std::vector<std::unique_ptr<GradientFeatures>> all_maps(const Case& one, const Sizes& sizes) {
  std::vector<std::unique_ptr<GradientFeatures>> maps;
  maps.push_back(std::make_unique<WholeGradient>(sizes.gradient));
  maps.push_back(std::make_unique<BlockMeans>(sizes.gradient, sizes.block));
  maps.push_back(std::make_unique<RandomProjection>(sizes.gradient, sizes.k, one.seed));
  EmbeddingSettings settings;
  settings.k = sizes.k;
  maps.push_back(std::make_unique<LocallyLinearEmbedding>(sizes.gradient, settings, one.seed));
  return maps;
}

// The largest difference of |phi|^2 from 1: the sum of n squares, its root and n quotients are
// rounded, and what is lost below the normal numbers is nothing beside an entry of at least
// 1/sqrt(n).
long double norm_bound(std::size_t n) {
  const auto entries = static_cast<double>(n);
  return (gamma(entries + 6.0, kDouble) + entries * 0x1p-1070) * kWideShare;
}

void compare_norm(const Eigen::VectorXd& phi, Findings& findings) {
  long double square = 0.0L;
  for (const double entry : phi) square += static_cast<long double>(entry) * entry;
  const auto size = static_cast<std::size_t>(phi.size());
  const long double error = square - 1.0L;
  WorstEntry worst;
  worst.see(0, static_cast<double>(error), 0.0L, norm_bound(size));
  worst.tell("|phi|^2 - 1", findings);
}

void has_norm_one(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::VectorXd gradient = random_gradient(one);
  for (const auto& map : all_maps(one, sizes)) {
    const Eigen::VectorXd phi = map->map(gradient);
    findings.require(phi.size() == map->output_dim(),
                     [&] { return text("phi has ", phi.size(), " entries"); });
    compare_norm(phi, findings);
  }
}

void zero_gives_first_unit(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(sizes.gradient);
  for (const auto& map : all_maps(one, sizes)) {
    const Eigen::VectorXd phi = map->map(zero);
    plain::Numbers expected(static_cast<std::size_t>(map->output_dim()), 0.0);
    expected[0] = 1.0;
    require_same("phi of 0", phi, expected, findings);
  }
}

void passes_give_the_same(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Point point = random_point(one);
  const Mlp net = reference_network(point);
  ForwardPass pass;
  BackwardPass back;
  net.forward(plain::vector_of(point.x), pass);
  backward(net, pass, back);
  const Eigen::VectorXd gradient = plain::vector_of(
      plain::gradient(point.shape, point.theta, plain::forward(point.shape, point.theta, point.x)));
  for (const auto& map : all_maps(one, sizes)) {
    Eigen::VectorXd from_passes(map->output_dim());
    map->map(pass, back, from_passes);
    require_same("phi", from_passes, plain::numbers_of(map->map(gradient)), findings);
  }
}

// phi must be b/|b|, where b was computed with an error of at most error[i] in entry i.
void require_normalised(const Eigen::VectorXd& phi, const Wide& b, const Wide& error,
                        Findings& findings) {
  long double square = 0.0L;
  long double error_square = 0.0L;
  for (std::size_t i = 0; i < b.size(); ++i) {
    square += b[i] * b[i];
    error_square += error[i] * error[i];
  }
  const long double norm = std::sqrt(square);
  const long double error_norm = std::sqrt(error_square) * kWideShare;
  if (norm == 0.0L && error_norm > 0.0L) return;
  if (error_norm >= 0.5L * norm && norm > 0.0L) return;  // nothing is known of its direction
  findings.require(static_cast<std::size_t>(phi.size()) == b.size(),
                   [&] { return text("phi has ", phi.size(), " entries, expected ", b.size()); });
  if (static_cast<std::size_t>(phi.size()) != b.size()) return;
  WorstEntry worst;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double got = phi[static_cast<Eigen::Index>(i)];
    if (norm == 0.0L) {
      worst.see(i, got, i == 0 ? 1.0L : 0.0L, 0.0L);
      continue;
    }
    const long double direction = b[i] / norm;
    // An error e of b turns it: |(b + e)/|b + e| - b/|b|| entry by entry.
    const long double turned = (error[i] + std::abs(direction) * error_norm) / (norm - error_norm);
    const long double rounded_off =
        gamma(static_cast<double>(b.size()) + 6.0, kDouble) * (std::abs(direction) + turned);
    worst.see(i, got, direction, (turned + rounded_off) * kWideShare + 0x1p-1072L);
  }
  worst.tell("phi", findings);
}

void whole_is_parallel(const Case& one, Findings& findings) {
  const Eigen::VectorXd gradient = random_gradient(one);
  const WholeGradient map(gradient.size());
  const Eigen::VectorXd phi = map.map(gradient);
  const Wide exact(gradient.begin(), gradient.end());
  require_normalised(phi, exact, Wide(exact.size(), 0.0L), findings);
}

void blocks_are_means(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::VectorXd gradient = random_gradient(one);
  const BlockMeans map(sizes.gradient, sizes.block);
  const Eigen::VectorXd phi = map.map(gradient);
  Wide means;
  Wide error;
  for (Eigen::Index begin = 0; begin < gradient.size(); begin += sizes.block) {
    long double sum = 0.0L;
    long double magnitude = 0.0L;
    for (Eigen::Index i = begin; i < std::min(begin + sizes.block, gradient.size()); ++i) {
      sum += gradient[i];
      magnitude += std::abs(gradient[i]);
    }
    const auto block = static_cast<double>(sizes.block);  // also of the last, filled up with zeros
    means.push_back(sum / block);
    error.push_back(gamma(block + 1.0, kDouble) * magnitude / block + kDouble.underflow);
    if (magnitude == 0.0L) error.back() = 0.0L;
  }
  require_normalised(phi, means, error, findings);
}

void projection_is_its_matrix(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::VectorXd gradient = random_gradient(one);
  const RandomProjection map(sizes.gradient, sizes.k, one.seed);
  const Eigen::MatrixXd matrix = map.matrix();
  const Eigen::VectorXd phi = map.map(gradient);
  Wide sums(static_cast<std::size_t>(matrix.rows()), 0.0L);
  Wide error(sums.size(), 0.0L);
  const double roundings = static_cast<double>(gradient.size());
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      const double term = matrix(row, i) * gradient[i];
      sums[static_cast<std::size_t>(row)] += term;
      error[static_cast<std::size_t>(row)] += gamma(roundings, kDouble) * std::abs(term);
    }
  }
  require_normalised(phi, sums, error, findings);
}

void projection_has_one_sign_per_column(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::MatrixXd matrix = RandomProjection(sizes.gradient, sizes.k, one.seed).matrix();
  findings.require(matrix.rows() == sizes.k && matrix.cols() == sizes.gradient,
                   [&] { return text("S is ", matrix.rows(), " x ", matrix.cols()); });
  Rng rng(one.seed, "features", 0);
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) {
    const std::uint64_t drawn = rng.below(2 * static_cast<std::uint64_t>(sizes.k));
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(matrix.rows());
    expected[static_cast<Eigen::Index>(drawn / 2)] = drawn % 2 == 1 ? 1.0 : -1.0;
    if (matrix.col(i) == expected) continue;
    findings.require(false,
                     [&] { return text("column ", i, " of S is not what was drawn for it"); });
    break;
  }
}

void scale_does_not_matter(const Case& one, Findings& findings) {
  const Sizes sizes = sizes_of(one);
  const Eigen::VectorXd gradient = random_gradient(one);
  Rng rng = case_rng(one, "scale");
  const int exponent = static_cast<int>(rng.below(200)) - 100;
  Eigen::VectorXd scaled = gradient;
  for (double& entry : scaled) {
    entry = std::ldexp(entry, exponent);
    // A power of two changes no digit, unless something falls below the normal numbers.
    if (entry != 0.0 && std::abs(entry) < 0x1p-900) return;
  }
  for (const double entry : gradient) {
    if (entry != 0.0 && std::abs(entry) < 0x1p-900) return;
  }
  for (const auto& map : all_maps(one, sizes)) {
    require_same("phi of the scaled gradient", map->map(scaled),
                 plain::numbers_of(map->map(gradient)), findings);
  }
}

// Played gradients one after the other; the embedding must be the documented one after each.
void embedding_follows_its_landmarks(const Case& one, Findings& findings) {
  constexpr std::uint64_t kLongest = 64;
  Rng rng = case_rng(one, "landmarks");
  EmbeddingSettings settings;
  settings.k = static_cast<Eigen::Index>(1 + rng.below(3));
  settings.neighbours = static_cast<Eigen::Index>(1 + rng.below(3));
  settings.landmarks = static_cast<Eigen::Index>(5 + rng.below(14));
  const auto size = static_cast<Eigen::Index>(std::min(one.parameter_count(), kLongest));
  LocallyLinearEmbedding map(size, settings, one.seed);
  const RandomProjection before(size, settings.k, one.seed);
  plain::Embedding expected({static_cast<std::size_t>(settings.k),
                             static_cast<std::size_t>(settings.neighbours),
                             static_cast<std::size_t>(settings.landmarks), settings.ridge});
  // At times so small that the squares of differences are not there.
  const int exponent = rng.below(4) == 0 ? -500 - static_cast<int>(rng.below(500)) : 0;
  Eigen::VectorXd ordinary(size);
  Eigen::VectorXd gradient;
  Eigen::Index landmarks = 0;
  while (landmarks < settings.landmarks + 2) {
    // At times the same once more, neighbours at distance 0; at times one that is no landmark.
    const bool repeated = landmarks > 0 && rng.below(4) == 0;
    for (Eigen::Index i = 0; i < size && !repeated; ++i) {
      ordinary[i] = std::ldexp(number_between(rng, -1.0, 1.0, one.digits), exponent);
    }
    const bool huge = rng.below(8) == 0;
    gradient = ordinary;
    if (huge) gradient[0] = std::ldexp(1.5, 400 + static_cast<int>(rng.below(600)));
    const Eigen::VectorXd phi = map.map(gradient);
    if (expected.fitted() && plain::Embedding::has_distances(plain::numbers_of(gradient))) {
      const plain::Numbers wanted = expected.map(plain::numbers_of(gradient));
      require_same("phi", phi, wanted, findings);
      compare_norm(phi, findings);
    } else {
      require_same("phi without a fit", phi, plain::numbers_of(before.map(gradient)), findings);
    }
    findings.require(map.wants_played_gradients() == (landmarks < settings.landmarks), [&] {
      return text("after ", landmarks, " landmarks it wants ",
                  map.wants_played_gradients() ? "more" : "no more");
    });
    if (!huge) ++landmarks;
    map.observe_played(gradient);
    expected.observe(plain::numbers_of(gradient));
    findings.require((map.embedding().cols() > 0) == expected.fitted(), [&] {
      return text("a fit is early or late after ", landmarks, " landmarks");
    });
    for (std::size_t row = 0; row < expected.rows().size() && map.embedding().cols() > 0; ++row) {
      require_same("embedding",
                   Eigen::VectorXd(map.embedding().row(static_cast<Eigen::Index>(row))),
                   expected.rows()[row], findings);
    }
    if (findings.worst().outcome == Outcome::kDisagree) break;
  }
}

}  // namespace

Suite features_suite() {
  return {
      "features",
      1,
      {{"Every phi has norm 1, and the length that its map announces.", has_norm_one},
       {"The zero gradient gives the first unit vector.", zero_gives_first_unit},
       {"The two passes and the gradient made of them give one phi, to the bit.",
        passes_give_the_same},
       {"`gradient`: phi is the gradient divided by its norm.", whole_is_parallel},
       {"`block-mean`: phi is the blocks' means, normalised.", blocks_are_means},
       {"`projection`: phi is S g, normalised.", projection_is_its_matrix},
       {"S has one sign per column, drawn from the stream `features`.",
        projection_has_one_sign_per_column},
       {"phi does not change when the gradient is scaled.", scale_does_not_matter},
       {"`lle`: landmarks are the first played gradients, fits come when they are due, and phi is "
        "the documented one between them, to the bit.",
        embedding_follows_its_landmarks}}};
}

}  // namespace eenet::verify
