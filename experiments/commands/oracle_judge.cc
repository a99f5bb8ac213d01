// `eenet oracle judge` and `eenet oracle smoke`: ask another program, and say where it is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>

#include "experiments/commands/command.h"
#include "experiments/commands/command_line.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/progress.h"
#include "experiments/processes/stopwatch.h"
#include "experiments/reports/judge_junit.h"
#include "experiments/reports/judge_report.h"
#include "experiments/runs/judge_run.h"
#include "reference/require.h"
#include "verify/oracle/questions.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kMostCases = 1'000'000'000;
constexpr double kLongestLimit = 1e6;  // seconds: more than a week
// `smoke` has so many cases per level that there is, and so many seconds for them.
constexpr std::uint64_t kSmokeCases = 8;
constexpr double kSmokeSeconds = 5.0;
constexpr Seconds kSmokeShrinking(1.0);

struct OracleOptions {
  CommonOptions common;
  std::vector<std::string> levels;
  std::uint64_t cases = 1000;
  std::uint64_t seed = 1;
  std::string profile = "computed";
  std::string junit;
  std::string expected_failures;
  std::optional<double> time_limit;
  std::optional<double> shrink_time;
  std::string one_case;
  std::string out;
  std::vector<std::string> command;
};

// The id of a case, or that in a file of one.
std::string case_id(const std::string& given) {
  std::error_code none;
  if (!given.ends_with(".json") && !std::filesystem::exists(given, none)) return given;
  require_regular_file(given);
  const Json saved = Json::parse(read_file(given), nullptr, false);
  const auto id = saved.is_object() ? saved.find("id") : saved.end();
  EENET_REQUIRE(saved.is_object() && id != saved.end() && id->is_string(), given,
                ": expected a counterexample as --out DIR saves them");
  return about(given, [id] {
    const auto text = id->get<std::string>();
    verify::oracle::parse_id(text);  // refuses what is no id
    return text;
  });
}

void check(const OracleOptions& options) {
  EENET_REQUIRE(options.cases >= 1 && options.cases <= kMostCases, "--cases ", options.cases,
                ": expected 1 to ", kMostCases);
  EENET_REQUIRE(
      !options.time_limit || (*options.time_limit > 0.0 && *options.time_limit <= kLongestLimit),
      "--time-limit ", options.time_limit.value_or(0.0), ": expected more than 0, up to ",
      kLongestLimit, " seconds");
  EENET_REQUIRE(!options.shrink_time ||
                    (*options.shrink_time >= 0.0 && *options.shrink_time <= kLongestLimit),
                "--shrink-time ", options.shrink_time.value_or(0.0), ": expected 0 to ",
                kLongestLimit, " seconds");
  if (!options.junit.empty()) require_place_for_file(options.junit);
}

JudgeRequest request_of(const OracleOptions& options) {
  check(options);
  JudgeRequest request;
  request.options.levels = options.levels;
  request.options.cases = options.cases;
  request.options.seed = options.seed;
  request.options.profile = profile_named(options.profile);
  if (!options.expected_failures.empty()) {
    request.options.expected_failures = read_expected_failures(options.expected_failures);
  }
  if (options.shrink_time) request.options.shrink_time = Seconds(*options.shrink_time);
  if (options.time_limit) request.limits.fixed = Seconds(*options.time_limit);
  if (!options.one_case.empty()) request.id = case_id(options.one_case);
  if (!options.out.empty()) make_writable_folder(options.out);
  request.command = words_passed_on(options.command);
  EENET_REQUIRE(!request.command.empty(),
                "no command to judge, expected -- COMMAND (see eenet oracle judge --help)");
  return request;
}

// Counts cases on stderr. How many are planned is known once the program has answered hello.
class CaseProgress {
 public:
  explicit CaseProgress(bool quiet) : quiet_(quiet) {}
  void operator()(std::uint64_t done, std::uint64_t planned) {
    if (!progress_) progress_.emplace("cases", planned, quiet_);
    progress_->update(done);
  }

 private:
  bool quiet_;
  std::optional<Progress> progress_;
};

void write_files(const OracleOptions& options, const JudgeRequest& request, const JudgeRun& run) {
  if (!options.out.empty()) {
    const std::filesystem::path folder = options.out;
    for (const auto& [name, content] : counterexample_files(run.report, request)) {
      write_atomically(folder / name, content);
    }
    write_atomically(folder / "judge.json", judge_json(run, request));
  }
  if (!options.junit.empty()) write_atomically(options.junit, judge_junit(run, request));
}

int judge(const OracleOptions& options) {
  JudgeRequest request = request_of(options);
  JudgeRun run;
  {
    CaseProgress progress(options.common.quiet);
    request.options.on_case = [&progress](std::uint64_t done, std::uint64_t planned) {
      progress(done, planned);
      return true;
    };
    const auto work = [&request] { return run_judge(request); };
    run = request.id.empty() ? work() : about("--case", work);
  }
  // It may have taken hours: print the result even if a file cannot be written.
  std::exception_ptr trouble;
  try {
    write_files(options, request, run);
  } catch (const std::runtime_error&) {
    trouble = std::current_exception();
  }
  print_out(options.common.json ? judge_json(run, request) : judge_text(run, request));
  if (trouble) std::rethrow_exception(trouble);
  return exit_code(run.report, options.common.strict);
}

int smoke(const OracleOptions& options) {
  JudgeRequest request = request_of(options);
  request.options.cases = kSmokeCases * verify::oracle::judge_levels().size();
  request.options.shrink_time = kSmokeShrinking;
  const Stopwatch total;
  double begun = 0.0;
  bool stopped = false;
  request.options.on_case = [&](std::uint64_t done, std::uint64_t planned) {
    if (begun == 0.0) begun = total.seconds();  // the program has started
    stopped = total.seconds() - begun > kSmokeSeconds && done < planned;
    return !stopped;
  };
  JudgeRun run = run_judge(request);
  if (stopped) {
    run.report.complaints.push_back(
        fmt::format("stopped after {} s, before all cases were asked", number_text(kSmokeSeconds)));
  }
  print_out(options.common.json ? judge_json(run, request) : judge_text(run, request));
  // That few cases fitted in the time is no failure.
  const bool only_slow = stopped && run.report.verdict == verify::oracle::JudgeVerdict::kIncomplete;
  return only_slow && !has_failures(run.report) ? kDone
                                                : exit_code(run.report, options.common.strict);
}

void add_command_to_judge(CLI::App& command, OracleOptions& options) {
  add_number(command, "--time-limit", options.time_limit,
             "Seconds for an answer, in place of ten times the slowest of the first ones");
  add_words_to_pass_on(command, options.command,
                       "Behind --: the program to judge and its arguments");
}

}  // namespace

void add_oracle_judge_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<OracleOptions>();
  CLI::App* command =
      add_command(group, "judge", "Ask another implementation, and say where it first goes wrong",
                  "eenet oracle adapter --language python > adapter.py && "
                  "eenet oracle judge --cases 50 -- python3 adapter.py",
                  options->common);
  CLI::Option* level =
      command->add_option("--level", options->levels, "What to judge (may be repeated)")
          ->allow_extra_args(false)
          ->check(one_of(verify::oracle::judge_levels()));
  CLI::Option* cases = add_count(*command, "--cases", options->cases, "Cases over all levels");
  add_count(*command, "--seed", options->seed, "Decides the cases");
  std::vector<std::string> profiles;
  for (const auto profile : kAllProfiles) profiles.push_back(to_text(profile));
  command->add_option("--profile", options->profile, "How exactly numbers have to agree")
      ->check(one_of(profiles))
      ->capture_default_str();
  command->add_option("--junit", options->junit, "File for JUnit's XML");
  CLI::Option* expected = command->add_option("--expected-failures", options->expected_failures,
                                              "File with lines 'ID  reason'");
  command
      ->add_option("--case", options->one_case,
                   "One case again: its id, or a file that --out saved")
      ->excludes(level, cases, expected);
  add_number(*command, "--shrink-time", options->shrink_time,
             "Seconds to look for a smaller case that fails (30)");
  command->add_option("--out", options->out, "Folder for counterexamples and judge.json");
  add_command_to_judge(*command, *options);
  when_chosen(*command, action, [options] { return judge(*options); });
}

void add_oracle_smoke_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<OracleOptions>();
  CLI::App* command =
      add_command(group, "smoke", "A few cases of each level in five seconds: does it talk at all?",
                  "eenet oracle adapter --language python > adapter.py && "
                  "eenet oracle smoke -- python3 adapter.py",
                  options->common);
  add_command_to_judge(*command, *options);
  when_chosen(*command, action, [options] { return smoke(*options); });
}

}  // namespace eenet::experiments
