#include "reference/mlp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace eenet {
namespace {

Eigen::VectorXd counting(Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = static_cast<double>(i + 1);
  return v;
}

TEST(MlpShape, CountsParametersAsThePaperDoes) {
  // p = m d + (L-2) m^2 + m.
  EXPECT_EQ((MlpShape{20, 100, 2}).parameter_count(), 2100);
  EXPECT_EQ((MlpShape{7840, 100, 2}).parameter_count(), 784100);
  EXPECT_EQ((MlpShape{3, 4, 5}).parameter_count(), 4 * 3 + 3 * 16 + 4);
}

TEST(Mlp, LaysParametersOutLayerByLayerAndRowByRow) {
  Mlp net({3, 2, 3});
  net.set_parameters(counting(12));
  EXPECT_EQ(net.weights(1)(0, 2), 3.0);
  EXPECT_EQ(net.weights(1)(1, 0), 4.0);
  EXPECT_EQ(net.weights(2)(0, 1), 8.0);
  EXPECT_EQ(net.weights(3)(0, 1), 12.0);
  EXPECT_EQ(net.parameters(), counting(12));
}

TEST(Mlp, ComputesAValueThatIsWorkedOutByHand) {
  // W_1 = [1 -1; 2 1], W_2 = [1 2; -1 1], W_3 = [1 -1], x = (3, 4):
  // relu(W_1 x) = (0, 10), relu(W_2 .) = (20, 10), f = 10.
  Mlp net({2, 2, 3});
  Eigen::VectorXd theta(10);
  theta << 1, -1, 2, 1, 1, 2, -1, 1, 1, -1;
  net.set_parameters(theta);
  Eigen::VectorXd x(2);
  x << 3, 4;
  ForwardPass pass;
  net.forward(x, pass);
  EXPECT_EQ(pass.value, 10.0);
  EXPECT_EQ(pass.outputs[1], (Eigen::VectorXd(2) << 0, 10).finished());
  EXPECT_EQ(pass.outputs[2], (Eigen::VectorXd(2) << 20, 10).finished());
  EXPECT_EQ(net(x), 10.0);
}

TEST(Mlp, DrawsTheInitialisationInTheOrderOfTheLayout) {
  const MlpShape shape{3, 5, 3};
  Rng rng(11, stream::kInitExploitation);
  const Eigen::VectorXd theta = Mlp::initialised(shape, rng).parameters();
  Rng again(11, stream::kInitExploitation);
  for (Eigen::Index i = 0; i < theta.size(); ++i) {
    const bool last_layer = i >= theta.size() - shape.width;
    EXPECT_EQ(theta[i], std::sqrt((last_layer ? 1.0 : 2.0) / 5.0) * again.normal());
  }
}

TEST(Relu, IsZeroWithDerivativeZeroAtZero) {
  EXPECT_EQ(relu(0.0), 0.0);
  EXPECT_FALSE(std::signbit(relu(-0.0)));
  EXPECT_EQ(relu(-1.0), 0.0);
  EXPECT_EQ(relu(2.5), 2.5);
  EXPECT_EQ(relu_derivative(0.0), 0.0);
  EXPECT_EQ(relu_derivative(-1.0), 0.0);
  EXPECT_EQ(relu_derivative(0x1p-1074), 1.0);
}

TEST(Relu, DoesNotHideNaN) {
  EXPECT_TRUE(std::isnan(relu(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Mlp, RefusesShapesThatThePaperDoesNotHave) {
  EXPECT_THROW(Mlp({0, 4, 2}), std::invalid_argument);
  EXPECT_THROW(Mlp({4, 0, 2}), std::invalid_argument);
  EXPECT_THROW(Mlp({4, 4, 1}), std::invalid_argument);
}

TEST(Mlp, NamesBothSizesWhenAContextDoesNotFit) {
  const Mlp net({20, 4, 2});
  try {
    (void)net(Eigen::VectorXd::Ones(19));
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "Mlp::forward: context has 19 entries, network expects 20");
  }
  EXPECT_THROW(Mlp({2, 2, 2}).set_parameters(Eigen::VectorXd::Ones(5)), std::invalid_argument);
}

// Wide enough for everything that is done a few columns at a time, and for columns asked for early.
TEST(Mlp, AddsTheColumnsOfAWideLayerInTheirOrder) {
  Rng rng(3, "test");
  const Mlp net = Mlp::initialised({4099, 9, 2}, rng);
  Eigen::VectorXd x(4099);
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = k % 3 == 0 ? 0.0 : rng.normal();
  ForwardPass pass;
  net.forward(x, pass);
  for (Eigen::Index j = 0; j < 9; ++j) {
    double z = 0.0;
    for (Eigen::Index k = 0; k < x.size(); ++k) z += x[k] * net.weights(1)(j, k);
    EXPECT_EQ(pass.outputs[1][j], relu(z)) << j;
  }
  Mlp copy(net.shape());
  copy.set_parameters(net.parameters());
  EXPECT_EQ(copy.weights(1), net.weights(1));
}

TEST(Mlp, EvaluatesAnInputThatIsInPlace) {
  Rng rng(3, "test");
  const Mlp net = Mlp::initialised({4, 5, 3}, rng);
  const Eigen::VectorXd x = Eigen::VectorXd::Unit(4, 2);
  ForwardPass pass;
  EXPECT_THROW(net.forward(pass), std::invalid_argument);
  pass.outputs.resize(3);
  EXPECT_THROW(net.forward(pass), std::invalid_argument);
  pass.outputs[0] = x;
  net.forward(pass);
  EXPECT_EQ(pass.value, net(x));
}

}  // namespace
}  // namespace eenet
