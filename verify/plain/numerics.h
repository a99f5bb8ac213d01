// docs/numerics.md a second time: the sums, the network, its gradient and one SGD step, written
// from that page in plain loops over std::vector. Nothing here calls reference/ but the generator,
// which has a suite of its own. The page fixes every rounding, so the results have the
// reference's bits, and comparing the two needs no bound.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "reference/rng.h"
#include "verify/naive_mlp.h"

namespace eenet::verify::plain {

using Numbers = std::vector<double>;

Numbers numbers_of(const Eigen::Ref<const Eigen::VectorXd>& v);
std::vector<Numbers> columns_of(const Eigen::MatrixXd& matrix);
Eigen::VectorXd vector_of(const Numbers& numbers);

// Equal in size and in every bit: 0 and -0 differ. All NaNs are one, as in digests: which of them an
// operation gives is open in IEEE 754, and changes with the order of its operands.
bool same_bits(double a, double b);
bool same_bits(const Numbers& a, const Numbers& b);
bool same_bits(const Eigen::Ref<const Eigen::VectorXd>& a, const Numbers& b);

bool finite(const Numbers& numbers);

// The sum in eight lanes, and its tree.
double dot(const Numbers& a, const Numbers& b);

// To norm 1; the first unit vector if there is nothing to scale.
// v / 2^e, 2^e the power of two in `largest`, which must not be 0.
void divide_by_power_of_two_in(double largest, Numbers& v);
void normalise(Numbers& v);

// The first of the largest. Requires that there is one.
std::size_t first_largest(const Numbers& v);

// As many normal deviates as `size`, made into a unit vector.
Numbers unit_vector(Rng& rng, std::size_t size);

// sqrt(v/m) times a normal deviate for each parameter, v = 2 in the hidden layers and 1 in the
// last.
Numbers initial_parameters(const NaiveShape& shape, Rng& rng);

struct Pass {
  std::vector<Numbers> outputs;  // Gamma_0 = x, ..., Gamma_(L-1)
  double value = 0.0;            // f
};
Pass forward(const NaiveShape& shape, const Numbers& theta, const Numbers& x);

// The gradient of f with respect to theta, in theta's layout.
Numbers gradient(const NaiveShape& shape, const Numbers& theta, const Pass& pass);

// theta after one step on (1/2)(f - target)^2.
void step(const NaiveShape& shape, const Pass& pass, double target, double eta, Numbers& theta);

}  // namespace eenet::verify::plain
