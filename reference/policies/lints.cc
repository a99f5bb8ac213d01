#include "reference/models/block_ridge.h"
#include "reference/operations/operations.h"
#include "reference/policies/linear.h"
#include "reference/policies/ridge_settings.h"
#include "reference/policies/sum_of_scores.h"
#include "reference/rng.h"

namespace eenet {

namespace {

class LinTs final : public SumOfScores {
 public:
  LinTs(Eigen::Index dim, double lambda, double nu, std::uint64_t seed)
      : ridge_(dim, lambda), nu_(nu), seed_(seed), z_(dim) {}

  std::optional<double> learn(double reward) override {
    ridge_.learn(played_context(), reward);
    return std::nullopt;
  }

 protected:
  // theta~ = theta + nu L^-T z has the covariance nu^2 A^-1; x^T L^-T z = y.z with y = L^-1 x.
  // z has one normal deviate for each coordinate, in order, from the stream `policy` at index t.
  void score(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    Rng rng(seed_, stream::kPolicy, t);
    for (double& deviate : z_) deviate = rng.normal();
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      ridge_.solve(contexts.col(i), y_);
      choice.exploitation_scores[i] = dot(ridge_.solution(), y_);
      choice.exploration_scores[i] = nu_ * dot(y_, z_);
    }
  }

 private:
  BlockRidge ridge_;
  double nu_;
  std::uint64_t seed_;
  Eigen::VectorXd y_;
  Eigen::VectorXd z_;
};

}  // namespace

PolicyKind lints_kind() {
  return {"lints",
          "linear ridge regression with Thompson sampling",
          {lambda_key(), {"nu", "0.1", "factor of the deviation of the draw"}},
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            return std::make_unique<LinTs>(environment.dim(), lambda_of(settings),
                                           scale_of(settings, "nu"), inputs.seed);
          }};
}

}  // namespace eenet
