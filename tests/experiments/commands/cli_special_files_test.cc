// Input that is no ordinary file: devices and pipes that never end, lists within lists, sockets,
// folders, bytes that are no text. Exit code 2 and one sentence, soon; and a pipe with a trace or
// an array is read like a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class SpecialFiles : public Cli {
 protected:
  // "producer | eenet arguments", as a shell runs it. A program that reads on and on is ended.
  [[nodiscard]] Outcome piped(const std::string& producer, const std::string& arguments) const {
    const std::string line = producer + " | timeout 60 " + EENET_PROGRAM + " " + arguments;
    return RunningProgram("/bin/sh", {"-c", line}, here()).wait();
  }

  [[nodiscard]] Outcome soon(const std::string& arguments) const { return piped(":", arguments); }

  void make_trace() const {
    ASSERT_EQ(eenet("run --env linear:dim=3,arms=2 --method eenet:width=4 --rounds 10 --trace full "
                    "--out .")
                  .code,
              0);
  }

  void make_pipe(const std::string& name) const {
    ASSERT_EQ(::mkfifo((folder() / name).c_str(), 0600), 0);
  }
};

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST_F(SpecialFiles, ADeviceWithoutAnEndIsNoTrace) {
  for (const std::string device : {"/dev/zero", "/dev/full"}) {
    for (const std::string command :
         {"replay ", "theory bound --trace ", "theory spectrum --lambda 1 --trace ",
          "theory psi --reading played --trace "}) {
      SCOPED_TRACE(command + device);
      expect_refusal(soon(command + device), {device + ", line 1", "header of a trace"});
    }
  }
}

TEST_F(SpecialFiles, ADeviceWithoutAnEndIsNoArray) {
  write_array("r.npy", "(1, 2)", {0.5, 0.5});
  for (const std::string command :
       {"run --env arrays:rewards=r.npy,contexts=", "theory ntk --out H.npy --contexts ",
        "theory spectrum --lambda 1 --contexts ", "theory spectrum --lambda 1 --matrix ",
        "theory psi --width 3 --radius 1 --labels r.npy --inputs ", "run --init "}) {
    SCOPED_TRACE(command);
    expect_refusal(soon(command + "/dev/zero"), {"/dev/zero"});
  }
}

TEST_F(SpecialFiles, ALineWithoutAnEndIsNoTrace) {
  expect_refusal(piped("yes '{\"schema\":' | tr -d '\\n'", "replay /dev/stdin"),
                 {"/dev/stdin, line 1", "longer than"});
  make_trace();
  expect_refusal(piped("(head -n 1 trace-1.jsonl; tr '\\0' x < /dev/zero)", "replay /dev/stdin"),
                 {"/dev/stdin, line 2", "longer than"});
}

TEST_F(SpecialFiles, AnArrayIsReadNoFurtherThanItsShape) {
  write_array("X.npy", "(2, 2)", {1, 0, 0, 1});
  write_array("H.npy", "(2, 2)", {2, 1, 1, 2});
  EXPECT_EQ(piped("cat X.npy /dev/zero", "theory ntk --contexts /dev/stdin --out N.npy").code, 0);
  const Outcome matrix =
      piped("cat H.npy /dev/zero", "theory spectrum --matrix /dev/stdin --lambda 1");
  EXPECT_EQ(matrix.code, 0) << matrix.err;
  EXPECT_THAT(matrix.out, HasSubstr("2 points"));
  expect_refusal(piped("head -c 100 X.npy", "theory ntk --contexts /dev/stdin --out N.npy"),
                 {"/dev/stdin", "shorter than its shape says"});
  write_array("Y.npy", "(2000000000000, 2)", {});
  expect_refusal(eenet("theory ntk --contexts Y.npy --out N.npy"),
                 {"Y.npy", "shorter than its shape says"});
}

TEST_F(SpecialFiles, ATraceFromAPipeIsReadByEveryCommand) {
  make_trace();
  const Outcome replayed = piped("cat trace-1.jsonl", "replay /dev/stdin");
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_EQ(replayed.out, "10 of 10 rounds, every bit the same\n");
  for (const std::string command : {"theory bound --quiet", "theory spectrum --quiet --lambda 1",
                                    "theory psi --quiet --reading played --steps 2 --starts 1"}) {
    const Outcome from_pipe = piped("cat trace-1.jsonl", command + " --trace /dev/stdin");
    EXPECT_EQ(from_pipe.code, 0) << command << from_pipe.err;
    EXPECT_EQ(from_pipe.out, eenet(command + " --trace trace-1.jsonl").out);
  }
}

TEST_F(SpecialFiles, ArraysOfAnEnvironmentAreReadAgainForEachRun) {
  write_array("X.npy", "(1, 2, 2)", {1, 0, 0, 1});
  write_array("r.npy", "(1, 2)", {0.5, 0.5});
  expect_refusal(piped("cat X.npy", "run --env arrays:contexts=/dev/stdin,rewards=r.npy"),
                 {"/dev/stdin", "not a regular file"});
}

TEST_F(SpecialFiles, ListsWithinListsDoNotOverflowTheStack) {
  make_trace();
  const std::string trace = text_in("trace-1.jsonl");
  const std::string header = trace.substr(0, trace.find('\n') + 1);
  constexpr int kLevels = 1'000'000;
  const std::string deep = repeated("[", kLevels) + repeated("]", kLevels);
  write_text("deep.jsonl", deep + "\n");
  expect_refusal(eenet("replay deep.jsonl"), {"deep.jsonl, line 1"});
  for (const std::string field : {"schema", "rounds", "seed", "dim"}) {
    std::string edited = header;
    edited.replace(edited.find("\"" + field + "\":") + field.size() + 3, 0, deep + ",\"_\":");
    write_text("deep.jsonl", edited);
    expect_refusal(eenet("replay deep.jsonl"), {"deep.jsonl, line 1", "64 levels"});
  }
  // Brackets within a string are none.
  write_text("flat.jsonl",
             std::string(R"({"other":"\"[[[[)") + std::string(100, '[') + "\"," + trace.substr(1));
  EXPECT_EQ(eenet("replay flat.jsonl").code, 0);
  for (const std::string field : {"t", "arm", "reward", "f1", "digest"}) {
    const std::string round = "{\"" + field + "\":" + deep + R"(,"_":0,"arm":0,"t":1,"reward":0})";
    write_text("deep.jsonl", header + round + "\n");
    expect_refusal(eenet("replay deep.jsonl"), {"deep.jsonl, line 2", "64 levels"});
  }
}

TEST_F(SpecialFiles, PipesInAFolderAreNamedAndNotWaitedFor) {
  std::filesystem::create_directory(folder() / "failures");
  make_pipe("failures/update_1.txt");
  expect_refusal(soon("verify --suite streams --cases 5 --failures failures"),
                 {"failures/update_1.txt", "not a regular file"});
  std::filesystem::create_directory(folder() / "claims");
  make_pipe("claims/TAB-1-BEST.json");
  expect_refusal(soon("claims check TAB-1-BEST --out claims"),
                 {"claims/TAB-1-BEST.json", "not a regular file"});
}

TEST_F(SpecialFiles, ASocketCannotBeRead) {
  const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  (folder() / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  expect_refusal(soon("replay socket"), {"socket: cannot be read"});
  expect_refusal(soon("theory ntk --contexts socket --out H.npy"), {"socket: cannot be read"});
  ::close(server);
}

TEST_F(SpecialFiles, AFolderCannotBeRead) {
  expect_refusal(eenet("theory ntk --contexts . --out H.npy"), {".: cannot be read", "directory"});
  expect_refusal(eenet("theory spectrum --matrix . --lambda 1"), {".: cannot be read"});
  expect_refusal(eenet("theory bound --trace ."), {".: cannot be read"});
}

TEST_F(SpecialFiles, NamesThatAreNoTextAreShownOrRefused) {
  write_array("x\xff.npy", "(2, 2, 2)", {1, 0, 0, 1, 1, 0, 0, 1});
  write_array("r.npy", "(2, 2)", {0.5, 0.5, 0.5, 0.5});
  const std::string run = "run --method random --env arrays:contexts=x\xff.npy,rewards=r.npy";
  EXPECT_EQ(json_of(run + " --json").at("environment").at("settings").at("contexts"),
            "x\xEF\xBF\xBD.npy");
  // A replaced byte in a header would name another file.
  expect_refusal(eenet(run + " --json --trace digest --out ."), {"contexts=", "not UTF-8"});
  EXPECT_EQ(json_of("theory ntk --contexts x\xff.npy --out y\xff.npy --json").at("out"),
            "y\xEF\xBF\xBD.npy");
  Surroundings elsewhere = here();
  elsewhere.environment["EENET_DATA"] = "/nowhere/\xff";
  for (int time = 0; time < 2; ++time) {  // the second reads the file of the first
    const Outcome checked = run_eenet("claims check DEF-DIM --json --out kept", elsewhere);
    EXPECT_EQ(checked.code, 0) << checked.err;
  }
}

TEST_F(SpecialFiles, ADamagedVerdictIsMadeAgain) {
  const std::string command = "claims check DEF-DIM --out kept --quiet";
  ASSERT_EQ(eenet(command).code, 0);
  const std::string whole = text_in("kept/DEF-DIM.json");
  nlohmann::json without = nlohmann::json::parse(whole);
  without.erase("status");
  nlohmann::json unknown = nlohmann::json::parse(whole);
  unknown["status"] = "perhaps";
  nlohmann::json other_type = nlohmann::json::parse(whole);
  other_type["id"] = 7;
  nlohmann::json no_basis = nlohmann::json::parse(whole);
  no_basis["measured"] = {{"value", 1}, {"lower", 1}, {"upper", 1}, {"basis", "none"}};
  for (const std::string& damaged : {without.dump(), unknown.dump(), other_type.dump(),
                                     no_basis.dump(), whole.substr(0, whole.size() / 2),
                                     repeated("[", 100'000), std::string("{}"), std::string()}) {
    write_text("kept/DEF-DIM.json", damaged);
    const Outcome again = eenet(command);
    EXPECT_EQ(again.code, 0) << damaged << "\n" << again.err;
    EXPECT_THAT(text_in("kept/DEF-DIM.json"), HasSubstr("\"status\":\"holds\""));
  }
}

}  // namespace
}  // namespace eenet::experiments
