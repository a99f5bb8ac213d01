// `eenet verify`: checks on random cases the properties that hold in every case.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/stopwatch.h"
#include "experiments/reports/junit.h"
#include "experiments/reports/verify_report.h"
#include "experiments/runs/failure_folder.h"
#include "experiments/runs/mutant_run.h"
#include "experiments/runs/verify_run.h"
#include "reference/require.h"
#include "verify/differentiators/differentiator.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kMostCases = 1'000'000'000;

struct VerifyOptions {
  CommonOptions common;
  std::vector<std::string> suites;
  std::uint64_t cases = 10'000;
  bool cases_given = false;
  std::uint64_t seed = 1;
  unsigned jobs = default_jobs();
  bool no_shrink = false;
  bool mutants = false;
  std::string failures;
  std::string junit;
  std::string reproduce;
  std::string out;
  std::string shard;
};

// The requested suites, or all, in the order of the library.
std::vector<std::string> chosen_suites(const std::vector<std::string>& asked) {
  for (const std::string& name : asked) verify::suite_named(name);  // throws if there is none
  std::vector<std::string> chosen;
  for (const verify::Suite& suite : verify::suites()) {
    const bool wanted = std::find(asked.begin(), asked.end(), suite.name) != asked.end();
    if (asked.empty() || wanted) chosen.push_back(suite.name);
  }
  return chosen;
}

VerifyReport begin_report(const VerifyOptions& options) {
  VerifyReport report;
  report.seed = options.seed;
  report.cases = options.cases;
  report.witnesses = verify::witness_names();
  report.absent_witnesses = verify::absent_witness_names();
  return report;
}

// The tokens of the given suites. Failures of other suites are kept for a run that has them.
std::vector<std::string> tokens_of(const std::vector<std::string>& suites,
                                   const std::vector<std::string>& tokens) {
  std::vector<std::string> chosen;
  for (const std::string& token : tokens) {
    const std::string suite = verify::parse_token(token).first;
    if (std::find(suites.begin(), suites.end(), suite) != suites.end()) chosen.push_back(token);
  }
  return chosen;
}

void run_cases(const VerifyOptions& options, VerifyReport& report) {
  VerifyPlan plan;
  plan.suites = chosen_suites(options.suites);
  plan.cases = options.cases;
  plan.seed = options.seed;
  plan.shrink = !options.no_shrink;
  plan.jobs = options.jobs;
  plan.quiet = options.common.quiet;
  if (!options.failures.empty()) {
    make_writable_folder(options.failures);
    plan.replayed = tokens_of(plan.suites, remembered_failures(options.failures));
  }
  if (!options.out.empty()) plan.out = options.out;
  if (!options.shard.empty()) plan.shard = Shard::parse(options.shard);
  run_verification(plan, report);
}

void run_against_mutants(const VerifyOptions& options, VerifyReport& report) {
  MutantPlan plan;
  plan.program = mutants_program();
  plan.suites = chosen_suites(options.suites);
  if (options.cases_given) plan.cases = options.cases;
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  plan.quiet = options.common.quiet;
  report.cases = plan.cases * plan.suites.size();
  run_mutants(plan, report);
}

void write_files(const VerifyOptions& options, const VerifyReport& report) {
  if (!options.failures.empty()) {
    for (const verify::Failure& failure : report.failures) {
      remember_failure(options.failures, failure);
    }
  }
  if (!options.junit.empty()) write_atomically(options.junit, verify_junit(report));
}

int run_once_more(const VerifyOptions& options) {
  const std::string suite = verify::parse_token(options.reproduce).first;
  VerifyReport report = begin_report(options);
  report.cases = 1;
  const TimedPiece piece = reproduce(options.reproduce);
  const verify::Statistics& found = piece.result.statistics;
  report.suites.push_back(report_of_suite(suite));
  report.suites.back().statistics = found;
  report.suites.back().seconds = report.seconds = piece.seconds;
  report.replayed.push_back(replay_report(options.reproduce, piece.result));
  if (piece.result.failure) add_failure(report, *piece.result.failure);
  if (options.common.json) {
    print_out(verify_json(report));
  } else if (piece.result.failure) {
    print_out(failure_text(*piece.result.failure));
  } else if (report.replayed.back().passes) {
    print_out(fmt::format("{}: passes now, worst error/bound {}\n", options.reproduce,
                          number_text(found.worst_ratio)));
  } else {
    print_out(problems(report).back() + "\n");
  }
  return exit_code(report, options.common.strict);
}

int run(const VerifyOptions& options) {
  require_jobs(options.jobs);
  EENET_REQUIRE(options.cases >= 1 && options.cases <= kMostCases, "--cases ", options.cases,
                ": expected 1 to ", kMostCases);
  if (!options.reproduce.empty()) return run_once_more(options);
  EENET_REQUIRE(options.shard.empty() || !options.out.empty(), "--shard ", options.shard,
                ": expected --out DIR, where a last call without --shard finds all pieces");
  if (!options.junit.empty()) require_place_for_file(options.junit);
  const Stopwatch watch;
  VerifyReport report = begin_report(options);
  if (options.mutants) {
    run_against_mutants(options, report);
  } else {
    run_cases(options, report);
  }
  report.seconds = watch.seconds();
  // A run may have taken hours: print its result even if a file cannot be written.
  std::exception_ptr trouble;
  try {
    write_files(options, report);
  } catch (const std::runtime_error&) {
    trouble = std::current_exception();
  }
  print_out(options.common.json ? verify_json(report) : verify_text(report));
  if (trouble) std::rethrow_exception(trouble);
  // A few pieces of a suite may say nothing; the last call, of all of them, asks that.
  if (!options.shard.empty()) return report.failures.empty() ? kDone : kCheckFailed;
  return exit_code(report, options.common.strict);
}

}  // namespace

void add_verify_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = add_command(
      program, "verify", "Test the reference and the theory on random cases, property by property",
      "eenet verify --suite streams --suite traces --cases 200 --seed 7", options->common);
  CLI::Option* suite = command->add_option("--suite", options->suites, "A suite (may be repeated)")
                           ->allow_extra_args(false);
  CLI::Option* cases = add_count(*command, "--cases", options->cases,
                                 "Random cases over all suites; with --mutants: of each, "
                                 "1000 unless given");
  CLI::Option* seed = add_count(*command, "--seed", options->seed, "Decides the cases");
  add_jobs(*command, options->jobs, kWorkersHelp);
  CLI::Option* no_shrink =
      command->add_flag("--no-shrink", options->no_shrink, "Show a failing case as it was drawn");
  CLI::Option* mutants =
      command->add_flag("--mutants", options->mutants,
                        "Seeded faults: which suites notice which (needs eenet-mutants)");
  CLI::Option* failures =
      command->add_option("--failures", options->failures,
                          "Folder that remembers failures; those in it are tried first");
  CLI::Option* junit = command->add_option("--junit", options->junit, "File for JUnit's XML");
  mutants->excludes(no_shrink, failures);
  CLI::Option* out =
      command->add_option("--out", options->out,
                          "Folder for a file per piece; a stopped run goes on from what is in it");
  CLI::Option* shard = command->add_option("--shard", options->shard, kShardHelp);
  out->excludes(mutants);
  shard->excludes(mutants, failures, junit);
  command->add_option("--reproduce", options->reproduce, "One case again: the token of a failure")
      ->excludes(suite, cases, seed, no_shrink, mutants, failures, junit, out, shard);
  when_chosen(*command, action, [options, cases] {
    options->cases_given = cases->count() > 0;
    return run(*options);
  });
}

}  // namespace eenet::experiments
