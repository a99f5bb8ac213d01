#include "reference/policies/sum_of_scores.h"

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

void SumOfScores::choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) {
  const Eigen::Index n = contexts.cols();
  EENET_REQUIRE(n >= 1, "choose: the arm set is empty, expected an arm");
  choice.resize(n, 0);
  choice.gradient_features.resize(0, 0);
  score(t, contexts, choice);
  sums_.resize(n);
  for (Eigen::Index i = 0; i < n; ++i)
    sums_[i] = choice.exploitation_scores[i] + choice.exploration_scores[i];
  choice.arm = index_of_largest(sums_);
  played_arm_ = choice.arm;
  played_context_ = contexts.col(choice.arm);
  round_ = t;
}

}  // namespace eenet
