// The statistical checks of the initialisation suite notice what they promise to notice, and leave
// sound numbers alone.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "reference/rng.h"
#include "verify/properties/normal_sample.h"

namespace eenet::verify {
namespace {

constexpr std::size_t kSize = 4000;
constexpr std::uint64_t kSeeds = 100;
// What a check has in a run of a million cases; and one at which sound numbers come nearer to
// alarm.
constexpr double kLevel = 4e-15;
constexpr double kHighLevel = 1e-7;
// With a power of 99%, fewer than 95 of 100 have a probability of 5e-4 at most.
constexpr int kNoticed = 95;

Sample moved_deviates(std::uint64_t seed, const char* stream, double scale, double shift) {
  Rng rng(seed, stream);
  Sample sample(kSize);
  for (double& number : sample) number = scale * rng.normal() + shift;
  return sample;
}

Sample deviates(std::uint64_t seed, const char* stream) {
  return moved_deviates(seed, stream, 1.0, 0.0);
}

int alarms(const std::function<Finding(std::uint64_t seed)>& check) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    count += check(seed).outcome == Outcome::kDisagree ? 1 : 0;
  }
  return count;
}

TEST(InitialisationPower, LeavesSoundNumbersAlone) {
  for (const double level : {kLevel, kHighLevel}) {
    EXPECT_EQ(alarms([level](std::uint64_t seed) {
                Findings findings;
                const Sample sample = deviates(seed, "sound");
                findings.add(variance_is_one(sample, level));
                findings.add(mean_is_zero(sample, level));
                findings.add(distribution_is_normal(sample, level));
                findings.add(are_uncorrelated(sample, deviates(seed, "other"), level));
                return findings.worst();
              }),
              0);
  }
}

TEST(InitialisationPower, NoticesAVariance) {
  const double factor = smallest_variance(kSize, kLevel);
  EXPECT_LT(factor, 1.27);
  for (const double scale : {std::sqrt(factor), 1.0 / std::sqrt(factor)}) {
    const auto check = [scale](std::uint64_t seed) {
      return variance_is_one(moved_deviates(seed, "variance", scale, 0.0), kLevel);
    };
    EXPECT_GE(alarms(check), kNoticed) << scale;
  }
}

TEST(InitialisationPower, NoticesAMean) {
  const double mean = smallest_mean(kSize, kLevel);
  EXPECT_LT(mean, 0.17);
  for (const double shift : {mean, -mean}) {
    const auto check = [shift](std::uint64_t seed) {
      return mean_is_zero(moved_deviates(seed, "mean", 1.0, shift), kLevel);
    };
    EXPECT_GE(alarms(check), kNoticed) << shift;
  }
}

TEST(InitialisationPower, NoticesADistribution) {
  const double distance = smallest_distance(kSize, kLevel);
  EXPECT_LT(distance, 0.095);
  // A part 2 distance of the negative numbers changes sign: the function is `distance` off at 0.
  EXPECT_GE(alarms([distance](std::uint64_t seed) {
              Sample sample = deviates(seed, "distribution");
              Rng rng(seed, "signs");
              for (double& number : sample) {
                if (rng.uniform() < 2.0 * distance) number = std::abs(number);
              }
              return distribution_is_normal(sample, kLevel);
            }),
            kNoticed);
}

TEST(InitialisationPower, NoticesACorrelation) {
  const double rho = smallest_correlation(kSize, kLevel);
  EXPECT_LT(rho, 0.17);
  EXPECT_GE(alarms([rho](std::uint64_t seed) {
              const Sample a = deviates(seed, "a");
              Sample b = deviates(seed, "b");
              for (std::size_t i = 0; i < kSize; ++i) {
                b[i] = rho * a[i] + std::sqrt(1.0 - rho * rho) * b[i];
              }
              return are_uncorrelated(a, b, kLevel);
            }),
            kNoticed);
}

TEST(InitialisationPower, IsInconclusiveWithTooFewNumbers) {
  const Sample few(20, 3.0);
  EXPECT_EQ(variance_is_one(few, kLevel).outcome, Outcome::kInconclusive);
  EXPECT_EQ(mean_is_zero(few, kLevel).outcome, Outcome::kInconclusive);
  EXPECT_EQ(distribution_is_normal(few, kLevel).outcome, Outcome::kInconclusive);
  EXPECT_EQ(are_uncorrelated(few, few, kLevel).outcome, Outcome::kInconclusive);
  const Sample many(kSize, 3.0);
  EXPECT_EQ(variance_is_one(many, 0.0).outcome, Outcome::kInconclusive);
}

TEST(InitialisationPower, FindsNumbersThatAreNoneAtFault) {
  Sample sample = deviates(1, "sound");
  sample[7] = std::nan("");
  EXPECT_EQ(variance_is_one(sample, kLevel).outcome, Outcome::kDisagree);
  EXPECT_EQ(mean_is_zero(sample, kLevel).outcome, Outcome::kDisagree);
}

}  // namespace
}  // namespace eenet::verify
