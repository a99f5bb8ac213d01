// Small games for the methods beside Algorithm 1: settings, contexts and rewards from a case.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/registry.h"
#include "verify/case.h"
#include "verify/plain/numerics.h"
#include "verify/plain/wide_ridge.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// The case with a dimension that elimination in long double can afford.
Case affordable(Case one);

// Contexts of the case's kind; in half of the cases each has zeros in some coordinates, so that
// blocks are apart at first and join later.
Eigen::MatrixXd method_contexts(const Case& one, std::uint64_t round);

double method_reward(const Case& one, std::uint64_t round);

// A power of two that is not 1: at lambda = 1 many mistakes do not show.
double random_lambda(const Case& one);
double random_scale(const Case& one);

// The decimal digits of a power of two, from 1/16 to 16.
std::string decimal_text(double power);

// The policy for the case's dimension and arms, with its seed.
class MethodGame {
 public:
  MethodGame(const Case& one, const Spec& method, std::vector<plain::Numbers> start = {});

  [[nodiscard]] std::unique_ptr<Policy> new_policy() const;

 private:
  Spec method_;
  std::uint64_t seed_;
  std::unique_ptr<Environment> environment_;
  PolicyInputs inputs_;
};

plain::WideVector wide(const Eigen::Ref<const Eigen::VectorXd>& v);

// Compares one score of one arm; false if something has disagreed by now.
bool compare_method_score(const char* what, Eigen::Index arm, double got, long double expected,
                          long double bound, Findings& findings);

// Requires that the arm played is the first with the largest sum.
void require_largest_sum(const Choice& choice, Findings& findings);

// Add to the suite `algorithm`.
std::vector<Property> ridge_method_properties();
std::vector<Property> neural_method_properties();
std::vector<Property> released_method_properties();

}  // namespace eenet::verify
