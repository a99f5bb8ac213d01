// `eenet run`: a policy in an environment, one run per seed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "experiments/commands/command.h"
#include "experiments/commands/list.h"
#include "experiments/data/seeds.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/reports/run_summary.h"
#include "experiments/runs/run_folder.h"
#include "experiments/runs/run_seed.h"
#include "reference/operations/operations.h"
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
  for (const std::string& path : split_at_commas(paths)) {
    EENET_REQUIRE(!path.empty(), "--init ", paths,
                  ": a name is empty, expected theta1.npy,theta2.npy");
    Array array = read_npy(path);
    EENET_REQUIRE(array.shape.size() == 1, "--init ", path, ": the array has ", array.shape.size(),
                  " dimensions, expected 1");
    EENET_REQUIRE(all_finite(array.entries), "--init ", path,
                  ": the array holds NaN or infinity, expected finite numbers");
    parameters.push_back(std::move(array.entries));
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

// Seeds that the folder has already are not run again.
std::vector<SeedResult> run_all(const RunPlan& plan, const SeedRange& seeds,
                                const RunOptions& options, const RunFolder* folder) {
  std::vector<SeedResult> results(seeds.count());
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto kept = folder == nullptr ? std::nullopt : folder->kept(seeds.first + i);
    if (kept) {
      results[i] = *kept;
    } else {
      missing.push_back(i);
    }
  }
  if (missing.size() < results.size()) {
    warn(options.common, fmt::format("{}: {} of {} seeds are there already", options.out,
                                     results.size() - missing.size(), results.size()));
  }
  if (folder != nullptr && !missing.empty()) folder->remove_summary();
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    const std::uint64_t seed = seeds.first + missing[piece];
    const auto on_round = [&done] { ++done; };
    return to_json_text(folder == nullptr ? run_seed(plan, seed, on_round)
                                          : folder->make(seed, on_round));
  };
  Progress progress("rounds", plan.rounds * missing.size(), options.common.quiet);
  const std::vector<std::string> texts = do_pieces(missing.size(), options.jobs, work, progress);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    results[missing[i]] = seed_result_from_json(texts[i]);
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
  const std::uint64_t workers = std::min<std::uint64_t>(options.jobs, seeds.count());
  make_runnable(plan, seeds.first, static_cast<unsigned>(workers));
  std::optional<RunFolder> folder;  // locked until all is written
  if (plan.out) folder.emplace(plan, seeds.first, seeds.count());
  const std::vector<SeedResult> results =
      run_all(plan, seeds, options, folder ? &*folder : nullptr);
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
  command->add_option(
      "--out", options->out,
      "Folder for runs.json, regret.csv, trace-SEED.jsonl and theta1-SEED.npy; a run "
      "that was stopped goes on there");
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
