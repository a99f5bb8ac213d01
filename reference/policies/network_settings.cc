#include "reference/policies/network_settings.h"

#include "reference/require.h"

namespace eenet {

std::vector<Key> network_keys() {
  return {{"width", "100", "width m of each network"}, {"depth", "2", "depth L of each network"}};
}

MlpShape network_shape(const Settings& settings, Eigen::Index input_dim) {
  return {input_dim, settings.integer("width", 1, kLargestDimension),
          settings.integer("depth", 2, kLargestDepth)};
}

Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index,
                    std::string_view stream) {
  if (inputs.initial_parameters.empty()) {
    Rng rng(inputs.seed, stream);
    return Mlp::initialised(shape, rng);
  }
  EENET_REQUIRE(index < inputs.initial_parameters.size(), "initial parameters: got ",
                inputs.initial_parameters.size(), " vectors, expected one for each network");
  const Eigen::VectorXd& theta = inputs.initial_parameters[index];
  EENET_REQUIRE(theta.size() == shape.parameter_count(), "initial parameters: theta", index + 1,
                " has ", theta.size(), " entries, expected ", shape.parameter_count(),
                " (dimension ", shape.input_dim, ", width ", shape.width, ", depth ", shape.depth,
                ")");
  EENET_REQUIRE(all_finite(theta), "initial parameters: theta", index + 1,
                " holds a number that is not finite");
  Mlp net(shape);
  net.set_parameters(theta);
  return net;
}

}  // namespace eenet
