// A GoogleTest suite for other C++ implementations of the network: its value, gradient and SGD
// step, against every witness of this build, with bounds that follow from the implementation's own
// arithmetic, and failures shrunk to the smallest network.
//
//   struct MyNetwork {                       // the adapter
//     static constexpr const char* kName = "mine";
//     using Scalar = float;                  // float or double: what it stores and computes in
//     static double value(const eenet::verify::Point& point);
//     static std::vector<double> gradient(const eenet::verify::Point& point);
//     static std::vector<double> step(const eenet::verify::Point& point, double target,
//                                     double eta);
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, NetworkConformance, MyNetwork);   // in eenet::verify
//
// Every number of a point can be stored in Scalar. See Implementation for what the functions mean.
// The environment variable EENET_CASES sets the number of cases (1000).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "verify/implementation.h"
#include "verify/properties/network.h"
#include "verify/test_run.h"

namespace eenet::verify {

template <typename Adapter>
Implementation implementation_of() {
  using Scalar = typename Adapter::Scalar;
  static_assert(std::is_same_v<Scalar, float> || std::is_same_v<Scalar, double>);
  Implementation implementation;
  implementation.name = Adapter::kName;
  implementation.arithmetic = std::is_same_v<Scalar, float> ? kFloat : kDouble;
  implementation.value = Adapter::value;
  implementation.gradient = Adapter::gradient;
  implementation.step = Adapter::step;
  return implementation;
}

inline std::uint64_t conformance_cases() {
  const char* wanted = std::getenv("EENET_CASES");
  const std::uint64_t cases =
      wanted == nullptr ? kCasesPerPiece : std::strtoull(wanted, nullptr, 10);
  return std::max<std::uint64_t>(cases, 1);
}

template <typename Adapter>
class NetworkConformance : public testing::Test {
 protected:
  // The property of verify/properties/network.h with this check.
  static void check(NetworkCheck which) {
    const Property property = network_property(which, implementation_of<Adapter>());
    const Suite suite{Adapter::kName, 1, {property}};
    const PieceResult result =
        run_suite_piece(suite, {suite.name, 0, conformance_cases()}, {.seed = 1});
    EXPECT_GT(result.statistics.agree + result.statistics.kink + result.statistics.disagree, 0U)
        << "all cases were discarded";
    if (!result.failure) return;
    ADD_FAILURE() << "not true: " << property.sentence << "\n  smallest case "
                  << to_text(result.failure->smallest) << "\n  " << result.failure->counterexample;
  }
};

TYPED_TEST_SUITE_P(NetworkConformance);

TYPED_TEST_P(NetworkConformance, ValueIsThatOfTheTwin) {
  TestFixture::check(value_is_the_twins);
}
TYPED_TEST_P(NetworkConformance, GradientAgreesWithEveryWitness) {
  TestFixture::check(gradient_agrees_with_witnesses);
}
TYPED_TEST_P(NetworkConformance, GradientTimesLayerIsTheValue) {
  TestFixture::check(layers_are_homogeneous);
}
TYPED_TEST_P(NetworkConformance, ValueIsAffineInEachLayer) {
  TestFixture::check(layers_are_affine);
}
TYPED_TEST_P(NetworkConformance, HiddenUnitsCanBePermuted) {
  TestFixture::check(hidden_units_can_be_permuted);
}
TYPED_TEST_P(NetworkConformance, ScaleMovesBetweenLayers) {
  TestFixture::check(scale_moves_between_layers);
}
TYPED_TEST_P(NetworkConformance, InputCanBeRotated) {
  TestFixture::check(input_can_be_rotated);
}
TYPED_TEST_P(NetworkConformance, ValueIsHomogeneousInTheInput) {
  TestFixture::check(input_is_homogeneous);
}
TYPED_TEST_P(NetworkConformance, StepDescendsTheHalvedSquaredLoss) {
  TestFixture::check(step_descends_the_loss);
}

REGISTER_TYPED_TEST_SUITE_P(NetworkConformance, ValueIsThatOfTheTwin,
                            GradientAgreesWithEveryWitness, GradientTimesLayerIsTheValue,
                            ValueIsAffineInEachLayer, HiddenUnitsCanBePermuted,
                            ScaleMovesBetweenLayers, InputCanBeRotated,
                            ValueIsHomogeneousInTheInput, StepDescendsTheHalvedSquaredLoss);

}  // namespace eenet::verify
