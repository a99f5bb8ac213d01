// The feature maps that are linear before they are normalised, for questions and for bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "verify/oracle/vectors/network_bounds.h"
#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

struct FeatureMap {
  std::string kind = "projection";  // "gradient", "block-mean" or "projection"
  std::size_t size = 1;             // of the gradient
  std::size_t block = 1;
  std::size_t k = 1;
  std::uint64_t seed = 1;  // of the projection's places and signs

  [[nodiscard]] std::size_t output_size() const;
  // The setting of a method: "features=block-mean,block=3".
  [[nodiscard]] std::string setting() const;
  // `features` of a question.
  [[nodiscard]] Json question() const;
};

// What reference/ makes of a gradient, and what the twin does.
Numbers features_of(const FeatureMap& map, const Numbers& gradient);
Numbers features_of_the_twin(const FeatureMap& map, const Numbers& gradient);

// How far phi may be off if the gradient is known up to the given errors.
std::optional<Numbers> feature_bounds(const FeatureMap& map, const Numbers& gradient,
                                      const Numbers& gradient_error, const Judged& judged);

}  // namespace eenet::verify::oracle
