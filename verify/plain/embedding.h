// Locally linear embedding a second time, from docs/numerics.md.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/plain/numerics.h"

namespace eenet::verify::plain {

struct EmbeddingSize {
  std::size_t k = 1;
  std::size_t neighbours = 1;
  std::size_t landmarks = 3;
  double ridge = 1e-3;
};

class Embedding {
 public:
  explicit Embedding(const EmbeddingSize& size) : size_(size) {}

  // Whether a gradient can be a landmark, or be reconstructed from them.
  static bool has_distances(const Numbers& gradient);
  // The gradient of a played arm: a landmark while there is room; fits anew when it is time to.
  void observe(const Numbers& gradient);

  [[nodiscard]] bool fitted() const { return !rows_.empty(); }
  // phi. Requires fitted().
  [[nodiscard]] Numbers map(const Numbers& gradient) const;

  // Entry i of row r: the r-th coordinate of landmark i.
  [[nodiscard]] const std::vector<Numbers>& rows() const { return rows_; }

 private:
  struct Neighbour {
    std::size_t landmark = 0;
    double weight = 0.0;
  };
  // Among the first `count` landmarks but `except`.
  [[nodiscard]] std::vector<Neighbour> neighbours(const Numbers& gradient, std::size_t count,
                                                  std::size_t except) const;
  void fit();

  EmbeddingSize size_;
  std::vector<Numbers> landmarks_;
  std::vector<Numbers> rows_;
};

}  // namespace eenet::verify::plain
