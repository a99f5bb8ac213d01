#include "experiments/mutant_run.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <stdexcept>

#include "experiments/child_process.h"
#include "experiments/exit_code.h"
#include "experiments/files.h"
#include "experiments/jobs.h"
#include "experiments/verify_json.h"
#include "experiments/verify_run.h"

namespace eenet::experiments {

namespace {

// A fault may make a loop endless. Nothing that takes so much longer than the suite without a fault
// is still on its way.
constexpr double kPatienceFactor = 20.0;

ChildOutcome run_suite(const MutantPlan& plan, const std::string& suite, const std::string& mutant,
                       const ChildLimits& limits) {
  return run_child(plan.program,
                   {"verify", "--suite", suite, "--cases", std::to_string(plan.cases), "--seed",
                    std::to_string(plan.seed), "--jobs", "1", "--json", "--quiet", "--no-shrink"},
                   {{"EENET_MUTANT", mutant}}, limits);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string ending_text(const ChildOutcome& outcome) {
  return outcome.signal != 0
             ? fmt::format("signal {}", outcome.signal)
             : fmt::format("exit code {}, {}", outcome.code, first_line(outcome.err));
}

// The suite without a fault: the document that the program prints, or a text why there is none.
Json baseline(const MutantPlan& plan, const std::string& suite) {
  const ChildOutcome outcome = run_suite(plan, suite, "", {});
  if (outcome.code == kDone || outcome.code == kCheckFailed) return Json::parse(outcome.out);
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

std::vector<std::string> in_pieces(const MutantPlan& plan, std::size_t pieces, const char* what,
                                   const std::function<std::string(std::size_t)>& work) {
  Progress progress(what, pieces, plan.quiet);
  return do_pieces(
      pieces, plan.jobs,
      [&work](std::size_t piece, PieceCounter& done) {
        std::string result = work(piece);
        done.fetch_add(1, std::memory_order_relaxed);
        return result;
      },
      progress);
}

}  // namespace

std::filesystem::path mutants_program() {
  const std::filesystem::path program =
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
      mutants.push_back({entry.at("name").get<std::string>(), entry.at("file").get<std::string>(),
                         entry.at("why").get<std::string>(), entry.value("equivalent", "")});
    }
    if (!mutants.empty()) return mutants;
  } catch (const Json::exception&) {
    // Told below, as an empty list is.
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

  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::string> notices =
      in_pieces(plan, mutants.size() * suites, "mutants against suites", [&](std::size_t piece) {
        const double seconds = report.suites[piece % suites].seconds;
        ChildLimits limits;
        limits.time = std::chrono::duration<double>(plan.patience + kPatienceFactor * seconds);
        const auto how = notice(
            run_suite(plan, plan.suites[piece % suites], mutants[piece / suites].name, limits));
        return dump_json(how ? Json(*how) : Json(nullptr), -1);
      });
  MutantReport result;
  result.suites = plan.suites;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    MutantOutcome outcome = {mutants[i], {}};
    for (std::size_t j = 0; j < suites; ++j) {
      const Json how = Json::parse(notices[i * suites + j]);
      if (!how.is_null()) outcome.killed_by.push_back({plan.suites[j], how.get<std::string>()});
    }
    result.outcomes.push_back(outcome);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.mutants = result;
}

}  // namespace eenet::experiments
