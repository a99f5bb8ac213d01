// `eenet sweep`: the cells of a plan, on one machine or on many.
#include <fmt/format.h>

#include <memory>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/sweeps/slurm.h"
#include "experiments/sweeps/sweep_run.h"
#include "experiments/sweeps/sweep_summary.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

struct SweepOptions {
  CommonOptions common;
  std::string plan;
  std::string out;
  unsigned jobs = default_jobs();
  std::string shard;
  std::string cell;
  bool retry = false;
  bool export_slurm = false;
  std::optional<std::uint64_t> tasks;
  std::optional<std::uint64_t> at_a_time;
  bool missing = false;
};

constexpr std::uint64_t kUsualTasks = 100;
constexpr std::uint64_t kUsualAtATime = 20;
constexpr std::uint64_t kMostTasks = 1'000'000;

SweepSettings settings_of(const SweepOptions& options) {
  require_jobs(options.jobs);
  SweepSettings settings;
  settings.out = options.out;
  settings.jobs = options.jobs;
  if (!options.shard.empty()) settings.shard = Shard::parse(options.shard);
  if (!options.cell.empty()) settings.cell = options.cell;
  settings.retry = options.retry;
  settings.quiet = options.common.quiet;
  return settings;
}

std::string plan_names() {
  std::string all;
  for (const std::string& name : shipped_plan_names()) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::filesystem::path this_program() {
  return std::filesystem::canonical("/proc/self/exe");
}

// A script is started somewhere else.
int print_job_array(const SweepOptions& options) {
  require_jobs(options.jobs);
  read_plan(options.plan);  // refuses it here, not on a node tonight
  JobArray array;
  array.program = this_program();
  array.plan = options.plan;
  if (!is_shipped_plan(options.plan)) {
    array.plan = std::filesystem::absolute(options.plan).lexically_normal();
  }
  array.out = std::filesystem::absolute(options.out).lexically_normal();
  array.tasks = options.tasks.value_or(kUsualTasks);
  array.at_a_time = options.at_a_time.value_or(std::min(kUsualAtATime, array.tasks));
  EENET_REQUIRE(array.tasks >= 1 && array.tasks <= kMostTasks, "--tasks ", array.tasks,
                ": expected 1 to ", kMostTasks);
  EENET_REQUIRE(array.at_a_time >= 1, "--at-a-time 0: expected at least 1");
  array.jobs = options.jobs;
  const std::string script = slurm_script(array);
  print_out(options.common.json ? document_text(document("slurm", {{"script", script}})) : script);
  return kDone;
}

int run(const SweepOptions& options) {
  EENET_REQUIRE(!options.plan.empty(), "eenet sweep: expected PLAN.toml (see eenet sweep --help)");
  EENET_REQUIRE(!options.out.empty(), "eenet sweep: expected --out DIR, where results go");
  if (options.export_slurm) return print_job_array(options);
  const SweepSettings settings = settings_of(options);
  const SweepPlan plan = read_plan(options.plan);
  const SweepCells cells(plan, settings.jobs);
  run_sweep(cells, settings);
  const SweepFolder folder(settings.out);
  const Json summary = sweep_summary(cells, folder);
  if (summary.at("missing") == 0) write_durably(folder.summary_path(), document_text(summary));
  print_out(options.common.json ? document_text(summary) : sweep_summary_text(summary));
  return kDone;
}

int list_cells(const SweepOptions& options) {
  EENET_REQUIRE(!options.missing || !options.out.empty(),
                "eenet sweep cells --missing: expected --out DIR, which has the finished ones");
  const SweepPlan plan = read_plan(options.plan);
  const SweepCells cells(plan, 1);
  const std::string out = options.out.empty() ? "DIR" : options.out;
  const SweepFolder folder(out);
  Json all = Json::array();
  std::string lines;
  for (const PlannedCell& cell : cells.all()) {
    const CellKey key = cells.key(cell);
    if (options.missing && folder.has(key)) continue;
    all.push_back(key.name());
    lines += shell_words({this_program().string(), "sweep", options.plan, "--out", out, "--cell",
                          key.name(), "--jobs", "1", "--quiet"}) +
             "\n";
  }
  print_out(options.common.json ? document_text(document("cells", {{"cells", all}})) : lines);
  return kDone;
}

}  // namespace

void add_sweep_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = add_command(
      program, "sweep",
      "Run a grid of methods, settings, environments and seeds; it goes on where it stopped",
      "eenet sweep small --out sweep --shard 1/20", options->common);
  command->add_option("PLAN", options->plan,
                      "The plan: a TOML file, or one that ships: " + plan_names());
  command->add_option("--out", options->out,
                      "Folder of the results; what is in it is not done again");
  add_jobs(*command, options->jobs, kWorkersHelp);
  CLI::Option* shard = command->add_option("--shard", options->shard, kShardHelp);
  CLI::Option* cell =
      command->add_option("--cell", options->cell, "One cell alone: its name, or its hash");
  CLI::Option* retry =
      command->add_flag("--retry", options->retry, "Run cells again that failed or diverged");
  CLI::Option* slurm = command->add_flag("--export-slurm", options->export_slurm,
                                         "Print a job array for sbatch instead of running");
  CLI::Option* tasks =
      add_count(*command, "--tasks", options->tasks, "Of the job array: n; 100 unless told");
  CLI::Option* at_a_time =
      add_count(*command, "--at-a-time", options->at_a_time, "Of the job array: m; 20 unless told");
  tasks->needs(slurm);
  at_a_time->needs(slurm);
  slurm->excludes(shard, cell, retry);
  cell->excludes(shard);
  when_chosen(*command, action, [options] { return run(*options); });

  auto listing = std::make_shared<SweepOptions>();
  CLI::App* cells = add_command(*command, "cells", "A command per cell, for parallel and xargs",
                                "eenet sweep cells small --missing --out sweep", listing->common);
  cells->add_option("PLAN", listing->plan, "The plan, as of eenet sweep")->required();
  cells->add_flag("--missing", listing->missing, "Only those that --out does not have");
  cells->add_option("--out", listing->out, "Folder of the results");
  when_chosen(*cells, action, [listing] { return list_cells(*listing); });
}

}  // namespace eenet::experiments
