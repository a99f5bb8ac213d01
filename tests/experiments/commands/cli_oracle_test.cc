// `eenet oracle` as a user meets it: with the adapter that it prints, right and broken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "experiments/formats/files.h"
#include "experiments/processes/stopwatch.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CliOracle : public Cli {
 protected:
  CliOracle() { write_text("adapter.py", right_); }

  // The adapter with one place changed.
  void break_adapter(const std::string& what, const std::string& with) const {
    std::string text = right_;
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    write_text("adapter.py", text.replace(at, what.size(), with));
  }

  void break_forward() const { break_adapter("max(s, 0.0)", "max(s, 0.25)"); }

  // `arguments` after `eenet oracle`, before the command.
  [[nodiscard]] Outcome oracle(const std::string& arguments) const {
    return eenet("oracle " + arguments + " -- python3 adapter.py");
  }

  [[nodiscard]] json document_of(const Outcome& outcome, int code) const {
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    json document = json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << outcome.out;
    return document;
  }

  const std::string right_ = run_eenet("oracle adapter --language python").out;
};

TEST_F(CliOracle, RefusesWhatCannotBeMeant) {
  write_text("without-id.json", "{\"id\":\"\"}");
  write_text("half-id.json", "{\"id\":\"forward/1\"}");
  write_text("zeros", std::string("forward/1 \0\n", 12));
  expect_all_refused({
      {"oracle judge", {"no command to judge", "-- COMMAND"}},
      {"oracle judge --", {"no command to judge"}},
      {"oracle smoke", {"no command to judge"}},
      {"oracle judge python3 adapter.py", {"'python3'", "expected -- before"}},
      {"oracle judge --cases 0 -- cat", {"--cases 0", "1 to"}},
      {"oracle judge --cases many -- cat", {"--cases", "many"}},
      {"oracle judge --seed -1 -- cat", {"--seed", "-1"}},
      {"oracle judge --level mars -- cat", {"--level", "mars", "gradient"}},
      {"oracle judge --profile lax -- cat", {"--profile", "lax", "computed"}},
      {"oracle judge --time-limit 0 -- cat", {"--time-limit 0", "more than 0"}},
      {"oracle judge --time-limit soon -- cat", {"--time-limit", "soon"}},
      {"oracle judge --case forward/2.2.2.1.1.ordinary.3.4 --cases 3 -- cat", {"--case"}},
      {"oracle judge --case nonsense -- python3 adapter.py", {"--case", "nonsense"}},
      {"oracle judge --case no.json -- cat", {"no.json", "No such file"}},
      {"oracle judge --case adapter.json -- cat", {"adapter.json"}},
      {"oracle judge --case adapter.py -- cat", {"adapter.py", "a counterexample"}},
      {"oracle judge --case without-id.json -- cat", {"without-id.json", "expected a level"}},
      {"oracle judge --case half-id.json -- cat", {"half-id.json: case 1: 1 parts"}},
      {"oracle judge --expected-failures zeros -- cat", {"zeros: not a text"}},
      {"oracle judge --expected-failures absent -- cat", {"absent"}},
      {"oracle judge --junit no/such/file -- cat", {"no/such"}},
      {"oracle judge -- /absent/program", {"/absent/program", "No such file"}},
      {"oracle judge -- no-such-program", {"no-such-program", "PATH"}},
      {"oracle judge -- true", {"true: no answer to hello", "exit code 0"}},
      {"oracle judge -- cat", {"cat: no answer to hello"}},
      {"oracle smoke --cases 3 -- cat", {"--cases"}},
      {"oracle adapter", {"--language"}},
      {"oracle adapter --language cobol", {"--language", "cobol", "rust"}},
  });
}

TEST_F(CliOracle, TheSkeletonPasses) {
  const json document = document_of(oracle("judge --cases 60 --json"), 0);
  EXPECT_EQ(document.at("schema"), "eenet.judge/1");
  EXPECT_EQ(document.at("verdict"), "agrees");
  EXPECT_EQ(document.at("command"), json::array({"python3", "adapter.py"}));
  EXPECT_EQ(document.at("implementation").at("name"), "my network 1.0");
  EXPECT_TRUE(document.at("first_divergence").is_null());
  EXPECT_TRUE(document.at("counterexample").is_null());
  EXPECT_THAT(document.at("complaints"), IsEmpty());
  std::uint64_t asked = 0;
  for (const json& level : document.at("levels")) {
    const bool declared = level.at("level") == "forward" || level.at("level") == "gradient";
    EXPECT_EQ(level.at("skip_reason") == "", declared) << level;
    EXPECT_EQ(level.at("cases").get<std::uint64_t>() + level.at("skipped").get<std::uint64_t>(),
              level.at("planned"));
    asked += level.at("cases").get<std::uint64_t>();
  }
  EXPECT_GE(asked, 50U);
}

TEST_F(CliOracle, TextHasTheTableAndTheVerdict) {
  const Outcome outcome = oracle("judge --cases 40 --level forward");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("my network 1.0, float64, profile computed, seed 1"));
  EXPECT_THAT(outcome.out, HasSubstr("planned"));
  EXPECT_THAT(outcome.out, HasSubstr("agrees with the reference in 40 cases"));
}

TEST_F(CliOracle, AFaultIsFoundSavedAndShownAgain) {
  break_forward();
  const json document =
      document_of(oracle("judge --level forward --cases 40 --json --out found --junit j.xml"), 1);
  EXPECT_EQ(document.at("verdict"), "disagrees");
  const json& divergence = document.at("first_divergence");
  EXPECT_EQ(divergence.at("level"), "forward");
  EXPECT_EQ(divergence.at("field"), "value");
  const std::string id = document.at("counterexample").at("id");
  EXPECT_EQ(json_in("found/judge.json").at("verdict"), "disagrees");
  ASSERT_EQ(names_in("found").size(), 2U);
  const std::string saved = "found/" + names_in("found").front();
  EXPECT_EQ(json_in(saved).at("id"), id);
  EXPECT_EQ(json_in(saved).at("schema"), "eenet.counterexample/1");
  const std::string again = "eenet oracle judge --case " + id + " -- python3 adapter.py";
  EXPECT_EQ(document.at("counterexample").at("divergence").at("reproduce"), again);
  EXPECT_THAT(text_in("j.xml"), HasSubstr("<failure message=\"" + again + "\">"));
  for (const std::string& one : {id, saved}) {
    const json shown = document_of(oracle("judge --json --case " + one), 1);
    EXPECT_EQ(shown.at("first_divergence").at("id"), id);
    EXPECT_EQ(shown.at("levels").at(0).at("cases"), 1);
  }
  write_text("adapter.py", right_);
  EXPECT_EQ(oracle("judge --case " + id).code, 0);
}

TEST_F(CliOracle, TextOfAFaultHasTheCaseAndTheLineThatShowsItAgain) {
  break_forward();
  const Outcome outcome = oracle("judge --level forward --cases 40");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("first divergence: "));
  EXPECT_THAT(outcome.out, HasSubstr("as it was met: forward/"));
  EXPECT_THAT(outcome.out, HasSubstr("question  {"));
  EXPECT_THAT(outcome.out, HasSubstr("again: eenet oracle judge --case forward/"));
  EXPECT_THAT(outcome.out, HasSubstr("disagrees with the reference in "));
}

TEST_F(CliOracle, ExpectedFailuresPassAndUnexpectedPassesAreTold) {
  break_forward();
  const json found = document_of(oracle("judge --level forward --cases 1 --json"), 1);
  const std::string id = found.at("levels").at(0).at("first").at("id");
  write_text("known.txt", "# what we know\n\n" + id + "  ReLU has a floor  # until 2.0\n");
  const std::string command = "judge --level forward --cases 1 --expected-failures known.txt";
  const json document = document_of(oracle(command + " --json"), 0);
  EXPECT_EQ(document.at("levels").at(0).at("expected_failures"), 1);
  EXPECT_EQ(document.at("levels").at(0).at("failures"), 0);
  write_text("adapter.py", right_);
  EXPECT_EQ(oracle(command).code, 0);
  const Outcome strict = oracle(command + " --strict");
  EXPECT_EQ(strict.code, 4);
  EXPECT_THAT(strict.out, HasSubstr("expected to fail, and passes: " + id));
  for (const auto& [line, words] :
       std::vector<std::pair<std::string, std::string>>{{id + "\n", "has no reason"},
                                                        {id + " # why\n", "has no reason"},
                                                        {id + " a\n" + id + " b\n", "stands twice"},
                                                        {"gradient why\n", "is no id"}}) {
    write_text("known.txt", line);
    expect_refusal(oracle(command), {"known.txt, line ", words});
  }
}

TEST_F(CliOracle, ACrashIsAFailureWithWhatWasWritten) {
  break_adapter("def forward(question):\n",
                "def forward(question):\n    raise SystemExit('no GPU')\n");
  const Outcome outcome = oracle("judge --case forward/2.1.1.1.1.ordinary.0.3");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("ended with exit code 1"));
  EXPECT_THAT(outcome.out, HasSubstr("| no GPU"));
}

TEST_F(CliOracle, AHangEndsTheJudgementSoon) {
  break_adapter("def gradient(question):\n",
                "def gradient(question):\n    import time; time.sleep(1000)\n");
  const Stopwatch watch;
  const json document = document_of(oracle("judge --level gradient --time-limit 0.3 --json"), 1);
  EXPECT_EQ(document.at("first_divergence").at("fault"), "time-limit");
  EXPECT_LT(watch.seconds(), 60.0);
}

TEST_F(CliOracle, AnswersThatChangeAreNamedSo) {
  break_adapter("def forward(question):\n",
                "import itertools\ncount = itertools.count()\n\n\ndef forward(question):\n"
                "    return {'value': 1e9 + next(count)}\n");
  const json document = document_of(oracle("judge --level forward --cases 3 --json"), 1);
  EXPECT_EQ(document.at("verdict"), "nondeterministic");
}

TEST_F(CliOracle, WordsBehindTheDashesPassUntouched) {
  const std::vector<std::string> odd = {"--json", "",    "[a,b]", "--", "{}",
                                        "-h",     "a b", "--x=",  "é\n"};
  std::string expected = "[";
  for (const std::string& word : odd) expected += json(word).dump() + ", ";
  write_text("adapter.py", "import sys\nif sys.argv[1:] != " + expected +
                               "]: sys.exit(repr(sys.argv))\n" + right_);
  std::vector<std::string> words = {"oracle", "smoke", "--", "python3", "adapter.py"};
  words.insert(words.end(), odd.begin(), odd.end());
  const Outcome outcome = RunningProgram(EENET_PROGRAM, words, here()).wait();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST_F(CliOracle, SmokeIsQuick) {
  const Stopwatch watch;
  const Outcome outcome = oracle("smoke");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("agrees with the reference in "));
  EXPECT_LT(watch.seconds(), 60.0);
  break_forward();
  EXPECT_EQ(oracle("smoke").code, 1);
}

TEST_F(CliOracle, SmokeOfASlowProgramSaysThatItStopped) {
  break_adapter("    question = json.loads(line)\n",
                "    question = json.loads(line)\n    import time; time.sleep(1)\n");
  const json document = document_of(oracle("smoke --json"), 0);
  EXPECT_EQ(document.at("verdict"), "incomplete");
  EXPECT_THAT(document.at("complaints").dump(), HasSubstr("stopped after 5 s"));
}

TEST_F(CliOracle, CtrlCEndsTheJudgeAndTheProgram) {
  break_adapter("    question = json.loads(line)\n",
                "    question = json.loads(line)\n"
                "    if question['op'] == 'gradient':\n"
                "        import os, time\n"
                "        open('pid', 'w').write(str(os.getpid()))\n"
                "        os.rename('pid', 'process')\n"
                "        time.sleep(1000)\n");
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(folder() / "process");
    RunningProgram judge(EENET_PROGRAM, words_of("oracle judge -- python3 adapter.py"), here());
    ASSERT_TRUE(becomes_true([this] { return std::filesystem::exists(folder() / "process"); }));
    const pid_t process = std::stoi(text_in("process"));
    ::kill(judge.pid(), signal);
    const Outcome outcome = judge.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(becomes_true([process] { return ::kill(process, 0) != 0; }));
  }
}

TEST_F(CliOracle, AFileThatCannotBeWrittenLosesNoResult) {
  write_text("full", "");
  std::filesystem::remove(folder() / "full");
  std::filesystem::create_symlink("/dev/full", folder() / "full");
  const Outcome outcome = oracle("judge --level forward --cases 3 --junit full");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("agrees"));
  EXPECT_THAT(outcome.err, HasSubstr("No space left"));
}

TEST_F(CliOracle, SkeletonsAreTextOrJson) {
  EXPECT_THAT(right_, HasSubstr("for line in sys.stdin:"));
  for (const std::string language : {"python", "pytorch", "c++", "rust"}) {
    const json document = json_of("oracle adapter --json --language " + language);
    EXPECT_EQ(document.at("language"), language);
    EXPECT_EQ(document.at("text"), run_eenet("oracle adapter --language " + language).out);
    EXPECT_THAT(document.at("file").get<std::string>(), HasSubstr("adapter."));
    EXPECT_THAT(document.at("text").get<std::string>(), HasSubstr("docs/protocol.md"));
  }
}

}  // namespace
}  // namespace eenet::experiments
