// `eenet run`: a policy in an environment, one run per seed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "experiments/commands/command.h"
#include "experiments/commands/list.h"
#include "experiments/commands/seeds.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/run_summary.h"
#include "experiments/runs/run_seed.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

struct RunOptions {
  CommonOptions common;
  bool list = false;
  std::string environment = "linear";
  std::string method = "eenet";
  std::optional<std::uint64_t> rounds;
  std::string seeds = "1";
  unsigned jobs = default_jobs();
  std::string out;
  std::string trace = "none";
  std::string init;
  bool normalise = false;
};

std::vector<Eigen::VectorXd> read_initial_parameters(const std::string& paths) {
  std::vector<Eigen::VectorXd> parameters;
  for (const std::string& path : CLI::detail::split(paths, ',')) {
    const Array array = read_npy(path);
    EENET_REQUIRE(array.shape.size() == 1, "--init ", path, ": the array has ", array.shape.size(),
                  " dimensions, expected 1");
    parameters.push_back(array.entries);
  }
  return parameters;
}

// Contexts of the other environments have norm 1 as they are made.
void require_effect_of_normalise(const RunOptions& options, const Spec& environment) {
  EENET_REQUIRE(!options.normalise || environment.name == "arrays", "--normalise with --env ",
                options.environment, ": expected with --env arrays:... alone");
}

RunPlan plan_from(const RunOptions& options) {
  EENET_REQUIRE(options.rounds != 0U, "--rounds 0: expected at least 1");
  require_jobs(options.jobs);
  EENET_REQUIRE(options.trace == "none" || !options.out.empty(), "--trace ", options.trace,
                ": expected --out DIR, where the traces go");
  RunPlan plan;
  plan.environment = Spec::parse(options.environment);
  require_effect_of_normalise(options, plan.environment);
  plan.method = Spec::parse(options.method);
  plan.rounds = options.rounds.value_or(0);
  plan.normalise = options.normalise;
  if (!options.init.empty()) plan.initial_parameters = read_initial_parameters(options.init);
  if (options.trace != "none") {
    plan.trace = options.trace == "full" ? TraceDetail::kFull : TraceDetail::kDigest;
  }
  if (!options.out.empty()) plan.out = options.out;
  return plan;
}

std::vector<SeedResult> run_all(const RunPlan& plan, const SeedRange& seeds,
                                const RunOptions& options) {
  Progress progress("rounds", plan.rounds * seeds.count(), options.common.quiet);
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    return to_json_text(run_seed(plan, seeds.first + piece, [&done] { ++done; }));
  };
  std::vector<SeedResult> results;
  for (const std::string& text : do_pieces(seeds.count(), options.jobs, work, progress)) {
    results.push_back(seed_result_from_json(text));
  }
  return results;
}

// A diverged run counts as bad input: the learning rate was too large.
int report_divergence(const std::vector<SeedResult>& results) {
  std::size_t diverged = 0;
  const SeedResult* first = nullptr;
  for (const SeedResult& result : results) {
    if (!result.diverged) continue;
    if (first == nullptr) first = &result;
    ++diverged;
  }
  if (first == nullptr) return kDone;
  say(
      fmt::format("{} of {} runs diverged (seed {} after round {}): scores are no finite numbers "
                  "any more, expected a smaller learning rate",
                  diverged, results.size(), first->seed, first->rounds));
  return kBadInput;
}

int run(const RunOptions& options) {
  if (options.list) {
    print_out(options.common.json ? registry_json() : registry_text());
    return kDone;
  }
  RunPlan plan = plan_from(options);
  const SeedRange seeds = parse_seeds(options.seeds);
  make_runnable(plan, seeds.first);
  if (plan.out) make_writable_folder(*plan.out);
  const std::vector<SeedResult> results = run_all(plan, seeds, options);
  if (plan.out) {
    write_atomically(*plan.out / "runs.json", run_summary_json(plan, results));
    write_atomically(*plan.out / "regret.csv", run_summary_csv(results));
  }
  print_out(options.common.json ? run_summary_json(plan, results)
                                : run_summary_text(plan, results));
  return report_divergence(results);
}

}  // namespace

void add_run_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      add_command(program, "run", "Run a policy in an environment, one run a seed",
                  "eenet run --env cosine:dim=8,noise=bernoulli --method eenet:width=64,eta1=0.05 "
                  "--rounds 500 --seeds 1..4",
                  options->common);
  CLI::Option* list = command->add_flag("--list", options->list,
                                        "Name all environments and methods with their keys");
  const std::vector<CLI::Option*> common = command->get_options();
  command
      ->add_option("--env", options->environment,
                   "Environment, name or name:key=value,...: " + environment_names())
      ->capture_default_str();
  command
      ->add_option("--method", options->method,
                   "Policy, name or name:key=value,...: " + policy_names())
      ->capture_default_str();
  add_count(*command, "--rounds", options->rounds,
            "Number of rounds T; 1000, or as many as the environment has, unless told");
  command->add_option("--seeds", options->seeds, "A seed, or a range A..B")->capture_default_str();
  add_jobs(*command, options->jobs, kWorkersHelp);
  command->add_option("--out", options->out,
                      "Folder for runs.json, regret.csv, trace-SEED.jsonl and theta1-SEED.npy");
  command->add_option("--trace", options->trace, "What to record of every round")
      ->check(one_of({"none", "digest", "full"}))
      ->capture_default_str();
  command->add_option("--init", options->init,
                      "Initial parameters theta1.npy,theta2.npy instead of random ones");
  command->add_flag("--normalise", options->normalise, "Scale given contexts to unit norm");
  for (CLI::Option* option : command->get_options()) {
    if (std::find(common.begin(), common.end(), option) == common.end()) list->excludes(option);
  }
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
