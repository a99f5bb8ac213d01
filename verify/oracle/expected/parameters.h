// From the parameter list of a dialect to the network of the paper, and back.
//
// A network with biases is the one without that has one more input and one more unit in each hidden
// layer: the last of each is constantly 1, so its outgoing weights are the biases. The weights into
// these units are pinned at (0, ..., 0, 1); they are no parameters of the implementation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/naive_mlp.h"
#include "verify/oracle/dialect.h"

namespace eenet::verify::oracle {

class ParameterMap {
 public:
  // `declared` has the sizes as the implementation sees them. `transposed`: it takes the square
  // matrices for their transposes, a mistake that the judge can explain.
  ParameterMap(const NaiveShape& declared, const Dialect& dialect, bool transposed = false);

  // Of the paper's network, with the constant units.
  [[nodiscard]] const NaiveShape& shape() const { return shape_; }
  [[nodiscard]] bool has_constant_unit() const { return constant_; }
  // Of the implementation.
  [[nodiscard]] const NaiveShape& declared() const { return declared_; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Which entry of the paper's theta parameter i is.
  [[nodiscard]] std::size_t entry(std::size_t i) const { return entries_[i]; }

  // theta of the paper's network. Requires theta.size() == size().
  [[nodiscard]] std::vector<double> embedded(const std::vector<double>& theta) const;
  // The implementation's theta from that of `declared` without biases, and the biases of the layers
  // one after the other, if there are any.
  [[nodiscard]] std::vector<double> listed(const std::vector<double>& weights,
                                           const std::vector<double>& biases) const;
  [[nodiscard]] std::size_t bias_count() const;

  // "W_2[0][3]", "b_1[2]".
  [[nodiscard]] std::string place(std::size_t i) const;

 private:
  void add_weights(std::size_t layer, const Dialect& dialect, bool transposed);
  void add_biases(std::size_t layer);

  NaiveShape declared_;
  NaiveShape shape_;
  bool constant_;
  std::vector<std::size_t> offsets_;  // of W_l of the paper's network, entry l; l = 0 is not used
  std::vector<std::size_t> entries_;
};

}  // namespace eenet::verify::oracle
