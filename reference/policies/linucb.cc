#include "reference/models/block_ridge.h"
#include "reference/operations/operations.h"
#include "reference/policies/linear.h"
#include "reference/policies/ridge_settings.h"
#include "reference/policies/sum_of_scores.h"

namespace eenet {

namespace {

class LinUcb final : public SumOfScores {
 public:
  LinUcb(Eigen::Index dim, double lambda, double alpha) : ridge_(dim, lambda), alpha_(alpha) {}

  std::optional<double> learn(double reward) override {
    ridge_.learn(played_context(), reward);
    return std::nullopt;
  }

 protected:
  // With y = L^-1 x and w = L^-1 b: x^T theta = w.y and x^T A^-1 x = y.y.
  void score(std::uint64_t /*t*/, const Eigen::MatrixXd& contexts, Choice& choice) override {
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      ridge_.solve(contexts.col(i), y_);
      choice.exploitation_scores[i] = dot(ridge_.solution(), y_);
      choice.exploration_scores[i] = alpha_ * euclidean_norm(y_);
    }
  }

 private:
  BlockRidge ridge_;
  double alpha_;
  Eigen::VectorXd y_;
};

}  // namespace

PolicyKind linucb_kind() {
  return {"linucb",
          "linear ridge regression with an upper confidence bound",
          {lambda_key(), {"alpha", "0.1", "factor of the bound sqrt(x^T A^-1 x)"}},
          [](const Settings& settings, const Environment& environment, const PolicyInputs&) {
            return std::make_unique<LinUcb>(environment.dim(), lambda_of(settings),
                                            scale_of(settings, "alpha"));
          }};
}

}  // namespace eenet
