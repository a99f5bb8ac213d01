#include "experiments/runs/mutant_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/processes/child_process.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/stopwatch.h"
#include "experiments/runs/verify_run.h"

namespace eenet::experiments {

namespace {

// A fault may make a loop endless. A run that takes this many times longer than the suite without a
// fault is ended.
constexpr double kPatienceFactor = 20.0;

using Variables = std::map<std::string, std::string>;

ChildOutcome run_suite(const MutantPlan& plan, const std::string& suite, const Variables& variables,
                       const ChildLimits& limits) {
  return run_child(plan.program,
                   {"verify", "--suite", suite, "--cases", std::to_string(plan.cases), "--seed",
                    std::to_string(plan.seed), "--jobs", "1", "--json", "--quiet", "--no-shrink"},
                   variables, limits);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string ending_text(const ChildOutcome& outcome) {
  return outcome.signal != 0
             ? fmt::format("signal {}", outcome.signal)
             : fmt::format("exit code {}, {}", outcome.code, first_line(outcome.err));
}

// The suite without a fault: the document that the program prints, with the mutants whose lines it
// executed under "met". If there is no document, a string that says why.
Json baseline(const MutantPlan& plan, const std::string& suite) {
  const TemporaryFolder folder;
  const std::filesystem::path met = folder.path() / "met.json";
  const ChildOutcome outcome =
      run_suite(plan, suite, {{"EENET_MUTANT", ""}, {"EENET_MUTANTS_MET", met.string()}}, {});
  if (outcome.code == kDone || outcome.code == kCheckFailed) {
    Json document = Json::parse(outcome.out);
    document["met"] = Json::parse(read_file(met));
    return document;
  }
  return fmt::format("{} without a mutant, suite {}: {}", plan.program.filename().string(), suite,
                     ending_text(outcome));
}

void add_baseline(const std::string& suite, const Json& document, VerifyReport& report) {
  if (document.is_string()) {
    report.complaints.push_back(document.get<std::string>());
    return;
  }
  SuiteReport entry = report_of_suite(suite);
  entry.statistics = statistics_from_json(document.at("suites").at(0));
  document.at("suites").at(0).at("seconds").get_to(entry.seconds);
  report.suites.push_back(entry);
  for (const Json& failure : document.at("failures")) {
    add_failure(report, failure_from_json(failure));
  }
}

// How the suite noticed the mutant, or nothing.
std::optional<std::string> notice(const ChildOutcome& outcome) {
  if (outcome.timed_out) return fmt::format("by timeout, after {:.0f} seconds", outcome.seconds);
  if (outcome.signal != 0) return fmt::format("by a crash, signal {}", outcome.signal);
  if (outcome.code == kDone) return std::nullopt;
  if (outcome.code == kCheckFailed) {
    const Json json = Json::parse(outcome.out);
    if (!json.at("failures").empty()) {
      return json.at("failures").at(0).at("property").get<std::string>();
    }
    return "no case is left that says anything";
  }
  const std::string reason = first_line(outcome.err);
  if (outcome.code != kBadInput) return "by a crash, " + ending_text(outcome);
  // The suite is known, it has passed without a fault; the mutant may still not be.
  if (reason.find("EENET_MUTANT") != std::string::npos) throw std::runtime_error(reason);
  return "refused, " + reason;
}

// Each mutant with the suites that execute its line. Only they can notice it.
std::vector<MutantOutcome> outcomes_to_find(const std::vector<Mutant>& mutants,
                                            const std::vector<std::string>& suites,
                                            const std::vector<std::string>& documents) {
  std::vector<MutantOutcome> outcomes;
  outcomes.reserve(mutants.size());
  for (const Mutant& mutant : mutants) outcomes.push_back({mutant, {}, {}});
  for (std::size_t i = 0; i < suites.size(); ++i) {
    const auto met = Json::parse(documents[i]).at("met").get<std::set<std::string>>();
    for (MutantOutcome& outcome : outcomes) {
      if (met.contains(outcome.mutant.name)) outcome.met_by.push_back(suites[i]);
    }
  }
  return outcomes;
}

struct Meeting {
  std::size_t mutant;
  std::string suite;
};

std::vector<Meeting> meetings_of(const std::vector<MutantOutcome>& outcomes) {
  std::vector<Meeting> meetings;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    for (const std::string& suite : outcomes[i].met_by) meetings.push_back({i, suite});
  }
  return meetings;
}

double seconds_of(const std::string& suite, const VerifyReport& report) {
  return std::find_if(report.suites.begin(), report.suites.end(),
                      [&suite](const SuiteReport& entry) { return entry.name == suite; })
      ->seconds;
}

std::vector<std::string> in_pieces(const MutantPlan& plan, std::size_t pieces, const char* what,
                                   const std::function<std::string(std::size_t)>& work) {
  Progress progress(what, pieces, plan.quiet);
  return do_pieces(
      pieces, plan.jobs,
      [&work](std::size_t piece, PieceCounter& done) {
        std::string result = work(piece);
        ++done;
        return result;
      },
      progress);
}

}  // namespace

std::filesystem::path mutants_program() {
  std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "eenet-mutants";
  if (!std::filesystem::exists(program)) {
    throw std::runtime_error(
        fmt::format("--mutants: {} is missing, expected it beside this program: it is built with "
                    "the tests (cmake --build BUILD --target eenet-mutants) and never installed",
                    program.string()));
  }
  return program;
}

std::vector<Mutant> parse_mutants(const std::string& text) {
  try {
    std::vector<Mutant> mutants;
    for (const Json& entry : Json::parse(text)) {
      if (entry.contains("claim")) continue;  // no suite runs the check of a claim
      mutants.push_back({entry.at("name").get<std::string>(), entry.at("file").get<std::string>(),
                         entry.at("why").get<std::string>(), entry.value("equivalent", "")});
    }
    if (!mutants.empty()) return mutants;
  } catch (const Json::exception&) {
    // Reported below, as an empty list is.
  }
  throw std::runtime_error(
      fmt::format("eenet-mutants --list-mutants: '{}', expected a JSON array of mutants with name, "
                  "file and why",
                  first_line(text)));
}

void run_mutants(const MutantPlan& plan, VerifyReport& report) {
  const std::vector<Mutant> mutants =
      parse_mutants(run_child(plan.program, {"--list-mutants"}, {{"EENET_MUTANT", ""}}, {}).out);
  const std::size_t suites = plan.suites.size();
  const std::vector<std::string> documents =
      in_pieces(plan, suites, "suites without a mutant",
                [&plan](std::size_t piece) { return baseline(plan, plan.suites[piece]).dump(); });
  for (std::size_t i = 0; i < suites; ++i) {
    add_baseline(plan.suites[i], Json::parse(documents[i]), report);
  }
  if (exit_code(report, false) != kDone) {
    report.complaints.push_back(plan.program.filename().string() +
                                " fails without a mutant, so no mutant was tried");
    return;
  }

  const Stopwatch watch;
  std::vector<MutantOutcome> outcomes = outcomes_to_find(mutants, plan.suites, documents);
  const std::vector<Meeting> meetings = meetings_of(outcomes);
  const std::vector<std::string> notices =
      in_pieces(plan, meetings.size(), "mutants against suites", [&](std::size_t piece) {
        const auto& [mutant, suite] = meetings[piece];
        ChildLimits limits;
        limits.time = std::chrono::duration<double>(plan.patience +
                                                    kPatienceFactor * seconds_of(suite, report));
        const auto how = notice(
            run_suite(plan, suite, {{"EENET_MUTANT", outcomes[mutant].mutant.name}}, limits));
        return line_text(how ? Json(*how) : Json(nullptr));
      });
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    const Json how = Json::parse(notices[i]);
    if (how.is_null()) continue;
    outcomes[meetings[i].mutant].killed_by.push_back({meetings[i].suite, how.get<std::string>()});
  }
  MutantReport result = {plan.suites, std::move(outcomes), 0.0};
  result.seconds = watch.seconds();
  report.mutants = result;
}

}  // namespace eenet::experiments
