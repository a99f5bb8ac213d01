// `eenet claims`: the ledger of the paper's claims, listed, judged, explained.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/npy.h"
#include "experiments/formats/output.h"
#include "experiments/formats/shard.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/claim_rules.h"
#include "experiments/reports/claims_report.h"
#include "experiments/runs/claims_run.h"
#include "reference/require.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

struct ClaimsOptions {
  CommonOptions common;
  std::vector<std::string> ids;
  std::vector<std::string> skipped;
  std::string effort = "quick";
  std::uint64_t seed = 1;
  unsigned jobs = default_jobs();
  std::string out;
  std::string shard;
  bool markdown = false;
  bool summary = false;
};

verify::Context context_of(const ClaimsOptions& options) {
  verify::Context context;
  context.effort = options.effort == "full" ? verify::Effort::kFull : verify::Effort::kQuick;
  context.seed = options.seed;
  const char* data = std::getenv("EENET_DATA");
  if (data != nullptr && *data != '\0') context.data = data;
  context.read_array = read_npy;
  return context;
}

// The requested claims, or all, without the skipped ones, in the order of the ledger.
std::vector<const verify::Claim*> chosen_claims(const ClaimsOptions& options) {
  std::vector<const verify::Claim*> asked;
  std::vector<const verify::Claim*> skipped;
  const auto add = [](const std::string& id, std::vector<const verify::Claim*>& list) {
    for (const verify::Claim* claim : verify::claims_named(id)) list.push_back(claim);
  };
  for (const std::string& id : options.ids) add(id, asked);
  for (const std::string& id : options.skipped) add(id, skipped);
  const auto is_in = [](const auto& list, const verify::Claim* claim) {
    return std::find(list.begin(), list.end(), claim) != list.end();
  };
  std::vector<const verify::Claim*> chosen;
  for (const verify::Claim& claim : verify::all_claims()) {
    if (!asked.empty() && !is_in(asked, &claim)) continue;
    if (!is_in(skipped, &claim)) chosen.push_back(&claim);
  }
  EENET_REQUIRE(!chosen.empty(), "--skip leaves no claim, expected one at least");
  if (options.shard.empty()) return chosen;
  EENET_REQUIRE(!options.out.empty(), "--shard ", options.shard,
                ": expected --out DIR, where a last call without --shard finds all verdicts");
  const Shard shard = Shard::parse(options.shard);
  std::erase_if(chosen, [&shard](const verify::Claim* claim) { return !shard.takes(claim->id); });
  return chosen;
}

std::vector<JudgedClaim> judge_chosen(const ClaimsOptions& options) {
  require_jobs(options.jobs);
  ClaimsPlan plan;
  plan.claims = chosen_claims(options);
  plan.context = context_of(options);
  if (!options.out.empty()) plan.out = options.out;
  plan.jobs = options.jobs;
  plan.quiet = options.common.quiet;
  return judge_claims(plan);
}

int list(const ClaimsOptions& options) {
  if (options.markdown) {
    print_out(claims_page());
  } else if (options.summary) {
    print_out(recorded_summary_text(verify::Effort::kQuick));
  } else {
    print_out(options.common.json ? document_text(claims_list_json()) : claims_list_text());
  }
  return kDone;
}

int print_rules(const ClaimsOptions& options) {
  const auto claims = chosen_claims(options);
  print_out(options.common.json ? document_text(rules_json(claims)) : rules_text(claims));
  return kDone;
}

int check(const ClaimsOptions& options) {
  const std::vector<JudgedClaim> judged = judge_chosen(options);
  const verify::Context context = context_of(options);
  print_out(options.common.json ? document_text(claims_json(judged, context))
                                : claims_text(judged, context));
  return exit_code(judged, context, options.common.strict);
}

int explain(const ClaimsOptions& options) {
  const std::vector<JudgedClaim> judged = judge_chosen(options);
  const verify::Context context = context_of(options);
  std::string text;
  for (const JudgedClaim& one : judged) {
    text += (text.empty() ? "" : "\n") + explanation_text(one, context);
  }
  print_out(options.common.json ? document_text(claims_json(judged, context)) : text);
  return exit_code(judged, context, options.common.strict);
}

void add_judging_options(CLI::App& command, ClaimsOptions& options) {
  command.add_option("--effort", options.effort, "quick (a minute) or full (ten)")
      ->check(one_of({"quick", "full"}))
      ->capture_default_str();
  add_count(command, "--seed", options.seed, "Decides every random draw");
  add_jobs(command, options.jobs, "Worker processes (no verdict depends on it)");
  command.add_option("--out", options.out,
                     "Folder for a file a claim; stopped runs go on from what is in it");
}

}  // namespace

void add_claims_command(CLI::App& program, Action& action) {
  CLI::App* group = program.add_subcommand(
      "claims", "The paper's claims: list, judge and explain them, and by which rules");
  group->footer("Example:\n  eenet claims check TAB-1-MNIST PRF-UNIFORM");
  group->require_subcommand(1);

  auto listing = std::make_shared<ClaimsOptions>();
  CLI::App* list_command = add_command(*group, "list", "Every claim with its recorded status",
                                       "eenet claims list", listing->common);
  CLI::Option* markdown =
      list_command->add_flag("--markdown", listing->markdown, "As the page docs/claims.md");
  CLI::Option* summary = list_command->add_flag(
      "--summary", listing->summary, "What a quick check of all ends with, from the record");
  list_command->get_option("--json")->excludes(markdown, summary);
  markdown->excludes(summary);
  when_chosen(*list_command, action, [listing] { return list(*listing); });

  auto ruling = std::make_shared<ClaimsOptions>();
  CLI::App* rules_command =
      add_command(*group, "rules", "What is fixed before a claim is judged, and its hash",
                  "eenet claims rules EQ-GRAD", ruling->common);
  rules_command->add_option("ID", ruling->ids, "Claims (all unless named)");
  when_chosen(*rules_command, action, [ruling] { return print_rules(*ruling); });

  auto checking = std::make_shared<ClaimsOptions>();
  CLI::App* check_command =
      add_command(*group, "check", "Judge claims, all or those named",
                  "eenet claims check TAB-1-MNIST PRF-UNIFORM --seed 2", checking->common);
  check_command->add_option("ID", checking->ids, "Claims (all unless named)");
  check_command->add_option("--skip", checking->skipped, "A claim to leave out (may be repeated)")
      ->allow_extra_args(false);
  add_judging_options(*check_command, *checking);
  check_command->add_option("--shard", checking->shard, kShardHelp);
  when_chosen(*check_command, action, [checking] { return check(*checking); });

  auto explaining = std::make_shared<ClaimsOptions>();
  CLI::App* explain_command =
      add_command(*group, "explain", "Say what a claim is, what was done and what came out",
                  "eenet claims explain EQ-GRAD", explaining->common);
  explain_command->add_option("ID", explaining->ids, "The claim")->required();
  add_judging_options(*explain_command, *explaining);
  when_chosen(*explain_command, action, [explaining] { return explain(*explaining); });
}

}  // namespace eenet::experiments
