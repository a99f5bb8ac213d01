#include "verify/claims/runs.h"

#include "reference/environments/contexts.h"
#include "reference/mlp.h"
#include "reference/registry.h"

namespace eenet::verify {

std::unique_ptr<Environment> environment_of(const std::string& spec, std::uint64_t seed) {
  EnvironmentInputs inputs;
  inputs.seed = seed;
  return make_environment(Spec::parse(spec), inputs);
}

std::unique_ptr<Policy> policy_of(const std::string& spec, const Environment& environment,
                                  std::uint64_t seed) {
  PolicyInputs inputs;
  inputs.seed = seed;
  return make_policy(Spec::parse(spec), environment, inputs);
}

RunOutcome play_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                    std::uint64_t seed, const RoundObserver& observer) {
  const auto arms = environment_of(environment, seed);
  const auto policy = policy_of(method, *arms, seed);
  return play(*arms, *policy, rounds, observer);
}

Mlp initial_network_of(const MlpShape& shape, std::uint64_t seed, int network) {
  Rng rng(seed, network == 0 ? stream::kInitExploitation : stream::kInitExploration);
  return Mlp::initialised(shape, rng);
}

Eigen::MatrixXd unit_points(Eigen::Index dim, Eigen::Index points, std::uint64_t seed) {
  Rng rng(seed, "claims/points");
  Eigen::MatrixXd drawn(dim, points);
  for (Eigen::Index i = 0; i < points; ++i) draw_unit_vector(rng, drawn.col(i));
  return drawn;
}

Eigen::MatrixXd gradients_at(const Mlp& net, const Eigen::MatrixXd& points) {
  Eigen::MatrixXd gradients(net.shape().parameter_count(), points.cols());
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    gradients.col(i) = gradient(net, points.col(i));
  }
  return gradients;
}

}  // namespace eenet::verify
