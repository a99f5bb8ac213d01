// `eenet theory spectrum`: every kind of bad input is refused in a sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "experiments/data/contexts.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/memory.h"
#include "tests/experiments/formats/npy_bytes.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

class CliSpectrumInput : public Cli {
 protected:
  CliSpectrumInput() {
    write_array("X.npy", "(2, 2)", {1, 0, 0, 1});
    write_array("H.npy", "(2, 2)", {2, 1, 1, 2});
  }

  void refused(const std::string& arguments, const std::vector<std::string>& words) const {
    SCOPED_TRACE(arguments);
    expect_refusal(eenet("theory spectrum " + arguments), words);
  }

  void contexts_refused(const std::vector<std::string>& words) const {
    refused("--contexts X.npy --lambda 1", words);
  }

  void matrix_refused(const std::vector<std::string>& words) const {
    refused("--matrix H.npy --lambda 1", words);
  }
};

TEST_F(CliSpectrumInput, TheArraysThatAreGoodAreTaken) {
  EXPECT_EQ(eenet("theory spectrum --contexts X.npy --lambda 1").code, 0);
  EXPECT_EQ(eenet("theory spectrum --matrix H.npy --lambda 1").code, 0);
}

TEST_F(CliSpectrumInput, BadCommandLines) {
  refused("--lambda 1", {"got 0 of --contexts", "expected one"});
  refused("--contexts X.npy --matrix H.npy --lambda 1", {"got 2 of", "expected one"});
  refused("--contexts X.npy", {"--lambda", "eenet theory spectrum --help"});
  for (const std::string wrong : {"0", "-1", "1e-320", "1e101"}) {
    refused("--contexts X.npy --lambda " + wrong, {"--lambda", "1e-100 to 1e+100"});
  }
  for (const std::string wrong : {"one", "nan", "inf", "1e999", "0x1"}) {
    refused("--contexts X.npy --lambda " + wrong, {"--lambda", wrong, "expected a finite number"});
  }
  refused("--contexts X.npy --lambda 1 --depth 1", {"--depth 1", "2 to"});
  refused("--contexts X.npy --lambda 1 --depth 1001", {"--depth 1001", "2 to"});
  refused("--contexts X.npy --lambda 1 --convention neither", {"--convention", "neither"});
  refused("--contexts X.npy --lambda 1 --method quickly",
          {"--method", "quickly", "one of auto, dense, iterative"});
  refused("--contexts X.npy --lambda 1 --method 1", {"--method", "'1'"});
  refused("--contexts X.npy --lambda 1 --method dense --seed 2", {"--seed 2", "iterative"});
  refused("--contexts X.npy --lambda 1 --rounds 4", {"--rounds 4", "--env"});
  refused("--contexts X.npy --lambda 1 --entry-error 0.1", {"--entry-error 0.1", "--matrix"});
  refused("--contexts X.npy --lambda 1 --jobs 0", {"--jobs 0"});
  refused("--contexts X.npy --lambda 1 --memory 0", {"--memory 0"});
  refused("--matrix H.npy --lambda 1 --depth 2", {"--matrix", "--depth"});
  refused("--matrix H.npy --lambda 1 --convention printed", {"--matrix", "--convention"});
  refused("--env nowhere --lambda 1", {"nowhere"});
  refused("--env linear --lambda 1 --rounds 0", {"--rounds 0"});
  refused("--env linear --lambda 1 --rounds 1000000000000",
          {"--rounds 1000000000000", "needs", "GiB", "fewer rounds"});
}

TEST_F(CliSpectrumInput, BadContexts) {
  refused("--contexts Y.npy --lambda 1", {"Y.npy", "No such file"});
  write_array("X.npy", "(4,)", {1, 2, 3, 4});
  contexts_refused({"X.npy", "1 dimensions"});
  write_array("X.npy", "(0, 4)", {});
  contexts_refused({"X.npy", "empty"});
  write_array("X.npy", "(3, 2)", {1, 2, 0, 0, 3, 4});
  contexts_refused({"X.npy", "point 1 (counting from 0) is zero"});
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    write_array("X.npy", "(2, 2)", {1, 2, 3, wrong});
    contexts_refused({"X.npy", "coordinate 1 of point 1", "finite"});
  }
  write_array("X.npy", "(3, 2)", {1, 2, 3, 4, 5});
  contexts_refused({"X.npy", "shorter than its shape"});
  write_text("X.npy", npy_of<std::uint64_t>("<c16", "(1, 1)", {1, 1}));
  contexts_refused({"X.npy", "c16"});
  write_text("X.npy", "no array at all");
  contexts_refused({"X.npy", "not a .npy file"});
}

// Bounds need fourth powers of norms: beyond these sizes they overflow, or vanish.
TEST_F(CliSpectrumInput, NumbersOfASizeThatNoBoundSurvives) {
  write_array("X.npy", "(2, 2)", {1, 0, 0, 1e31});
  contexts_refused({"X.npy", "norm of point 1", "1e+31", "0 or 1e-30 to 1e+30"});
  write_array("X.npy", "(2, 2)", {1e300, 1e300, 0, 1});
  contexts_refused({"X.npy", "norm of point 0", "1.41421356237309"});
  write_array("X.npy", "(2, 2)", {1, 0, 0, 1e-31});
  contexts_refused({"X.npy", "norm of point 1", "1e-31"});
  write_array("X.npy", "(2, 2)", {1, 0, 0, 1});
  write_array("h.npy", "(2,)", {1, -1e200});
  refused("--contexts X.npy --lambda 1 --rewards h.npy",
          {"h.npy", "reward 1", "-1e+200", "-1e+30 to 1e+30"});
  write_array("H.npy", "(2, 2)", {1, 0, 0, 1e61});
  matrix_refused({"H.npy", "entry (1, 1)", "1e+61", "on the diagonal"});
  write_array("H.npy", "(2, 2)", {1e-61, 0, 0, 1});
  matrix_refused({"H.npy", "entry (0, 0)", "1e-61", "on the diagonal"});
}

TEST_F(CliSpectrumInput, NumbersAtTheEndsOfTheirRangeGiveFiniteEnds) {
  write_array("X.npy", "(3, 2)", {1e30, 0, 0, 2e-30, 2e-30, 1e-40});
  write_array("h.npy", "(3,)", {1e30, -1e30, 1});
  for (const std::string method : {"dense", "iterative"}) {
    for (const std::string lambda : {"1e-100", "1"}) {
      const nlohmann::json found =
          json_of("theory spectrum --contexts X.npy --rewards h.npy --json --method " + method +
                  " --lambda " + lambda);
      EXPECT_TRUE(found.at("log_det").at("upper").is_number()) << found.at("log_det");
      EXPECT_TRUE(found.at("lambda_max").at("upper").is_number()) << found.at("lambda_max");
    }
  }
}

TEST_F(CliSpectrumInput, BadMatrices) {
  write_array("H.npy", "(1, 2)", {1, 2});
  matrix_refused({"H.npy", "(1 x 2)", "square"});
  write_array("H.npy", "(4,)", {1, 2, 3, 4});
  matrix_refused({"H.npy", "(4)", "square"});
  write_array("H.npy", "(0, 0)", {});
  matrix_refused({"H.npy", "(0 x 0)", "square"});
  write_array("H.npy", "(2, 2)", {1, 0.25, 0.5, 1});
  matrix_refused({"H.npy", "(0, 1) and (1, 0) differ by 0.25", "symmetric", "--entry-error"});
  write_array("H.npy", "(2, 2)", {1, 2, 2, 1});
  matrix_refused({"H.npy", "(0, 1) is 2", "diagonal"});
  write_array("H.npy", "(2, 2)", {-1, 0, 0, 1});
  matrix_refused({"H.npy", "(0, 0) is -1", "not negative"});
  write_array("H.npy", "(2, 2)", {1, 0, std::nan(""), 1});
  matrix_refused({"H.npy", "entry (1, 0)", "nan", "finite"});
  write_array("H.npy", "(2, 2)", {1, 0, 0});
  matrix_refused({"H.npy", "shorter than its shape"});
  // No entry is too large, and yet (1, 1, 1) has a negative quotient.
  write_array("H.npy", "(3, 3)", {1, -0.75, -0.75, -0.75, 1, -0.75, -0.75, -0.75, 1});
  matrix_refused({"eigenvalue of at most -0.5", "positive semidefinite"});
  refused("--matrix H.npy --lambda 1 --entry-error 0.5", {"--entry-error 0.5", "below 0.5"});
  refused("--matrix H.npy --lambda 1 --entry-error -1", {"--entry-error -1", "at least 0"});
  write_array("H.npy", "(20, 20)", std::vector<double>(400, 1.0));
  refused("--matrix H.npy --lambda 1 --memory 1e-6", {"H.npy", "needs", "--contexts"});
}

TEST_F(CliSpectrumInput, BadRewards) {
  refused("--contexts X.npy --lambda 1 --rewards h.npy", {"h.npy", "No such file"});
  write_array("h.npy", "(3,)", {1, 2, 3});
  refused("--contexts X.npy --lambda 1 --rewards h.npy", {"h.npy", "(3)", "2 rewards"});
  write_array("h.npy", "(2,)", {1, std::nan("")});
  refused("--contexts X.npy --lambda 1 --rewards h.npy", {"h.npy", "entry 1", "finite"});
}

TEST_F(CliSpectrumInput, BadTraces) {
  refused("--trace t.jsonl --lambda 1", {"t.jsonl", "No such file"});
  write_text("t.jsonl", "{}\n");
  refused("--trace t.jsonl --lambda 1", {"t.jsonl"});
  ASSERT_EQ(
      eenet("run --env linear:dim=2,arms=2 --method random --rounds 3 --out D --trace full").code,
      0);
  const std::string trace = text_in("D/trace-1.jsonl");
  write_text("t.jsonl", trace.substr(0, trace.find('\n') + 1));
  refused("--trace t.jsonl --lambda 1", {"t.jsonl", "no whole round"});
  // The second round without its contexts.
  const std::size_t second = trace.find('\n', trace.find('\n') + 1) + 1;
  const std::size_t at = trace.find("\"contexts\"", second);
  const std::size_t end = trace.find("]],", at) + 3;
  write_text("t.jsonl", trace.substr(0, at) + trace.substr(end));
  refused("--trace t.jsonl --lambda 1", {"t.jsonl", "round 2 has no contexts"});
}

TEST(Memory, IsToldInUnitsAndRefusedWithTheAlternative) {
  EXPECT_EQ(memory_text(1.5 * 0x1p30), "1.5 GiB");
  EXPECT_EQ(memory_text(12 * 0x1p20), "12 MiB");
  EXPECT_GT(available_memory(), 0x1p20);
  EXPECT_NO_THROW(require_memory("it", 5.0, 5.0, "less"));
  EXPECT_THROW(require_memory("it", 5.1, 5.0, "less"), std::runtime_error);
}

}  // namespace
}  // namespace eenet::experiments
