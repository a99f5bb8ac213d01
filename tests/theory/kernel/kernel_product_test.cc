#include "theory/kernel/kernel_product.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "reference/rng.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

Eigen::MatrixXd some_numbers(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  Rng rng(seed, "some numbers");
  Eigen::MatrixXd numbers(rows, columns);
  for (double& number : numbers.reshaped()) number = rng.normal();
  return numbers;
}

// One tile, whole tiles, and a rest in both directions; more tiles than pieces.
constexpr std::array<Eigen::Index, 6> kSizes = {1, 255, 256, 257, 700, 4200};

TEST(KernelProduct, IsTheProductWithTheWholeMatrix) {
  for (const Eigen::Index size : kSizes) {
    if (size > 1000) continue;
    const InfiniteNtk kernel(some_numbers(3, size, 1), 2);
    const Eigen::MatrixXd x = some_numbers(size, 3, 2);
    const Eigen::MatrixXd matrix = kernel_matrix(kernel);
    const Eigen::MatrixXd found = product(kernel, x);
    const Eigen::MatrixXd expected = matrix * x;
    // Both sides round each term fewer than size + kProductPieces times.
    const Eigen::MatrixXd bound = 2.0 * gamma(static_cast<double>(size) + 1.0 * kProductPieces) *
                                  (matrix.cwiseAbs() * x.cwiseAbs());
    EXPECT_TRUE(((found - expected).cwiseAbs().array() <= bound.array()).all()) << size;
    EXPECT_THROW(product(kernel, x.topRows(size - 1)), std::invalid_argument) << size;
  }
}

TEST(KernelProduct, HasTheSameBitsForAnyNumberOfThreads) {
  for (const Eigen::Index size : kSizes) {
    const InfiniteNtk kernel(some_numbers(2, size, 3), 3);
    const Eigen::MatrixXd x = some_numbers(size, 2, 4);
    const Eigen::MatrixXd alone = product(kernel, x);
    const PositiveProduct alone_positive = positive_product(kernel, x.col(0).cwiseAbs());
    for (const unsigned threads : {2U, 3U, 20U}) {
      ProductWork work;
      work.threads = threads;
      EXPECT_TRUE(alone == product(kernel, x, work)) << size << ' ' << threads;
      const PositiveProduct positive = positive_product(kernel, x.col(0).cwiseAbs(), work);
      EXPECT_TRUE(alone_positive.product.value == positive.product.value);
      EXPECT_TRUE(alone_positive.absolute == positive.absolute);
    }
  }
}

TEST(KernelProduct, TellsEveryPart) {
  const InfiniteNtk kernel(some_numbers(2, 4200, 3), 2);
  std::atomic<int> parts = 0;
  std::atomic<bool> whole = false;
  ProductWork work;
  work.threads = 2;
  work.on_part = [&](double part) {
    ++parts;
    if (part == 1.0) whole = true;
  };
  (void)product(kernel, Eigen::VectorXd::Ones(4200), work);
  EXPECT_EQ(parts, static_cast<int>(kProductPieces));
  EXPECT_TRUE(whole);
}

TEST(PositiveProduct, EnclosesTheExactProductsWithBothMatrices) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    const WideMatrix exact = random_gram(40, 10, 0.0, 1500 + i);
    const StoredKernel kernel(rounded(exact));
    const Eigen::VectorXd x = some_numbers(40, 1, i).cwiseAbs();
    const PositiveProduct found = positive_product(kernel, x);
    const WideVector product = exact * x.cast<Wide>();
    for (Eigen::Index k = 0; k < 40; ++k) {
      EXPECT_LE(abs(Wide(found.product.value[k]) - product[k]), Wide(found.product.error[k]));
      Wide absolute = 0;
      for (Eigen::Index j = 0; j < 40; ++j) absolute += abs(exact(k, j)) * Wide(x[j]);
      EXPECT_GE(Wide(found.absolute[k]), absolute);
    }
  }
  const StoredKernel kernel(Eigen::MatrixXd::Identity(2, 2));
  EXPECT_THROW(positive_product(kernel, Eigen::Vector2d(1.0, 0.0)), std::invalid_argument);
  EXPECT_THROW(positive_product(kernel, Eigen::Vector3d::Ones()), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
