// A GoogleTest suite for other C++ implementations: the network's value, gradient and SGD step,
// against every witness of this build; phi, a round of Algorithm 1 and whole runs, by the judge of
// `eenet oracle`. Bounds follow from the implementation's own arithmetic, and failures are shrunk
// to the smallest case.
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
// If it is a bandit, it may have these as well; tests that need a missing one are skipped:
//
//     static std::vector<double> features(const eenet::verify::oracle::FeatureMap& how,
//                                         const std::vector<double>& gradient);
//     struct Bandit : eenet::verify::oracle::Bandit {  // choose, learn and set
//       explicit Bandit(const eenet::verify::oracle::BanditStart& start);
//     };
//
// Every number of a point can be stored in Scalar. See Implementation and oracle/callables.h for
// what the functions mean.
// The environment variable EENET_CASES sets the number of cases (1000).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "verify/implementation.h"
#include "verify/oracle/callables.h"
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

template <typename Adapter>
oracle::Callables callables_of() {
  const Implementation implementation = implementation_of<Adapter>();
  oracle::Callables callables;
  callables.name = implementation.name;
  callables.arithmetic = implementation.arithmetic;
  if constexpr (requires { &Adapter::features; }) callables.features = Adapter::features;
  if constexpr (requires { typename Adapter::Bandit; }) {
    callables.start = [](const oracle::BanditStart& start) -> std::unique_ptr<oracle::Bandit> {
      return std::make_unique<typename Adapter::Bandit>(start);
    };
  }
  return callables;
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

  static void judge(const oracle::Callables& callables, const char* level, std::uint64_t cases) {
    const std::optional<std::string> wrong = oracle::disagreement(callables, level, cases, 1);
    EXPECT_FALSE(wrong) << "not true: the judge agrees at the level " << level << "\n  " << *wrong;
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

TYPED_TEST_P(NetworkConformance, FeaturesAreTheJudges) {
  const oracle::Callables callables = callables_of<TypeParam>();
  if (!callables.features) GTEST_SKIP() << callables.name << " has no features";
  TestFixture::judge(callables, "features", conformance_cases());
}
TYPED_TEST_P(NetworkConformance, RoundIsTheJudges) {
  const oracle::Callables callables = callables_of<TypeParam>();
  if (!callables.start) GTEST_SKIP() << callables.name << " has no Bandit";
  TestFixture::judge(callables, "round", conformance_cases());
}
TYPED_TEST_P(NetworkConformance, RunIsTheJudges) {
  const oracle::Callables callables = callables_of<TypeParam>();
  if (!callables.start) GTEST_SKIP() << callables.name << " has no Bandit";
  // A run has many rounds.
  TestFixture::judge(callables, "run", std::max<std::uint64_t>(conformance_cases() / 20, 1));
}

REGISTER_TYPED_TEST_SUITE_P(NetworkConformance, ValueIsThatOfTheTwin,
                            GradientAgreesWithEveryWitness, GradientTimesLayerIsTheValue,
                            ValueIsAffineInEachLayer, HiddenUnitsCanBePermuted,
                            ScaleMovesBetweenLayers, InputCanBeRotated,
                            ValueIsHomogeneousInTheInput, StepDescendsTheHalvedSquaredLoss,
                            FeaturesAreTheJudges, RoundIsTheJudges, RunIsTheJudges);

}  // namespace eenet::verify
