// Networks and their inputs from a case.
#pragma once

#include "reference/mlp.h"
#include "verify/case.h"
#include "verify/naive_mlp.h"

namespace eenet::verify {

NaiveShape shape_of(const Case& one);

// The network and the input that a case stands for, of its kind and rounded to its digits. Always
// finite, and so is everything that is computed from it.
Point random_point(const Case& one);

// The same shape with weights of the case's kind, for an input of another size (such as phi).
std::vector<double> random_parameters(const Case& one, const NaiveShape& shape,
                                      std::string_view purpose);

// The reference's network with the parameters of a point.
Mlp reference_network(const Point& point);

// And back.
Point point_of(const Mlp& net, const Eigen::Ref<const Eigen::VectorXd>& x);

}  // namespace eenet::verify
