// `eenet report`: the theory-check report, in one folder; what changed between two; a badge.
#include <memory>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/folder_lock.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/claim_rules.h"
#include "experiments/reports/drawing_program.h"
#include "experiments/theory_check/page.h"
#include "experiments/theory_check/plan.h"
#include "experiments/theory_check/report.h"
#include "experiments/theory_check/report_diff.h"
#include "experiments/theory_check/results_folder.h"
#include "experiments/theory_check/tables.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

struct ReportOptions {
  CommonOptions common;
  std::string out = "report";
  std::string effort = "quick";
  std::uint64_t seed = 1;
  unsigned jobs = default_jobs();
  std::vector<std::string> only;
  std::vector<std::string> runs;
  std::vector<std::string> from;
};

struct DiffOptions {
  CommonOptions common;
  std::string before;
  std::string after;
};

struct BadgeOptions {
  CommonOptions common;
  std::string from = "report";
  std::string out = "badge.svg";
};

// What is fixed before anything is measured.
void write_rules(const ReportOptions& options) {
  std::vector<const verify::Claim*> claims;
  for (const verify::Claim& claim : verify::all_claims()) claims.push_back(&claim);
  const std::filesystem::path folder = options.out;
  make_writable_folder(folder);
  write_atomically(folder / "rules.txt", rules_text(claims));
  warn(options.common, rules_sentence());
}

void write_report(const Json& report, const std::filesystem::path& folder) {
  make_writable_folder(folder / "pictures");
  make_writable_folder(folder / "tables");
  write_atomically(folder / "report.json", document_text(report));
  write_atomically(folder / "report.md", report_markdown(report));
  for (const auto& [name, text] : report_tables(report)) {
    write_atomically(folder / "tables" / name, text);
  }
  write_atomically(folder / "index.html", report_html(report, folder / "pictures"));
}

// The report that is in the folder already; null if there is none that can be read.
Json report_before(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "report.json";
  if (!std::filesystem::is_regular_file(file)) return {};
  const std::string text = read_file(file);
  if (is_nested_deeper(text, kDeepestJson)) return {};
  const Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json() : json;
}

// Before minutes of work.
void require_inputs(const ReportOptions& options) {
  for (const std::string& trace : options.runs) {
    require_regular_file(trace);
    const TraceReader reader(trace);  // refuses what is no trace
  }
  for (const std::string& folder : options.from) results_in(folder);
}

int run(const ReportOptions& options) {
  require_jobs(options.jobs);
  EENET_REQUIRE(options.seed >= 1, "--seed 0: expected 1 or more");
  ReportSettings settings;
  settings.effort = options.effort == "full" ? verify::Effort::kFull : verify::Effort::kQuick;
  settings.seed = options.seed;
  settings.out = options.out;
  settings.only = options.only;
  settings.runs = options.runs;
  settings.from = options.from;
  require_inputs(options);
  const std::vector<Piece> pieces = planned_pieces(settings);
  require_drawing_programs();
  make_writable_folder(settings.out);
  const FolderLock lock(settings.out);  // two reports would take each other's pieces for theirs
  if (options.runs.empty()) write_rules(options);
  const std::vector<PieceResult> results =
      results_of(pieces, {std::filesystem::canonical("/proc/self/exe"), settings.out / "pieces",
                          options.jobs, options.common.quiet});
  const Json report = report_json(settings, results, report_before(settings.out));
  write_report(report, settings.out);
  for (const Json& problem : report.at("problems")) say(problem.get<std::string>());
  print_out(options.common.json ? document_text(report)
                                : printable((settings.out / "index.html").string()) + "\n");
  return report.at("problems").empty() ? kDone : kCheckFailed;
}

// A report's file, or the folder that it is in.
Json read_report(const std::string& path) {
  std::filesystem::path file = path;
  if (std::filesystem::is_directory(file)) file /= "report.json";
  return about(file.string(), [&file] {
    require_regular_file(file);
    const std::string text = read_file(file);
    EENET_REQUIRE(!is_nested_deeper(text, kDeepestJson), "no report: JSON nested too deep");
    Json report = Json::parse(text, nullptr, false);
    report_diff(report, report);  // refuses what is no report
    return report;
  });
}

int compare(const DiffOptions& options) {
  const Json diff = report_diff(read_report(options.before), read_report(options.after));
  print_out(options.common.json ? document_text(diff) : report_diff_text(diff));
  return is_setback(diff) ? kCheckFailed : kDone;
}

int make_badge(const BadgeOptions& options) {
  require_place_for_file(options.out);
  const Json report = read_report(options.from);
  write_atomically(options.out, badge_svg(report));
  print_out(options.common.json ? document_text(document("badge", {{"out", options.out},
                                                                   {"text", badge_text(report)}}))
                                : printable(options.out) + "\n");
  return kDone;
}

}  // namespace

void add_report_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      add_command(program, "report", "The theory-check report: one page, one folder",
                  "eenet report --out report", options->common);
  command->add_option("--out", options->out, "Folder of the report; a stopped one goes on")
      ->capture_default_str();
  command->add_option("--effort", options->effort, "quick (minutes) or full (a night)")
      ->check(one_of({"quick", "full"}))
      ->capture_default_str();
  add_count(*command, "--seed", options->seed, "Decides every random draw");
  command
      ->add_option("--from", options->from,
                   "A folder with results of eenet run --out, sweeps, regret check or oracle judge "
                   "(may be repeated)")
      ->allow_extra_args(false);
  command->add_option("--runs", options->runs,
                      "Traces: the report is about these runs, not about the paper");
  command
      ->add_option("--only", options->only,
                   "Pieces whose ids begin so, such as claims/THM-1 or regret/ (may be repeated)")
      ->allow_extra_args(false);
  add_jobs(*command, options->jobs, kWorkersHelp);
  when_chosen(*command, action, [options] { return run(*options); });

  auto differing = std::make_shared<DiffOptions>();
  CLI::App* diff = add_command(*command, "diff", "What changed between two reports",
                               "eenet report diff report/report.json report", differing->common);
  diff->add_option("BEFORE", differing->before, "A report.json, or its folder")->required();
  diff->add_option("AFTER", differing->after, "Another")->required();
  when_chosen(*diff, action, [differing] { return compare(*differing); });

  auto badge = std::make_shared<BadgeOptions>();
  CLI::App* badge_command = add_command(*command, "badge", "A picture of the counts for a README",
                                        "eenet report badge --from report", badge->common);
  badge_command->add_option("--from", badge->from, "A report.json, or its folder")
      ->capture_default_str();
  badge_command->add_option("--out", badge->out, "The SVG")->capture_default_str();
  when_chosen(*badge_command, action, [badge] { return make_badge(*badge); });
}

}  // namespace eenet::experiments
