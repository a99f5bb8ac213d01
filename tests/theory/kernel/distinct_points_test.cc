#include "theory/kernel/distinct_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace eenet::theory {
namespace {

TEST(DistinctPoints, AreFoundWithTheirMultiplicities) {
  Eigen::MatrixXd contexts(2, 6);
  contexts << 1, 0.0, 1, -0.0, 1, 1,  //
      2, 1, 2, 1, 2, 2.5;
  const DistinctPoints points = distinct_points(contexts);
  EXPECT_EQ(points.first, (std::vector<Eigen::Index>{0, 1, 5}));
  EXPECT_EQ(points.multiplicity, (std::vector<Eigen::Index>{3, 2, 1}));
  EXPECT_EQ(points.group, (std::vector<Eigen::Index>{0, 1, 0, 1, 0, 2}));
  EXPECT_EQ(points.columns(contexts).col(2), contexts.col(5));
}

TEST(DistinctPoints, KnowTheirAntipodes) {
  Eigen::MatrixXd contexts(2, 7);
  contexts << 1, 0, -1, 1, 3, -1, -3,  //
      2, 0, -2, 2, -4, 2, 4;
  const DistinctPoints points = distinct_points(contexts);
  using Pairs = std::vector<std::pair<Eigen::Index, Eigen::Index>>;
  EXPECT_EQ(antipodal_pairs(contexts, points), (Pairs{{0, 2}, {3, 5}}));
}

TEST(DistinctPoints, RefuseNaN) {
  EXPECT_THROW(distinct_points(Eigen::MatrixXd::Constant(2, 2, std::nan(""))),
               std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
