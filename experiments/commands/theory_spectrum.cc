// `eenet theory spectrum`: lambda0, log det, effective dimension and S of a kernel matrix.
#include "theory/spectrum/spectrum.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "experiments/commands/command.h"
#include "experiments/data/contexts.h"
#include "experiments/data/spectrum_points.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/memory.h"
#include "experiments/processes/progress.h"
#include "experiments/processes/stopwatch.h"
#include "experiments/reports/spectrum_report.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/spectrum/prefix_spectra.h"

namespace eenet::experiments {

namespace {

using theory::PrefixSpectrum;
using theory::SpectrumMethod;
using theory::SpectrumPoints;
using theory::SpectrumProblem;

constexpr double kGibi = 0x1p30;
// Of the time, what the first points alone take beside all of them: an eighth each of the cubes of
// N/2, N/4, ..., and a factorisation more.
constexpr double kPrefixShare = 0.25;

struct SpectrumOptions {
  CommonOptions common;
  std::string contexts;
  std::string matrix;
  std::string trace;
  std::string environment;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> depth;
  std::optional<std::string> convention;
  double lambda = 0.0;
  std::string rewards;
  std::optional<double> entry_error;
  std::optional<double> memory;  // GiB
  std::string method = "auto";
  bool prefixes = false;
  unsigned jobs = default_jobs();
};

// Where the points and the rewards came from, for the JSON document.
struct Source {
  Json points;
  std::string rewards = "none";
};

void require_sensible(const SpectrumOptions& options) {
  int sources = 0;
  for (const std::string* source :
       {&options.contexts, &options.matrix, &options.trace, &options.environment}) {
    sources += source->empty() ? 0 : 1;
  }
  EENET_REQUIRE(sources == 1, "eenet theory spectrum: got ", sources,
                " of --contexts X.npy, --matrix H.npy, --trace F and --env ENV, expected one");
  require_lambda(options.lambda);
  EENET_REQUIRE(!options.rounds || !options.environment.empty(), "--rounds ",
                options.rounds.value_or(0), ": expected with --env alone");
  EENET_REQUIRE(options.matrix.empty() || (!options.depth && !options.convention),
                "--matrix: expected without --depth and --convention, the matrix is the kernel");
  EENET_REQUIRE(!options.entry_error || !options.matrix.empty(), "--entry-error ",
                options.entry_error.value_or(0.0), ": expected with --matrix alone");
  EENET_REQUIRE(!options.seed || !options.environment.empty() || options.method != "dense",
                "--seed ", options.seed.value_or(0),
                ": expected with --env, or with the probes of --method iterative or auto");
  EENET_REQUIRE(!options.entry_error || (*options.entry_error >= 0.0 && *options.entry_error < 0.5),
                "--entry-error ", options.entry_error.value_or(0.0),
                ": expected at least 0 and below 0.5");
  require_depth(options.depth.value_or(2));
  require_jobs(options.jobs);
  EENET_REQUIRE(!options.memory || *options.memory > 0.0, "--memory ", options.memory.value_or(0.0),
                ": expected above 0, in GiB");
}

std::uint64_t seed_of(const SpectrumOptions& options) {
  return options.seed.value_or(1);
}

theory::NtkChoice kernel_of(const SpectrumOptions& options) {
  theory::NtkChoice choice;
  choice.depth = static_cast<Eigen::Index>(options.depth.value_or(2));
  if (options.convention == "printed") choice.convention = theory::NtkConvention::kPrinted;
  return choice;
}

double memory_of(const SpectrumOptions& options) {
  return options.memory ? *options.memory * kGibi : available_memory();
}

SpectrumPoints points_of_trace(const SpectrumOptions& options, Source& source) {
  TracePoints found = about(options.trace, [&] {
    return trace_points(options.trace, arrays_of_trace(options.common, options.trace));
  });
  if (!found.complete) {
    warn_cut_short(options.common, options.trace, found.rounds, found.announced, "taken");
  }
  source.points = {{"trace", options.trace},
                   {"rounds", found.rounds},
                   {"contexts", found.recomputed ? "recomputed" : "recorded"}};
  SpectrumPoints points = points_of_contexts(std::move(found.points.contexts), options.trace);
  points.rewards = std::move(found.points.expected_rewards);
  if (points.rewards) source.rewards = "trace";
  return points;
}

SpectrumPoints load(const SpectrumOptions& options, Source& source) {
  SpectrumPoints points;
  if (!options.matrix.empty()) {
    source.points = {{"matrix", options.matrix}};
    points = points_of_matrix(options.matrix, options.entry_error, memory_of(options));
  } else if (!options.contexts.empty()) {
    source.points = {{"contexts", options.contexts}};
    points = points_of_contexts(read_contexts(options.contexts), options.contexts);
  } else if (!options.trace.empty()) {
    points = points_of_trace(options, source);
  } else {
    const std::uint64_t rounds = options.rounds.value_or(100);
    source.points = {
        {"environment", options.environment}, {"rounds", rounds}, {"seed", seed_of(options)}};
    theory::ArmPoints found = environment_points(options.environment, rounds, seed_of(options));
    points = points_of_contexts(std::move(found.contexts), options.environment);
    points.rewards = std::move(found.expected_rewards);
    source.rewards = "environment";
  }
  if (!options.rewards.empty()) {
    points.rewards = read_rewards(options.rewards, points.count());
    source.rewards = options.rewards;
  }
  return points;
}

// Settings with the method decided: by memory if that was left open, refused if it does not fit.
theory::SpectrumSettings settings_of(const SpectrumOptions& options, const SpectrumPoints& points,
                                     const SpectrumProblem& problem) {
  theory::SpectrumSettings settings;
  settings.lambda = options.lambda;
  if (options.method == "dense") settings.method = SpectrumMethod::kDense;
  if (options.method == "iterative") settings.method = SpectrumMethod::kIterative;
  settings.threads = options.jobs;
  settings.probes.seed = seed_of(options);
  const auto all = static_cast<double>(points.count());
  const auto distinct = static_cast<double>(problem.kernel->size());
  const double available = memory_of(options);
  // The contexts and their two copies, or the matrix that was read.
  const double loaded =
      points.matrix ? 8.0 * all * all : 24.0 * all * static_cast<double>(points.contexts.rows());
  const double matrix = 8.0 * distinct * distinct;
  if (settings.method == SpectrumMethod::kAuto) {
    settings.method =
        loaded + matrix <= available ? SpectrumMethod::kDense : SpectrumMethod::kIterative;
  }
  if (settings.method == SpectrumMethod::kDense) {
    require_memory(fmt::format("--method dense with {} distinct points", distinct), loaded + matrix,
                   available, "--method iterative, or fewer points");
    if (options.prefixes) {
      require_memory(fmt::format("--prefixes with {} points", all), loaded + 8.0 * all * all,
                     available, "--method iterative, or fewer points");
    }
    return settings;
  }
  // The factor twice; a product's pieces and what the Lanczos process keeps.
  const double columns = 2.0 * static_cast<double>(settings.rank) +
                         static_cast<double>(theory::kProductPieces + 8) * settings.probes.probes;
  require_memory(fmt::format("--method iterative with {} distinct points", distinct),
                 loaded + 8.0 * distinct * columns, available, "fewer points");
  return settings;
}

Json result_json(const SpectrumOptions& options, const SpectrumPoints& points,
                 const SpectrumProblem& problem, const Source& source,
                 const theory::Spectrum& found) {
  Json json = document("spectrum", spectrum_json(found));
  json["lambda"] = options.lambda;
  if (!points.matrix) {
    json["dimension"] = points.contexts.rows();
    json["depth"] = options.depth.value_or(2);
    json["convention"] = options.convention.value_or("corrected");
  }
  json["entry_error"] = problem.kernel->entry_error();
  json["source"] = source.points;
  json["rewards"] = source.rewards;
  return json;
}

int run(const SpectrumOptions& options) {
  require_sensible(options);
  const Stopwatch watch;
  Source source;
  const SpectrumPoints points = load(options, source);
  const theory::NtkChoice choice = kernel_of(options);
  const SpectrumProblem problem = first_points(points, points.count(), choice);
  theory::SpectrumSettings settings = settings_of(options, points, problem);

  Progress progress("parts", Progress::kParts, options.common.quiet);
  const double share = options.prefixes ? 1.0 - kPrefixShare : 1.0;
  settings.on_progress = progress.stage(0.0, share);
  const theory::Spectrum found = theory::spectrum_of(problem, settings);
  std::vector<PrefixSpectrum> prefixes;
  if (options.prefixes) {
    settings.on_progress = {};
    prefixes = prefix_spectra(points, choice, found, settings, progress.stage(share, 1.0));
  }

  Json json = result_json(options, points, problem, source, found);
  if (options.prefixes) json["prefixes"] = prefixes_json(prefixes);
  json["seconds"] = watch.seconds();
  print_out(options.common.json
                ? document_text(json)
                : spectrum_text(found) + (options.prefixes ? prefixes_text(prefixes) : ""));
  const std::vector<std::string> open = open_ends(found);
  if (!options.common.strict || open.empty()) return kDone;
  for (const std::string& sentence : open) warn(options.common, sentence);
  return kInconclusive;
}

void add_points(CLI::App& command, SpectrumOptions& options) {
  add_contexts(command, options.contexts);
  command.add_option("--matrix", options.matrix, "Their kernel matrix instead, N x N (.npy)");
  command.add_option("--trace", options.trace, "Points: all arms of all rounds of this trace");
  add_environment_of_points(command, options.environment);
  add_count(command, "--rounds", options.rounds, "With --env: rounds whose arms are taken [100]");
  add_count(command, "--seed", options.seed,
            "Of the environment, and of the iterative method's probes [1]");
  command.add_option(
      "--rewards", options.rewards,
      "The expected rewards h, one a point (.npy); an environment's or a trace's own "
      "otherwise");
}

void add_kernel(CLI::App& command, SpectrumOptions& options) {
  add_count(command, "--depth", options.depth, "Number of weight matrices L [2]");
  command
      .add_option("--convention", options.convention,
                  "The limit of the network (corrected), or the paper's recursion as printed "
                  "[corrected]")
      ->check(one_of({"corrected", "printed"}));
  add_number(command, "--entry-error", options.entry_error,
             "With --matrix: how far an entry is from the exact one, relative to the root "
             "of the product of its two diagonal entries [a rounding of the file's type]");
}

}  // namespace

void add_theory_spectrum_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<SpectrumOptions>();
  CLI::App* command = add_command(
      group, "spectrum", "Extreme eigenvalues, log det, effective dimension and S of a kernel",
      "eenet theory spectrum --env linear:dim=8 --rounds 50 --depth 3 --lambda 1", options->common);
  add_points(*command, *options);
  add_kernel(*command, *options);
  add_number(*command, "--lambda", options->lambda, "Of log det (I + H / lambda), above 0")
      ->required();
  command
      ->add_option("--method", options->method,
                   "dense: every end is certified; iterative: no matrix is kept, log det is "
                   "statistical with certified ends; auto: dense if there is memory for it")
      ->check(one_of({"auto", "dense", "iterative"}))
      ->capture_default_str();
  command->add_flag("--prefixes", options->prefixes, "And of the first 1, 2, 3, ... points alone");
  add_number(*command, "--memory", options->memory, "What may be used, in GiB [what is available]");
  add_jobs(*command, options->jobs, kThreadsHelp);
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
