#include "theory/kernel/ntk_recursion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "reference/models/kernels.h"
#include "reference/rng.h"
#include "tests/theory/kernel/wide_ntk.h"

namespace eenet::theory {
namespace {

using Json = nlohmann::json;

constexpr NtkConvention kCorrected = NtkConvention::kCorrected;
constexpr NtkConvention kPrinted = NtkConvention::kPrinted;

Wide wide(const Json& number) {
  return number.is_string() ? Wide(number.get<std::string>()) : Wide(number.get<double>());
}

// Worst error over bound of an entry, against the exact unit kernel at the cosine u = 1 - from_pole
// deficits; `norms` is |x| |y|.
struct Margins {
  double value = 0.0;
  double deficit = 0.0;

  void take(const NtkEntry& entry, const Wide& u, const Wide& norms, Eigen::Index depth,
            NtkConvention convention) {
    const int levels = ntk_levels(depth, convention);
    const Wide exact = wide_ntk(u, levels);
    // At M = 1 an obtuse value is a difference of gain(e) and cos(e) e/(2 pi).
    Wide scale = abs(exact);
    if (levels == 1 && u < 0) scale = std::max(scale, Wide(-u * acos(-u) / (2 * wide_pi())));
    const double bound = ntk_entry_error(depth);
    value = std::max(value, wide_error(entry.value, norms * exact, norms * scale) / bound);
    const Wide gap = Wide(ntk_diagonal(depth, convention)) - exact;
    deficit = std::max(deficit, wide_error(entry.angular_deficit, norms * gap) / bound);
  }
};

TEST(NtkRecursion, KnowsItsDiagonals) {
  EXPECT_EQ(ntk_diagonal(2, kCorrected), 1.5);
  EXPECT_EQ(ntk_diagonal(2, kPrinted), 2.0);
  EXPECT_EQ(ntk_diagonal(64, kCorrected), 32.5);
  for (const Eigen::Index depth : {2, 3, 64}) {
    const NtkEntry same = unit_ntk({0.0, false}, depth, kCorrected);
    EXPECT_EQ(same.value, ntk_diagonal(depth, kCorrected));
    EXPECT_EQ(same.deficit, 0.0);
  }
}

// From a right angle, each `factor` times the one before.
std::vector<double> angles_down_to(double smallest, double factor) {
  std::vector<double> angles = {std::numbers::pi / 2};
  while (angles.back() * factor > smallest) angles.push_back(angles.back() * factor);
  return angles;
}

TEST(NtkRecursion, GainIsTheDifferenceOfTheArcCosineKernels) {
  double worst = 0.0;
  for (const double t : angles_down_to(1e-20, 0.7)) {
    const Wide exact = (sin(Wide(t)) - Wide(t) * cos(Wide(t))) / wide_pi();
    worst = std::max(worst, wide_error(arc_cosine_gain(t), exact));
  }
  EXPECT_LE(worst, 5 * 0x1p-53);
}

TEST(NtkRecursion, OneStepOfTheFormulaByHand) {
  // u = 0: k0 = 1/2, k1 = 1/pi, so H^1 = Sigma^1 = 1/pi, and the kernel of depth 2 is 1/pi.
  const NtkEntry right = infinite_ntk(Eigen::Vector2d(2, 0), Eigen::Vector2d(0, 3), 2, kCorrected);
  EXPECT_NEAR(right.value, 6 / std::numbers::pi, ntk_entry_error(2) * 6 / std::numbers::pi);
  // u = -1: everything of level 1 vanishes.
  const NtkEntry opposite =
      infinite_ntk(Eigen::Vector2d(2, 0), Eigen::Vector2d(-3, 0), 2, kCorrected);
  EXPECT_EQ(opposite.value, 0.0);
  EXPECT_EQ(opposite.angular_deficit, 9.0);
}

// What the error of a matrix rests on (docs/theory.md): the next level's angle moves no faster than
// this one's, k0(cos t) sin t <= sin t', and an entry with the first angle by no more than
// (1 + M/(2 pi)) of the diagonal.
TEST(NtkRecursion, MovesNoFasterThanItsErrorAnalysisSays) {
  const auto cosine_after = [](const Wide& t) -> Wide {
    return (sin(t) + cos(t) * (wide_pi() - t)) / wide_pi();
  };
  constexpr int kSteps = 80;
  const Wide step = wide_pi() / kSteps;
  for (int i = 1; i < kSteps; ++i) {
    const Wide t = i * step;
    const Wide next = cosine_after(t);
    EXPECT_LE((1 - t / wide_pi()) * sin(t), sqrt(1 - next * next)) << t;
    for (const int levels : {1, 2, 16}) {
      const Wide moved = abs(wide_ntk(cos(t), levels) - wide_ntk(cos(t - step), levels));
      const Wide fastest = (1 + levels / (2 * wide_pi())) * (levels + 2) / 2;
      EXPECT_LE(moved, fastest * step) << t << " " << levels;
    }
  }
}

// The recorded matrices of three sets of points, depths 2 to 4, both conventions, 25 digits.
TEST(NtkRecursion, AgreesWithTheRecordedMatrices) {
  std::ifstream file(EENET_TEST_DATA "/ntk_golden.json");
  const Json golden = Json::parse(file);
  double worst = 0.0;
  int entries = 0;
  for (const auto& [name, set] : golden.at("sets").items()) {
    const Json& vectors = set.at("vectors_unnormalised");
    const auto vector = [&vectors](std::size_t i) {
      Eigen::VectorXd v(static_cast<Eigen::Index>(vectors[i].size()));
      for (std::size_t k = 0; k < vectors[i].size(); ++k) {
        v[static_cast<Eigen::Index>(k)] = static_cast<double>(wide(vectors[i][k]));
      }
      return v;
    };
    for (const Eigen::Index depth : {2, 3, 4}) {
      for (const NtkConvention convention : {kCorrected, kPrinted}) {
        const std::string key =
            "L" + std::to_string(depth) + (convention == kCorrected ? "_corrected" : "_printed");
        const Json& matrix = set.at(key).at("H");
        for (std::size_t i = 0; i < vectors.size(); ++i) {
          for (std::size_t j = 0; j < vectors.size(); ++j) {
            const NtkEntry entry = infinite_ntk(vector(i), vector(j), depth, convention);
            const Wide norms =
                sqrt(wide_dot(vector(i), vector(i)) * wide_dot(vector(j), vector(j)));
            // 25 digits, of which the set with the near duplicate (1, 1e-6, 0) differs by the
            // rounding of 1e-6 to a double: relative 2^-53 of the angle, inside the bound.
            const Wide exact = norms * wide(matrix[i][j]);
            const Wide scale = std::max(Wide(abs(exact)), Wide(norms / 10));
            worst = std::max(worst, wide_error(entry.value, exact, scale) / ntk_entry_error(depth));
            ++entries;
          }
        }
      }
    }
  }
  EXPECT_EQ(entries, (25 + 16 + 9) * 6);
  EXPECT_LE(worst, 1.0);
  RecordProperty("worst_over_bound", std::to_string(worst));
}

// Values in 100 digits over all angles, near both poles too, to depth 64.
TEST(NtkRecursion, KeepsItsBoundAtEveryAngleAndDepth) {
  Margins margins;
  for (const Eigen::Index depth : {2, 3, 4, 8, 16, 64}) {
    for (const double t : angles_down_to(1e-17, depth > 8 ? 0.2 : 0.6)) {
      for (const bool obtuse : {false, true}) {
        for (const NtkConvention convention : {kCorrected, kPrinted}) {
          const Wide u = obtuse ? Wide(-cos(Wide(t))) : Wide(cos(Wide(t)));
          margins.take(unit_ntk({t, obtuse}, depth, convention), u, 1, depth, convention);
        }
      }
    }
  }
  EXPECT_LE(margins.value, 1.0);
  EXPECT_LE(margins.deficit, 1.0);
  RecordProperty("value_over_bound", std::to_string(margins.value));
  RecordProperty("deficit_over_bound", std::to_string(margins.deficit));
}

// The hardest case in practice: contexts 1e-8 apart, and their mirror images.
TEST(NtkRecursion, HasTwelveDigitsOfTheDeficitOfNearDuplicates) {
  Rng rng(5, "near");
  Margins margins;
  double worst = 0.0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    Eigen::VectorXd x(20);
    Eigen::VectorXd y(20);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      x[i] = rng.normal();
      y[i] = x[i] + 1e-8 * rng.normal();
    }
    if (repeat % 2 == 0) {
      normalise(x);
      normalise(y);
    }
    const Wide norms = sqrt(wide_dot(x, x) * wide_dot(y, y));
    for (const Eigen::Index depth : {2, 4, 16}) {
      const NtkEntry entry = infinite_ntk(x, y, depth, kCorrected);
      const Wide exact = norms * wide_ntk(wide_cosine(x, y), ntk_levels(depth, kCorrected));
      const Wide deficit = wide_dot(x, x) * ntk_diagonal(depth, kCorrected) - exact;
      worst = std::max(worst, wide_error(entry.deficit, deficit));
      margins.take(entry, wide_cosine(x, y), norms, depth, kCorrected);
      margins.take(infinite_ntk(x, -y, depth, kCorrected), wide_cosine(x, -y), norms, depth,
                   kCorrected);
    }
  }
  EXPECT_LE(worst, 1e-12);
  EXPECT_LE(margins.value, 1.0);
  EXPECT_LE(margins.deficit, 1.0);
  RecordProperty("deficit_error", std::to_string(worst * 1e16) + "e-16");
}

TEST(NtkRecursion, PrintedIsCorrectedOfOneLayerMore) {
  for (const double t : {1e-8, 0.1, 1.5}) {
    for (const Eigen::Index depth : {2, 3, 20}) {
      EXPECT_EQ(unit_ntk({t, false}, depth, kPrinted).value,
                unit_ntk({t, false}, depth + 1, kCorrected).value);
      EXPECT_EQ(unit_ntk({t, true}, depth, kPrinted).deficit,
                unit_ntk({t, true}, depth + 1, kCorrected).deficit);
    }
  }
}

TEST(NtkRecursion, ScalesWithTheNormsAndVanishesAtZero) {
  const Eigen::Vector3d x(1, 2, 2);
  const Eigen::Vector3d y(2, -1, 0);
  const NtkEntry plain = infinite_ntk(x, y, 3, kCorrected);
  EXPECT_EQ(infinite_ntk(8.0 * x, 0.25 * y, 3, kCorrected).value, 2.0 * plain.value);
  const NtkEntry zero = infinite_ntk(x, Eigen::Vector3d::Zero(), 3, kCorrected);
  EXPECT_EQ(zero.value, 0.0);
  EXPECT_EQ(zero.deficit, 18.0);  // H(x, x) = 9 (L+1)/2
  EXPECT_EQ(infinite_ntk(Eigen::Vector3d::Zero(), x, 3, kCorrected).deficit, 0.0);
}

// The reference's recursion takes arc cosines: an error e of a cosine u becomes one of
// e / sqrt(1 - u^2) in the angle, or of sqrt(2 e) where that is less, and so at each level. With
// e = (2 d + 8) u for the first cosine, and as much again at each level, an entry is off by at most
// (M+1)^2 such errors: its derivatives by each angle are at most M+1.
TEST(NtkRecursion, AgreesWithThePlainRecursionOfTheReference) {
  Rng rng(20220425, "plain recursion");
  double worst = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const auto dim = static_cast<Eigen::Index>(2 + rng.below(20));
    const auto depth = static_cast<Eigen::Index>(2 + rng.below(4));
    const NtkConvention convention = i % 2 == 0 ? kCorrected : kPrinted;
    const int levels = ntk_levels(depth, convention);
    Eigen::VectorXd x(dim);
    Eigen::VectorXd y(dim);
    for (double& entry : x) entry = rng.normal();
    // From equal to unrelated.
    const double apart = i % 5 == 0 ? 0.0 : std::exp(-20.0 * rng.uniform());
    for (Eigen::Index k = 0; k < dim; ++k) y[k] = x[k] + apart * 10.0 * rng.normal();
    const double exact = infinite_ntk(x, y, depth, convention).value;
    const double size = x.norm() * y.norm();
    const double e = (2.0 * static_cast<double>(dim) + 8.0) * 0x1p-53 * (levels + 1);
    // The angle shrinks from level to level: the last one has the largest error.
    const double u = x.dot(y) / size;
    const double sine = std::sqrt(std::max(0.0, (1.0 - u) * (1.0 + u)));
    const double crude = std::sqrt(2.0 * e);
    const double angles = levels > 1 ? crude : std::min(crude, e / sine);
    const double bound = (levels + 1.0) * (levels + 1.0) * (angles + e) * size;
    const double error = std::abs(ntk_kernel(levels, x, y) - exact);
    EXPECT_LE(error, bound) << "levels " << levels << ", apart " << apart;
    if (levels == 1 && apart > 0.05) {
      worst = std::max(worst, error / size);
    }
  }
  EXPECT_LE(worst, 0x1p-40) << "of unrelated vectors it has nearly all digits";
}

TEST(NtkRecursion, RefusesWhatHasNoKernel) {
  const Eigen::Vector2d x(1, 2);
  EXPECT_THROW(infinite_ntk(x, x, 1, kCorrected), std::invalid_argument);
  EXPECT_THROW(infinite_ntk(x, Eigen::Vector3d(1, 2, 3), 2, kCorrected), std::invalid_argument);
  EXPECT_THROW(infinite_ntk(x, Eigen::Vector2d(1, std::nan("")), 2, kCorrected),
               std::invalid_argument);
  EXPECT_THROW(next_ntk_level(NtkLevel{}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
