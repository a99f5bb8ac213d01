// The scalars of tests/data/ntk_golden.json: 25 digits, computed with 50.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/theory/measured/exact_matrix.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/extreme_eigenvalues.h"
#include "theory/spectrum/log_determinant.h"
#include "theory/spectrum/reward_norm.h"

namespace eenet::theory {
namespace {

using nlohmann::json;

Wide number(const json& text) {
  return Wide(text.get<std::string>());
}

struct Golden {
  std::string name;
  WideMatrix matrix;
  WideVector rewards;
  json scalars;
};

std::vector<Golden> golden_cases() {
  std::ifstream file(std::string(EENET_TEST_DATA) + "/ntk_golden.json");
  const json document = json::parse(file);
  std::vector<Golden> cases;
  for (const auto& [set, content] : document["sets"].items()) {
    for (const char* variant : {"L2_printed", "L2_corrected", "L3_printed", "L3_corrected",
                                "L4_printed", "L4_corrected"}) {
      Golden golden{set + " " + variant, {}, {}, content[variant]};
      const json& rows = golden.scalars["H"];
      const auto n = static_cast<Eigen::Index>(rows.size());
      golden.matrix.resize(n, n);
      golden.rewards.resize(n);
      for (Eigen::Index i = 0; i < n; ++i) {
        const auto row = static_cast<std::size_t>(i);
        golden.rewards[i] = number(content["h"][row]);
        for (Eigen::Index j = 0; j < n; ++j) {
          golden.matrix(i, j) = number(rows[row][static_cast<std::size_t>(j)]);
        }
      }
      cases.push_back(golden);
    }
  }
  return cases;
}

// The file's 25 digits are rounded too: half a unit of the last one, relative to a leading 1.
void expect_encloses(const Measured& measured, const Wide& value, const Wide& given = 0) {
  const Wide slack = abs(value) * Wide("0.5e-24") + given;
  EXPECT_LE(Wide(measured.lower), value + slack);
  EXPECT_GE(Wide(measured.upper), value - slack);
}

TEST(GoldenSpectrum, IsEnclosed) {
  const std::vector<Golden> cases = golden_cases();
  ASSERT_EQ(cases.size(), 18U);
  for (const Golden& golden : cases) {
    SCOPED_TRACE(golden.name);
    StoredKernel kernel(rounded(golden.matrix));
    const Eigen::Index n = kernel.size();
    Eigen::VectorXd rewards(n);
    for (Eigen::Index i = 0; i < n; ++i) rewards[i] = static_cast<double>(golden.rewards[i]);

    const Measured smallest = smallest_eigenvalue(kernel).value;
    const Measured largest = largest_eigenvalue(kernel);
    // The matrix in the file has errors of its own, 25 digits of entries below 4.
    const Wide printed = Wide(n) * Wide("4e-24");
    expect_encloses(smallest, number(golden.scalars["lambda0"]), printed);
    expect_encloses(largest, number(golden.scalars["eigenvalues"].back()), printed);
    EXPECT_GT(smallest.lower, 0.0);

    const Measured log_det = log_determinant(kernel, 1.0);
    expect_encloses(log_det, number(golden.scalars["logdet_I_plus_H"]));
    const auto points = static_cast<double>(n);
    // As log_determinant.h says, with lambda = 1; and a few last places for each logarithm.
    const double moved = kernel.allowance(1.0, 1.0) + kernel.entry_error() * kernel.trace_bound();
    EXPECT_LE(log_det.upper - log_det.lower,
              2.0 * std::sqrt(points) * moved / (1.0 - moved) +
                  16.0 * points * kUnitRoundoff * (1.0 + log_det.upper));
    expect_encloses(effective_dimension(log_det, points, 1.0), number(golden.scalars["d_eff"]));

    const RewardNorm norm = reward_norm(kernel, rewards, smallest, largest);
    // Rewards such as 0.1 are rounded: h moves by u |h|, and S by sqrt(2 / lambda0) times that.
    const Wide rounded_rewards =
        sqrt(2 / number(golden.scalars["lambda0"])) * Wide(kUnitRoundoff) * golden.rewards.norm();
    expect_encloses(norm.value, number(golden.scalars["S"]), rounded_rewards);
    EXPECT_FALSE(norm.leaves_range);
    // What double precision leaves of S is its condition, times a rounding for each point.
    EXPECT_LE(norm.value.upper - norm.value.lower,
              norm.value.value * 16 * points * kUnitRoundoff * norm.condition.upper);
  }
}

}  // namespace
}  // namespace eenet::theory
