// `eenet oracle vectors`: what it writes is tested by tests/oracle/vectors_test.py; this is about
// options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class CliOracleVectors : public Cli {};

TEST_F(CliOracleVectors, SaysWhatItWrote) {
  const nlohmann::json json = json_of("oracle vectors --out v --group psi --json");
  EXPECT_EQ(json.at("schema"), "eenet.oracle-vectors/1");
  EXPECT_EQ(json.at("files").size(), 2U);
  EXPECT_THAT(eenet("oracle vectors --out v --group psi").out,
              HasSubstr("v: 6 vectors in 2 files"));
}

TEST_F(CliOracleVectors, RefusesWhatIsWrong) {
  expect_refusal(eenet("oracle vectors"), {"--out", "eenet oracle vectors --help"});
  expect_refusal(eenet("oracle vectors --out v --group phi"), {"phi", "forward, gradient"});
  expect_refusal(eenet("oracle"), {"no command given", "vectors"});
}

}  // namespace
}  // namespace eenet::experiments
