#include "verify/oracle/vectors/feature_map.h"

#include <cmath>
#include <memory>

#include "reference/gradient_features/gradient_features.h"
#include "reference/registry.h"
#include "reference/rng.h"
#include "verify/plain/features.h"

namespace eenet::verify::oracle {

namespace {

// Where entry i goes in the projection: row draw / 2, sign + if it is odd.
std::vector<std::uint64_t> draws_of(const FeatureMap& map) {
  Rng rng(map.seed, stream::kFeatures);
  std::vector<std::uint64_t> draws(map.size);
  for (std::uint64_t& draw : draws) draw = rng.below(2 * map.k);
  return draws;
}

}  // namespace

std::size_t FeatureMap::output_size() const {
  if (kind == "gradient") return size;
  return kind == "block-mean" ? (size + block - 1) / block : k;
}

std::string FeatureMap::setting() const {
  std::string text = "features=" + kind;
  if (kind == "block-mean") text += ",block=" + std::to_string(block);
  if (kind == "projection") text += ",k=" + std::to_string(k);
  return text;
}

Json FeatureMap::question() const {
  Json json = {{"kind", kind}};
  if (kind == "block-mean") json["block"] = block;
  if (kind == "projection") {
    Json rows = Json::array();
    Json signs = Json::array();
    for (const std::uint64_t draw : draws_of(*this)) {
      rows.push_back(draw / 2);
      signs.push_back(draw % 2 == 1 ? 1 : -1);
    }
    json["k"] = k;
    json["rows"] = rows;
    json["signs"] = signs;
  }
  return json;
}

Numbers features_of(const FeatureMap& map, const Numbers& gradient) {
  const Spec method = Spec::parse("eenet:" + map.setting());
  const Settings settings("features", gradient_features_keys(), method.given);
  const auto features =
      make_gradient_features(settings, static_cast<Eigen::Index>(map.size), map.seed);
  return plain::numbers_of(features->map(plain::vector_of(gradient)));
}

Numbers features_of_the_twin(const FeatureMap& map, const Numbers& gradient) {
  const Spec method = complete_policy_spec(Spec::parse("eenet:" + map.setting()));
  return plain::Features(method, map.size, map.seed).map(gradient);
}

std::optional<Numbers> feature_bounds(const FeatureMap& map, const Numbers& gradient,
                                      const Numbers& gradient_error, const Judged& judged) {
  const std::vector<std::uint64_t> draws = draws_of(map);
  Numbers sums(map.output_size(), 0.0);
  Numbers magnitudes(sums.size(), 0.0);
  Numbers error(sums.size(), 0.0);
  Numbers terms(sums.size(), 0.0);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const std::size_t to = map.kind == "gradient"     ? i
                           : map.kind == "block-mean" ? i / map.block
                                                      : draws[i] / 2;
    const bool plus = map.kind != "projection" || draws[i] % 2 == 1;
    sums[to] += plus ? gradient[i] : -gradient[i];
    magnitudes[to] += std::abs(gradient[i]) + gradient_error[i];
    error[to] += gradient_error[i];
    terms[to] += 1.0;
  }
  for (std::size_t to = 0; to < sums.size(); ++to) {
    // A sum of one term is exact. The mean is a quotient more; a common factor has no direction.
    const double roundings = terms[to] - 1.0 + (map.kind == "block-mean" ? 1.0 : 0.0);
    if (roundings > 0.0) error[to] += gamma(roundings, judged.arithmetic) * magnitudes[to];
  }
  return direction_bounds(sums, error, judged);
}

}  // namespace eenet::verify::oracle
