#include "reference/mlp.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace eenet {
namespace {

using Json = nlohmann::json;

// A number of the golden file: 3 or "3/5".
double number(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const auto text = json.get<std::string>();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

// Matrices of the golden file one after the other, row by row.
Eigen::VectorXd flat(const std::vector<Json>& matrices) {
  std::vector<double> all;
  for (const Json& matrix : matrices) {
    for (const Json& row : matrix) {
      for (const Json& entry : row) all.push_back(number(entry));
    }
  }
  return Eigen::Map<Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

class GoldenGradient : public testing::Test {
 protected:
  GoldenGradient() {
    std::ifstream file(EENET_TEST_DATA "/ntk_golden.json");
    golden_ = Json::parse(file).at("gradient_golden");
    net_.set_parameters(flat({golden_.at("W1"), golden_.at("W2"), golden_.at("W3")}));
    // x five times as long, so that every number is a whole one; grad W_1 grows with it.
    x_ << 3, 4;
  }

  Json golden_;
  Mlp net_{{2, 2, 3}};
  Eigen::VectorXd x_{2};
};

TEST_F(GoldenGradient, IsTheTrueOneInEveryEntry) {
  Eigen::VectorXd expected =
      flat({golden_.at("grad_W1_true"), golden_.at("grad_W2"), golden_.at("grad_W3")});
  for (Eigen::Index i = 0; i < expected.size(); ++i) expected[i] *= 5.0;  // f is 1-homogeneous in x
  EXPECT_EQ(net_(x_), 5.0 * number(golden_.at("f")));
  EXPECT_EQ(gradient(net_, x_), expected);
}

TEST_F(GoldenGradient, IsNotThePrintedOneWithoutTheLastFactor) {
  const Eigen::VectorXd printed = flat({golden_.at("grad_W1_printed_formula_without_D1")});
  EXPECT_NE((5.0 * printed).eval(), gradient(net_, x_).head(4).eval());
}

TEST(SgdStep, MovesEveryParameterByRateTimesErrorTimesGradient) {
  Rng rng(5, "test");
  for (const MlpShape& shape : {MlpShape{3, 4, 2}, MlpShape{3, 4, 3}, MlpShape{2, 3, 5}}) {
    Mlp net = Mlp::initialised(shape, rng);
    Eigen::VectorXd x(shape.input_dim);
    for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = rng.normal();
    const Eigen::VectorXd before = net.parameters();
    const Eigen::VectorXd g = gradient(net, x);
    ForwardPass pass;
    BackwardPass back;
    net.forward(x, pass);
    backward(net, pass, back);
    sgd_step(net, pass, back, 0.25, 0.5);
    const double step = 0.5 * (pass.value - 0.25);
    for (Eigen::Index i = 0; i < before.size(); ++i) {
      EXPECT_EQ(net.parameters()[i], before[i] - step * g[i]) << "parameter " << i;
    }
  }
}

TEST(SgdStep, RefusesAPassOfAnotherNetwork) {
  Mlp net({2, 2, 3});
  ForwardPass pass;
  BackwardPass back;
  Mlp({2, 2, 2}).forward(Eigen::VectorXd::Ones(2), pass);
  EXPECT_THROW(sgd_step(net, pass, back, 0.0, 0.1), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
