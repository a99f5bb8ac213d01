// The operations and the plain loops that define them have the same bits, with every instruction
// set that this processor has: for sizes around every block, for zeros here and there, for huge,
// tiny and non-finite numbers, at any address.
#include "reference/operations/definitions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "reference/floating_point.h"
#include "reference/rng.h"
#include "tests/reference/operations/with_instruction_set.h"

namespace eenet {
namespace {

// Numbers of all sizes. With `sparsity` s, about one entry in s is not zero.
class Numbers {
 public:
  Numbers(std::uint64_t seed, bool finite) : rng_(seed, "test"), finite_(finite) {}

  std::uint64_t below(std::uint64_t end) { return rng_.below(end); }

  double number() {
    switch (rng_.below(finite_ ? 12 : 14)) {
      case 0:
        return -0.0;
      case 1:
        return 0x1p-1074;
      case 2:
        return 0x1p+600 * rng_.normal();
      case 12:
        return -kInfinity;
      case 13:
        return kInfinity - kInfinity;
      default:
        return rng_.normal();
    }
  }

  Eigen::VectorXd vector(Eigen::Index size) {
    const std::uint64_t sparsity = 1 + rng_.below(12);
    const bool one_block = rng_.below(3) == 0;  // the entries that are not zero lie side by side
    Eigen::VectorXd v = Eigen::VectorXd::Zero(size);
    for (Eigen::Index i = 0; i < size; ++i) {
      const bool kept = one_block ? i >= size / 4 && i < size / 2 : rng_.below(sparsity) == 0;
      if (kept) v[i] = number();
    }
    return v;
  }

  Eigen::MatrixXd matrix(Eigen::Index rows, Eigen::Index cols) {
    Eigen::MatrixXd w(rows, cols);
    for (double& entry : w.reshaped()) entry = number();
    return w;
  }

 private:
  Rng rng_;
  bool finite_;
};

// Every NaN is the same to us: IEEE 754 leaves its sign and payload open.
bool same_bits(double a, double b) {
  return bits_of(a) == bits_of(b) || (a != a && b != b);
}

template <typename Matrix>
bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    if (!same_bits(a.data()[i], b.data()[i])) return false;
  }
  return true;
}

void compare_vector_operations(Numbers& numbers, Eigen::Index size) {
  const Eigen::VectorXd a = numbers.vector(size);
  const Eigen::VectorXd b = numbers.vector(size);
  RC_ASSERT(same_bits(dot(a, b), definition::dot(a, b)));
  RC_ASSERT(same_bits(squared_distance(a, b), definition::squared_distance(a, b)));
  RC_ASSERT(all_finite(a) == definition::all_finite(a));

  Eigen::VectorXd sum = b;
  Eigen::VectorXd expected_sum = b;
  const double scale = numbers.number();
  add_scaled(scale, a, sum);
  definition::add_scaled(scale, a, expected_sum);
  RC_ASSERT(same_bits(sum, expected_sum));

  Eigen::VectorXd turned = b;
  Eigen::VectorXd expected_turned = b;
  const double sine = numbers.number();
  rotate(scale, sine, sum, turned);
  definition::rotate(scale, sine, expected_sum, expected_turned);
  RC_ASSERT(same_bits(sum, expected_sum) && same_bits(turned, expected_turned));

  AdamTensor tensor = {a, b, expected_sum, expected_turned.cwiseAbs()};
  AdamTensor expected_tensor = tensor;
  const AdamStep step = {.rate = 0.01, .root = 0.5, .decay = 0.25};
  adam_step(step, sine, tensor);
  definition::adam_step(step, sine, expected_tensor);
  RC_ASSERT(same_bits(tensor.value, expected_tensor.value) &&
            same_bits(tensor.mean, expected_tensor.mean) &&
            same_bits(tensor.square, expected_tensor.square));

  if (size == 0) return;
  Eigen::VectorXd unit = a;
  Eigen::VectorXd expected_unit = a;
  normalise(unit);
  definition::normalise(expected_unit);
  RC_ASSERT(same_bits(unit, expected_unit));
}

void compare_matrix_operations(Numbers& numbers, Eigen::Index rows, Eigen::Index cols) {
  const Eigen::MatrixXd w = numbers.matrix(rows, cols);
  const Eigen::VectorXd x = numbers.vector(cols);
  const Eigen::VectorXd u = numbers.vector(rows);
  Eigen::VectorXd z = Eigen::VectorXd::Ones(3);  // of an earlier call
  Eigen::VectorXd expected = z;

  multiply(w, x, z);
  definition::multiply(w, x, expected);
  RC_ASSERT(same_bits(z, expected));

  multiply_transposed(w, u, z);
  definition::multiply_transposed(w, u, expected);
  RC_ASSERT(same_bits(z, expected));

  Eigen::MatrixXd stepped = w;
  Eigen::MatrixXd expected_step = w;
  const double scale = numbers.number();
  subtract_outer_product(scale, u, x, stepped);
  definition::subtract_outer_product(scale, u, x, expected_step);
  RC_ASSERT(same_bits(stepped, expected_step));

  const auto outputs = static_cast<Eigen::Index>(1 + numbers.below(5));
  std::vector<std::uint32_t> draws(static_cast<std::size_t>(rows * cols));
  for (std::uint32_t& draw : draws) {
    draw = static_cast<std::uint32_t>(numbers.below(2 * static_cast<std::uint64_t>(outputs)));
  }
  Eigen::VectorXd phi = Eigen::VectorXd::Zero(outputs);
  Eigen::VectorXd expected_phi = phi;
  add_signed_outer_product(draws.data(), u, x, phi);
  definition::add_signed_outer_product(draws.data(), u, x, expected_phi);
  RC_ASSERT(same_bits(phi, expected_phi));

  Eigen::VectorXd written(w.size());
  Eigen::VectorXd expected_rows(w.size());
  write_rows(w, written.data());
  definition::write_rows(w, expected_rows.data());
  RC_ASSERT(same_bits(written, expected_rows));
}

using Operations = WithInstructionSet;

TEST_P(Operations, OfVectorsAreTheirDefinitions) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, bool finite) {
    Numbers numbers(seed, finite);
    compare_vector_operations(numbers, static_cast<Eigen::Index>(numbers.below(70)));
  }));
}

// Up to 150 rows or columns: there are blocks of 48 rows.
TEST_P(Operations, OfMatricesAreTheirDefinitions) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, bool finite, bool high) {
    Numbers numbers(seed, finite);
    const auto few = static_cast<Eigen::Index>(1 + numbers.below(20));
    const auto many = static_cast<Eigen::Index>(1 + numbers.below(150));
    compare_matrix_operations(numbers, high ? many : few, high ? few : many);
  }));
}

// Beyond 2^15 entries columns are prefetched.
TEST_P(Operations, OnALargeMatrixAreTheirDefinitions) {
  Numbers numbers(1, true);
  compare_matrix_operations(numbers, 9, 4099);
  compare_matrix_operations(numbers, 100, 700);
}

INSTANTIATE_TEST_SUITE_P(With, Operations, testing::ValuesIn(kAllInstructionSets),
                         name_of_parameter);

TEST(OperationsOnMatrices, RefuseSizesThatDoNotFit) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Ones(2, 3);
  Eigen::VectorXd z;
  EXPECT_THROW(multiply(w, Eigen::VectorXd::Ones(2), z), std::invalid_argument);
  EXPECT_THROW(multiply_transposed(w, Eigen::VectorXd::Ones(3), z), std::invalid_argument);
  EXPECT_THROW(subtract_outer_product(1.0, Eigen::VectorXd::Ones(3), Eigen::VectorXd::Ones(3), w),
               std::invalid_argument);
}

}  // namespace
}  // namespace eenet
