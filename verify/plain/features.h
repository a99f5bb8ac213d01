// phi a second time, from docs/numerics.md: the whole gradient, block means, the random projection,
// the embedding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/settings.h"
#include "verify/plain/embedding.h"
#include "verify/plain/numerics.h"

namespace eenet::verify::plain {

class Features {
 public:
  // `method` is complete.
  Features(const Spec& method, std::size_t gradient_size, std::uint64_t seed);

  [[nodiscard]] std::size_t output_size() const { return output_size_; }
  [[nodiscard]] Numbers map(const Numbers& gradient) const;
  // The gradient of the arm that was played.
  void observe(const Numbers& gradient);

  // Where each gradient entry goes in the projection: row w/2, sign + for odd w.
  [[nodiscard]] const std::vector<std::uint64_t>& draws() const { return draws_; }

 private:
  std::string name_;
  std::size_t block_ = 1;
  std::size_t output_size_ = 1;
  std::vector<std::uint64_t> draws_;
  std::optional<Embedding> embedding_;
};

// A whole number among the settings of a complete spec.
std::uint64_t whole_number(const Spec& spec, const std::string& key);
// A decimal fraction, rounded once.
double decimal(const Spec& spec, const std::string& key);

}  // namespace eenet::verify::plain
