// What `eenet` does with input that cannot be meant: exit code 2, one sentence, nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "experiments/commands/program.h"
#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

class BadInput : public Cli {};

TEST_F(BadInput, OnTheCommandLine) {
  expect_all_refused({
      {"", {"no command", "run, replay, verify", "--help"}},
      {"fly", {"fly", "eenet --help"}},
      {"run away", {"away", "eenet run --help"}},
      {"run --fast", {"--fast"}},
      {"--json", {"no command", "run, replay, verify"}},
      {"run --rounds", {"--rounds"}},
      {"run --rounds 0", {"--rounds 0", "at least 1"}},
      {"run --rounds x", {"--rounds", "x", "whole number"}},
      {"run --rounds -5", {"--rounds", "-5", "whole number"}},
      {"run --rounds 1.5", {"--rounds", "1.5", "whole number"}},
      {"run --rounds 010", {"--rounds", "010", "whole number"}},
      {"run --rounds 18446744073709551616", {"--rounds", "from 0 to 18446744073709551615"}},
      {"run --rounds 5 --rounds 6", {"--rounds"}},
      {"run --seeds 5..2", {"--seeds 5..2", "A <= B"}},
      {"run --seeds x", {"--seeds x", "A..B"}},
      {"run --seeds 18446744073709551616", {"--seeds", "from 0 to 18446744073709551615"}},
      {"run --seeds 0..99999999", {"--seeds", "at most"}},
      {"run --jobs 0", {"--jobs 0", "at least 1"}},
      {"run --jobs -1", {"--jobs", "-1", "whole number"}},
      {"run --jobs 4294967296", {"--jobs", "4294967296", "from 0 to 4294967295"}},
      {"run --trace some", {"--trace", "some", "full"}},
      {"run --trace full", {"--trace full", "--out"}},
      {"run --trace digest", {"--trace digest", "--out"}},
      {"replay", {"TRACE"}},
  });
}

TEST_F(BadInput, InSpecs) {
  expect_all_refused({
      {"run --env mars", {"environment", "mars", "linear", "arrays"}},
      {"run --method bandit", {"method", "bandit", "eenet", "optimal"}},
      {"run --env linear:size=3", {"linear", "size", "dim"}},
      {"run --method eenet:speed=3", {"eenet", "speed", "eta1"}},
      {"run --method random:width=3", {"random", "width", "no keys"}},
      {"run --env linear:", {"linear:", "key=value"}},
      {"run --env linear:dim", {"'dim'", "key=value"}},
      {"run --env linear:=3", {"'=3'", "key=value"}},
      {"run --env linear:dim=3,", {"key=value"}},
      {"run --env :dim=3", {"name"}},
      {"run --env arrays:contexts=,rewards=", {"arrays", "contexts=FILE.npy"}},
      {"run --env linear:dim=3,dim=3", {"dim", "twice"}},
  });
}

TEST_F(BadInput, InSettings) {
  expect_all_refused({
      {"run --method eenet:width=0", {"width=0", "whole number from 1"}},
      {"run --method eenet:width=1.5", {"width=1.5", "whole number"}},
      {"run --method eenet:depth=1", {"depth=1", "whole number from 2"}},
      {"run --method eenet:k=0", {"k=0", "whole number from 1"}},
      {"run --method eenet:features=magic", {"features=magic", "projection", "gradient"}},
      {"run --env linear:dim=0", {"dim=0", "whole number from 1"}},
      {"run --env linear:dim=", {"dim=", "whole number"}},
      {"run --env linear:dim=99999999999999999999", {"dim=", "whole number"}},
      {"run --env linear:arms=0", {"arms=0", "whole number from 1"}},
      {"run --env linear:noise=x", {"noise=x", "bernoulli"}},
      {"run --env linear:noise=bounded,amplitude=2", {"amplitude=2", "0 to 1"}},
      {"run --env linear:contexts=blocks,dim=7,arms=3", {"dim=7", "arms=3", "divide"}},
      {"run --env near-duplicates:gap=0.95", {"gap=0.95", "level=0.9"}},
      {"run --method eenet:eta1=-1", {"eta1=-1", "above 0"}},
      {"run --method eenet:eta1=0", {"eta1=0", "above 0"}},
      {"run --method eenet:eta1=nan", {"eta1=nan", "finite"}},
      {"run --method eenet:eta2=inf", {"eta2=inf", "finite"}},
      {"run --method eenet:eta1=1e999", {"eta1=1e999", "finite"}},
      {"run --method eenet:R=1,eta1=0.1", {"R=1", "eta1=0.1", "expected one"}},
      {"run --method eenet:eta2=0.1,R=1", {"R=1", "eta2=0.1", "expected one"}},
      {"run --method eenet:R=-1", {"R=-1", "above 0"}},
      {"run --method eenet:R=1e-200", {"R=1e-200", "R^2/sqrt(width) is 0"}},
      {"run --method eenet:R=1e200", {"R=1e200", "R^2/sqrt(width) is inf"}},
      {"run --method eenet:schedule=offline", {"schedule=offline", "one of online, replay"}},
      {"run --method greedy:schedule=offline", {"schedule=offline", "one of online, replay"}},
  });
}

TEST_F(BadInput, ThatNoMachineHasTheMemoryFor) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer ends the program where std::bad_alloc would be thrown";
#endif
  expect_refusal(eenet("run --method eenet:width=10000000 --env linear:dim=10000000"), {"memory"});
}

TEST_F(BadInput, InTheFolderForResults) {
  write_text("file", "");
  expect_all_refused({
      {"run --rounds 5 --out /proc/eenet", {"/proc/eenet", "cannot be made"}},
      {"run --rounds 5 --out file", {"file"}},
      {"run --rounds 5 --out file/below", {"file/below"}},
  });
}

TEST_F(BadInput, InAFolderThatIsNotTheUsers) {
  std::filesystem::permissions(folder(), std::filesystem::perms(0555));
  const Forked refused = run_forked(Stderr::kFile, [this] {
    constexpr uid_t kNobody = 65534;  // root may write everywhere
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return -1;
    std::vector<std::string> words = {"eenet", "run", "--rounds", "5", "--out", folder().string()};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return eenet_program(static_cast<int>(arguments.size()), arguments.data());
  });
  std::filesystem::permissions(folder(), std::filesystem::perms(0755));
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "eenet: " + folder().string() + ": the folder is not writable: Permission denied\n");
}

TEST_F(BadInput, InInitialParameters) {
  // eenet:width=2 in two-arms has 2*2 + 2 parameters for f1, and with k=3 has 3*2 + 2 for f2.
  const Eigen::VectorXd right1 = Eigen::VectorXd::LinSpaced(6, -1, 1);
  Eigen::VectorXd with_nan = right1;
  with_nan[3] = std::numeric_limits<double>::quiet_NaN();
  write_npy(folder() / "six.npy", right1);
  write_npy(folder() / "eight.npy", Eigen::VectorXd::LinSpaced(8, -1, 1));
  write_npy(folder() / "nan.npy", with_nan);
  write_text("text.npy", "0.5\n");
  const std::string command = "run --env two-arms --method eenet:width=2,k=3 --rounds 5 --init ";
  EXPECT_EQ(eenet(command + "six.npy,eight.npy").code, 0) << "the table shows nothing otherwise";
  const auto expect_refused = [&](const std::string& init, const std::vector<std::string>& words) {
    SCOPED_TRACE(init);
    expect_refusal(eenet(command + init), words);
  };
  expect_refused("eight.npy,eight.npy", {"theta1", "8", "expected 6"});
  expect_refused("six.npy,six.npy", {"theta2", "6", "expected 8"});
  expect_refused("six.npy", {"1 vectors", "each network"});
  expect_refused("six.npy,eight.npy,six.npy", {"3 vectors", "2 networks"});
  expect_refused(",eight.npy", {"--init ,eight.npy", "empty"});
  expect_refused("absent.npy,eight.npy", {"absent.npy", "No such file"});
  expect_refused("six.npy,.", {".", "Is a directory"});
  expect_refused("text.npy,eight.npy", {"text.npy", "not a .npy file"});
  expect_refused("nan.npy,eight.npy", {"--init nan.npy", "NaN or infinity"});
  expect_refusal(eenet("run --method random --rounds 5 --init six.npy"), {"random", "0 networks"});
}

TEST_F(BadInput, IsRefusedEvenIfNobodyReadsTheSentence) {
  Surroundings full = here();
  full.err = "/dev/full";
  EXPECT_EQ(run_eenet("fly", full).code, 2);
  EXPECT_EQ(run_eenet("run --env mars", full).code, 2);
}

TEST_F(BadInput, LeavesNothingBehind) {
  Surroundings elsewhere = here();
  elsewhere.environment["TMPDIR"] = folder();
  EXPECT_EQ(run_eenet("run --env mars --out results", elsewhere).code, 2);
  EXPECT_THAT(names_in("."), testing::IsEmpty());
}

}  // namespace
}  // namespace eenet::experiments
