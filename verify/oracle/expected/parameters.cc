#include "verify/oracle/expected/parameters.h"

#include "reference/require.h"

namespace eenet::verify::oracle {

ParameterMap::ParameterMap(const NaiveShape& declared, const Dialect& dialect, bool transposed)
    : declared_(declared), shape_(declared), constant_(dialect.biases != Biases::kNone) {
  if (constant_) {
    ++shape_.input_dim;
    ++shape_.width;
  }
  for (std::size_t l = 0; l <= shape_.depth + 1; ++l) {
    offsets_.push_back(l == 0 ? 0 : shape_.offset(l));
  }
  entries_.reserve(declared.parameter_count() + bias_count());
  for (std::size_t i = 1; i <= declared.depth; ++i) {
    const std::size_t l = dialect.order == LayerOrder::kForward ? i : declared.depth + 1 - i;
    add_weights(l, dialect, transposed);
    if (dialect.biases == Biases::kInterleaved) add_biases(l);
  }
  for (std::size_t i = 1; dialect.biases == Biases::kLast && i <= declared.depth; ++i) {
    add_biases(dialect.order == LayerOrder::kForward ? i : declared.depth + 1 - i);
  }
}

void ParameterMap::add_weights(std::size_t layer, const Dialect& dialect, bool transposed) {
  const std::size_t rows = declared_.rows(layer);
  const std::size_t columns = declared_.columns(layer);
  const bool square = layer > 1 && layer < declared_.depth;
  const bool by_rows = (dialect.layout == Layout::kRowMajor) != (transposed && square);
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const std::size_t row = by_rows ? i / columns : i % rows;
    const std::size_t column = by_rows ? i % columns : i / rows;
    entries_.push_back(offsets_[layer] + row * shape_.columns(layer) + column);
  }
}

void ParameterMap::add_biases(std::size_t layer) {
  for (std::size_t row = 0; row < declared_.rows(layer); ++row) {
    entries_.push_back(offsets_[layer] + (row + 1) * shape_.columns(layer) - 1);
  }
}

std::size_t ParameterMap::bias_count() const {
  return constant_ ? declared_.hidden_units() + 1 : 0;
}

std::vector<double> ParameterMap::embedded(const std::vector<double>& theta) const {
  EENET_REQUIRE(theta.size() == size(), "ParameterMap::embedded: ", theta.size(),
                " parameters, expected ", size());
  std::vector<double> all(offsets_[shape_.depth + 1], 0.0);
  for (std::size_t i = 0; i < theta.size(); ++i) all[entries_[i]] = theta[i];
  for (std::size_t l = 1; constant_ && l < shape_.depth; ++l) all[offsets_[l + 1] - 1] = 1.0;
  return all;
}

std::vector<double> ParameterMap::listed(const std::vector<double>& weights,
                                         const std::vector<double>& biases) const {
  std::vector<double> all(offsets_[shape_.depth + 1], 0.0);
  std::size_t next = 0;
  std::size_t next_bias = 0;
  for (std::size_t l = 1; l <= declared_.depth; ++l) {
    for (std::size_t row = 0; row < declared_.rows(l); ++row) {
      double* to = &all[offsets_[l] + row * shape_.columns(l)];
      for (std::size_t k = 0; k < declared_.columns(l); ++k) to[k] = weights[next++];
      if (constant_) to[declared_.columns(l)] = biases[next_bias++];
    }
  }
  std::vector<double> theta;
  theta.reserve(size());
  for (const std::size_t entry : entries_) theta.push_back(all[entry]);
  return theta;
}

std::string ParameterMap::place(std::size_t i) const {
  const std::size_t at = entries_[i];
  std::size_t l = 1;
  while (at >= offsets_[l + 1]) ++l;
  const std::size_t row = (at - offsets_[l]) / shape_.columns(l);
  const std::size_t column = (at - offsets_[l]) % shape_.columns(l);
  if (constant_ && column + 1 == shape_.columns(l)) return text("b_", l, "[", row, "]");
  return text("W_", l, "[", row, "][", column, "]");
}

}  // namespace eenet::verify::oracle
