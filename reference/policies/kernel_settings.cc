#include "reference/policies/kernel_settings.h"

#include <utility>

#include "reference/policies/ridge_settings.h"

namespace eenet {

namespace {

// Their factor has half of the square of it in numbers: 4 GB.
constexpr std::int64_t kLargestLimit = 32'768;

}  // namespace

std::vector<Key> kernel_ridge_keys() {
  return {lambda_key(),
          {"nu", "0.1", "factor of the bound or of the deviation of a draw"},
          {"limit", "1000", "rounds after which no sample is added any more"}};
}

KernelRidge kernel_ridge(const Settings& settings, KernelFunction kernel) {
  return {std::move(kernel), lambda_of(settings), settings.integer("limit", 1, kLargestLimit)};
}

std::vector<Key> kernel_keys() {
  return {{"kernel", "rbf", "rbf, exp(-gamma |x - y|^2), or linear"},
          {"gamma", "1", "inverse square width of the kernel", {"kernel", {"rbf"}}}};
}

KernelFunction kernel_of(const Settings& settings) {
  if (settings.choice("kernel", {"rbf", "linear"}) == "linear") return dot;
  return [gamma = settings.positive_real("gamma")](const ConstVector& x, const ConstVector& y) {
    return rbf_kernel(gamma, x, y);
  };
}

std::vector<Key> ntk_keys() {
  return {{"depth", "2", "depth L of the network whose kernel it is"},
          {"levels", "corrected", "of the recursion: corrected (L-1) or printed (L)"}};
}

KernelFunction ntk_of(const Settings& settings) {
  const bool corrected = settings.choice("levels", {"corrected", "printed"}) == "corrected";
  const auto depth = static_cast<int>(settings.integer("depth", 2, kLargestDepth));
  return [levels = corrected ? depth - 1 : depth](const ConstVector& x, const ConstVector& y) {
    return ntk_kernel(levels, x, y);
  };
}

}  // namespace eenet
