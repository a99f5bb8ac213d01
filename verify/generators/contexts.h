// Arms, and whole environments, from a case.
#pragma once

#include <Eigen/Core>

#include "reference/settings.h"
#include "verify/case.h"

namespace eenet::verify {

// d x n, one unit vector per column, of the case's kind: uniform on the sphere, nearly equal,
// antipodal, orthogonal.
Eigen::MatrixXd random_contexts(const Case& one, std::uint64_t round);

// A synthetic environment of the registry with the case's dimension, arms and a random noise.
Spec random_environment(const Case& one);

// A method of the EE-Net family with the case's width and depth and a random feature map.
Spec random_method(const Case& one);

}  // namespace eenet::verify
