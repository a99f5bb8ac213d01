#include "reference/policies/ridge_settings.h"

namespace eenet {

namespace {

// Far beyond any use, and near enough that squares of the factors stay normal numbers.
constexpr double kSmallestLambda = 1e-100;
constexpr double kLargestLambda = 1e100;
constexpr double kLargestScale = 1e6;

}  // namespace

Key lambda_key() {
  return {"lambda", "1", "regulariser: the covariance starts at lambda I"};
}

double lambda_of(const Settings& settings) {
  return settings.real("lambda", kSmallestLambda, kLargestLambda);
}

double scale_of(const Settings& settings, const std::string& key) {
  return settings.real(key, 0.0, kLargestScale);
}

}  // namespace eenet
