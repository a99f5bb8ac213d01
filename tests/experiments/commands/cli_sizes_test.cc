// Sizes that no machine has room for: refused before the work starts, with what is needed and what
// there is. And what "there is" means.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include "experiments/data/run_memory.h"
#include "experiments/processes/memory.h"
#include "reference/registry.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using Sizes = Cli;

TEST_F(Sizes, ThatNoMachineHasAreRefusedByName) {
  const std::vector<std::string> needed = {"needs", "available", "expected"};
  for (const std::string arguments :
       {"run --env linear:arms=10000000,dim=10000000",
        "run --env antipodal:dim=10000000,pairs=10000000",
        "run --env duplicates:dim=10000000,pairs=10000000",
        "run --env teacher:width=10000000,depth=3", "run --method eenet:width=10000000,depth=3",
        "run --method eenet:width=1000000,depth=1000",
        "run --method eenet:width=1000000,features=gradient",
        "run --method greedy:width=10000000,depth=3",
        "run --method eenet:schedule=replay --rounds 1000000000000",
        "run --method greedy:schedule=replay --rounds 1000000000000",
        "run --method eenet:features=lle,landmarks=5000,width=20000,depth=100 --rounds 10000",
        "theory ntk --env linear:arms=100 --rounds 3000 --out H.npy",
        "theory ntk --env linear --rounds 1 --kernel empirical --depth 9 --width 10000000 --out "
        "H.npy",
        "theory spectrum --lambda 1 --env linear:arms=10000000,dim=10000000"}) {
    SCOPED_TRACE(arguments);
    expect_refusal(eenet(arguments), needed);
  }
  EXPECT_EQ(names_in(".").size(), 0U);
}

TEST_F(Sizes, OfATraceAreRefusedWhereItsLinesCouldNotBeRead) {
  expect_refusal(eenet("run --env linear:arms=500000,dim=100 --method random --rounds 1 "
                       "--trace full --out D"),
                 {"--trace full", "500000 arms", "1 GiB", "--trace digest"});
}

TEST_F(Sizes, RoundsHaveAnUpperEnd) {
  for (const std::string rounds : {"1000000000001", "18446744073709551615"}) {
    expect_refusal(eenet("run --method random --rounds " + rounds),
                   {"--rounds " + rounds, "at most 1000000000000"});
    expect_refusal(eenet("theory spectrum --lambda 1 --env linear --rounds " + rounds),
                   {"--rounds " + rounds, "needs"});
  }
}

TEST_F(Sizes, InAHeaderAreRefusedWithItsFile) {
  ASSERT_EQ(eenet("run --rounds 3 --trace digest --out .").code, 0);
  std::string trace = text_in("trace-1.jsonl");
  trace.replace(trace.find(R"("depth":"2")"), 11, R"("depth":"3")");
  trace.replace(trace.find(R"("width":"100")"), 13, R"("width":"9999999")");
  write_text("wide.jsonl", trace);
  for (const std::string command :
       {"replay", "theory bound --trace", "theory psi --reading played --trace"}) {
    expect_refusal(eenet(command + " wide.jsonl"), {"wide.jsonl, line 1", "needs", "available"});
  }
}

TEST_F(Sizes, KnowTheLimitsOfTheProcess) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer needs more address space than any limit";
#endif
  // 15,000 points: a matrix of 1.8 GB beside a limit of 1 GB.
  const std::string line = std::string("ulimit -v 1000000 && ") + EENET_PROGRAM +
                           " theory spectrum --method dense --lambda 1 --env linear --rounds 1500";
  expect_refusal(RunningProgram("/bin/sh", {"-c", line}, here()).wait(), {"needs", "available"});
}

TEST(RunMemory, GrowsWithEverySize) {
  TraceHeader header;
  header.method = Spec::parse("eenet:width=50");
  header.dim = 10;
  header.arms = 4;
  header.rounds = 100;
  const double before = memory_of_run(header);
  // Both networks twice: 50 * 10 + 50 and 50 * 10 + 50 numbers.
  EXPECT_GE(before, 8.0 * 2.0 * (550.0 + 550.0));
  const auto grown = [&header](const auto& change) {
    TraceHeader larger = header;
    change(larger);
    return memory_of_run(larger);
  };
  EXPECT_GT(grown([](TraceHeader& h) { h.dim = 11; }), before);
  EXPECT_GT(grown([](TraceHeader& h) { h.arms = 5; }), before);
  EXPECT_GT(grown([](TraceHeader& h) { h.detail = TraceDetail::kFull; }), before);
  EXPECT_EQ(grown([](TraceHeader& h) { h.rounds = 1000; }), before) << "nothing is kept online";
  header.method = Spec::parse("eenet:width=50,schedule=replay");
  const double replayed = memory_of_run(header);
  // 900 rounds more of a context and of phi, ten numbers each.
  EXPECT_GE(grown([](TraceHeader& h) { h.rounds = 1000; }), replayed + 8.0 * 900.0 * 20.0);
  header.method = Spec::parse("eenet:width=50,features=gradient");
  // f2 alone: 50 * 550 + 50 numbers.
  EXPECT_GE(memory_of_run(header), 8.0 * 2.0 * 27'550.0);
  header.method = Spec::parse("random");
  EXPECT_LE(memory_of_run(header), before);
  header.rounds = 10'000;
  header.method = Spec::parse("kernelucb:limit=3000");
  EXPECT_GE(memory_of_run(header), 8.0 * 3000.0 * 3000.0);
}

// What is estimated must be no more than what a run takes, or a possible one would be refused.
TEST(RunMemory, OfEveryMethodIsSmallForTheDefaults) {
  for (const PolicyKind& kind : policy_kinds()) {
    TraceHeader header;
    header.method.name = kind.name;
    header.dim = 20;
    header.arms = 10;
    header.rounds = 10'000;
    const bool has_samples = kind.name == "ntk-ucb" || kind.name.starts_with("kernel");
    EXPECT_LE(memory_of_run(header), has_samples ? 0x1p23 + 0x1p20 : 0x1p22) << kind.name;
  }
  for (const EnvironmentKind& kind : environment_kinds()) {
    EXPECT_LE(memory_of_environment({kind.name, {}}), 0x1p16) << kind.name;
  }
}

TEST(Memory, IsLimitedByTheAddressSpaceAndTheData) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer needs more address space than any limit";
#endif
  EXPECT_LE(available_memory(2), available_memory() * 1.1);
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    const Forked limited = run_forked(Stderr::kFile, [resource] {
      rlimit limit = {};
      ::getrlimit(resource, &limit);
      limit.rlim_cur = std::size_t{1} << 33U;
      if (::setrlimit(resource, &limit) != 0) return 2;
      const double left = memory_within_limits();
      return left > 0x1p30 && left < 0x1p33 && available_memory() <= left ? 0 : 1;
    });
    EXPECT_EQ(limited.code, 0);
  }
}

class ControlGroups : public FolderTest {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder() / name).parent_path());
    write_text(name, text);
  }

  [[nodiscard]] double available(const std::string& groups) const {
    write_text("cgroup", groups);
    return memory_of_control_groups(folder() / "cgroup", folder() / "mount");
  }
};

TEST_F(ControlGroups, WithoutLimitsLimitNothing) {
  EXPECT_TRUE(std::isinf(memory_of_control_groups(folder() / "absent", folder())));
  EXPECT_TRUE(std::isinf(available("")));
  EXPECT_TRUE(std::isinf(available("no line of such a file\n:\n0:\n")));
  EXPECT_TRUE(std::isinf(available("0::/a/b\n")));
  write("mount/a/memory.max", "max\n");
  write("mount/a/memory.current", "1000\n");
  EXPECT_TRUE(std::isinf(available("0::/a/b\n")));
}

TEST_F(ControlGroups, OfTheSecondVersionLimitAllBelowThem) {
  write("mount/a/memory.max", "10000\n");
  write("mount/a/memory.current", "4000\n");
  write("mount/a/memory.stat", "anon 1000\ninactive_file 3000\n");
  write("mount/a/b/memory.max", "20000\n");
  write("mount/a/b/memory.current", "500\n");
  EXPECT_EQ(available("0::/a/b\n"), 9000.0);  // pages of files are given back
  EXPECT_EQ(available("0::/a\n"), 9000.0);
  write("mount/a/b/memory.max", "400\n");
  EXPECT_EQ(available("0::/a/b\n"), 0.0);
}

TEST_F(ControlGroups, OfTheFirstVersionAreFoundByTheirController) {
  write("mount/memory/c/memory.limit_in_bytes", "10000\n");
  write("mount/memory/c/memory.usage_in_bytes", "4000\n");
  write("mount/memory/c/memory.stat", "inactive_file 7\ntotal_inactive_file 1000\n");
  EXPECT_EQ(available("5:cpu,memory:/c\n0::/\n"), 7000.0);
  EXPECT_TRUE(std::isinf(available("5:cpu:/c\n")));
  // In a container the names are those of the host; the highest group is the container's own.
  write("mount/memory/memory.limit_in_bytes", "5000\n");
  EXPECT_EQ(available("4:memory:/host/name\n"), 5000.0);
}

}  // namespace
}  // namespace eenet::experiments
