// A network as people write one, with biases of its own, in float or double: for the reference
// respondent, where the dialect is not that of reference/. It shares no code with what the judge
// expects.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "verify/oracle/dialect.h"

namespace eenet::verify::oracle {

template <typename Scalar>
class NativeNetwork {
 public:
  using Numbers = std::vector<Scalar>;

  NativeNetwork(const nlohmann::json& sizes, const Numbers& theta, const Dialect& dialect);

  // f, and its gradient in the order of theta.
  Scalar value(const Numbers& x);
  Numbers gradient(const Numbers& x);

 private:
  struct Layer {
    std::size_t rows = 0;
    std::size_t columns = 0;
    Numbers weights;  // by rows
    Numbers biases;   // empty: none
    Numbers weight_slopes;
    Numbers bias_slopes;
    Numbers sums;  // before the activation
    Numbers outputs;
  };

  // Calls `see` with every parameter's place in the order of theta: layer, row, column; the column
  // after the last is the bias.
  template <typename See>
  void in_order(See&& see) const;

  Dialect dialect_;
  Scalar scale_;
  std::vector<Layer> layers_;
};

extern template class NativeNetwork<float>;
extern template class NativeNetwork<double>;

}  // namespace eenet::verify::oracle
