// `eenet theory psi`: the complexity term Psi between two proven ends.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "experiments/commands/command.h"
#include "experiments/data/contexts.h"
#include "experiments/data/range.h"
#include "experiments/data/run_memory.h"
#include "experiments/formats/certificate.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/json.h"
#include "experiments/formats/npy.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/memory.h"
#include "experiments/processes/progress.h"
#include "experiments/processes/stopwatch.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "theory/psi/complexity_term.h"
#include "theory/psi/readings.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kMost = 1'000'000;  // starts, and steps

struct PsiOptions {
  CommonOptions common;
  std::string inputs;
  std::string labels;
  std::uint64_t depth = 2;
  std::optional<std::uint64_t> width;
  std::optional<double> radius;
  std::uint64_t seed = 1;
  std::string trace;
  std::string reading;
  std::uint64_t starts = 2;
  std::uint64_t steps = 60;
  unsigned jobs = default_jobs();
  std::string certificate;
  // Whether these were on the command line.
  bool depth_given = false;
  bool seed_given = false;
};

struct PsiResult {
  theory::ComplexityTerm term;
  double radius = 0.0;  // R
  double seconds = 0.0;
};

void require_sensible(const PsiOptions& options) {
  const bool from_files = !options.inputs.empty() || !options.labels.empty();
  EENET_REQUIRE(from_files == options.trace.empty(),
                "eenet theory psi: expected either --inputs P.npy --labels y.npy or --trace F, "
                "and not both");
  EENET_REQUIRE(options.starts >= 1 && options.starts <= kMost, "--starts ", options.starts,
                ": expected 1 to ", kMost);
  EENET_REQUIRE(options.steps <= kMost, "--steps ", options.steps, ": expected at most ", kMost);
  require_jobs(options.jobs);
  const double radius = options.radius.value_or(0.0);
  EENET_REQUIRE(radius == 0.0 || (radius >= kSmallestScale && radius <= kLargestScale), "--radius ",
                radius, ": expected 0 or ", kSmallestScale, " to ", kLargestScale);
  if (from_files) {
    EENET_REQUIRE(!options.inputs.empty() && !options.labels.empty(),
                  "eenet theory psi: expected both --inputs P.npy and --labels y.npy");
    EENET_REQUIRE(options.reading.empty(), "--reading ", options.reading,
                  ": expected with --trace alone");
    require_depth(options.depth);
    EENET_REQUIRE(options.width, "--inputs: expected --width m");
    require_width(*options.width);
    EENET_REQUIRE(options.radius, "--inputs: expected --radius R, the ball has R / m^(1/4)");
  } else {
    EENET_REQUIRE(!options.reading.empty(),
                  "--trace: expected --reading printed, played or "
                  "optimal");
    EENET_REQUIRE(!options.width && !options.depth_given && !options.seed_given,
                  "--trace: the trace says width, depth and seed, expected none of --width, "
                  "--depth, --seed");
  }
}

void require_memory_for(const MlpShape& shape, Eigen::Index points, unsigned jobs) {
  require_memory(fmt::format("eenet theory psi: {} points, width {}, depth {}", points, shape.width,
                             shape.depth),
                 theory::memory_of_complexity_term(shape, points, jobs), available_memory(),
                 "fewer points or a smaller network");
}

Eigen::VectorXd read_labels(const std::string& path, Eigen::Index points) {
  const Array array = read_npy(path);
  if (array.entries.size() != points) {
    throw std::runtime_error(fmt::format("{}: the array has {} labels, expected {}, one a point",
                                         path, array.entries.size(), points));
  }
  require_sizes_in_range(path, "label", array.entries);
  return array.entries;
}

theory::FittingProblem problem_from_files(const PsiOptions& options) {
  Eigen::MatrixXd inputs = read_contexts(options.inputs);
  Eigen::VectorXd labels = read_labels(options.labels, inputs.cols());
  const MlpShape shape = {inputs.rows(), static_cast<Eigen::Index>(*options.width),
                          static_cast<Eigen::Index>(options.depth)};
  require_memory_for(shape, inputs.cols(), options.jobs);
  // The network that `eenet run` starts from with this seed.
  Rng rng(options.seed, stream::kInitExploitation);
  return {Mlp::initialised(shape, rng), std::move(inputs), std::move(labels),
          theory::ball_radius(*options.radius, shape.width)};
}

theory::FittingProblem problem_from_trace(const PsiOptions& options, double& radius) {
  const Trace trace = read_trace(options.trace);
  require_memory_for_trace(trace.header, options.trace);
  if (!trace.end && !trace.rounds.empty()) {  // without a round it is refused
    warn_cut_short(options.common, options.trace, trace.rounds.size(), trace.header.rounds,
                   "taken");
  }
  theory::FittingProblem problem = about(options.trace, [&] {
    radius = options.radius ? *options.radius : theory::radius_of_method(trace.header);
    return theory::fitting_problem(trace, theory::parse_reading(options.reading), radius,
                                   arrays_of_trace(options.common, options.trace));
  });
  require_norms_in_range(options.trace, problem.inputs);
  require_sizes_in_range(options.trace, "label", problem.labels);
  require_memory_for(problem.start.shape(), problem.points(), options.jobs);
  return problem;
}

PsiResult compute(const PsiOptions& options, const theory::FittingProblem& problem) {
  Progress progress("parts of the work", Progress::kParts, options.common.quiet);
  theory::ComplexityTermSettings settings;
  settings.starts = static_cast<int>(options.starts);
  settings.steps = static_cast<int>(options.steps);
  settings.seed = options.seed;
  settings.threads = options.jobs;
  settings.on_progress = progress.stage();
  const Stopwatch watch;
  PsiResult result;
  result.term = theory::complexity_term(problem, settings);
  result.seconds = watch.seconds();
  return result;
}

Json result_json(const PsiOptions& options, const theory::FittingProblem& problem,
                 const PsiResult& result) {
  const MlpShape& shape = problem.start.shape();
  const theory::ComplexityTerm& term = result.term;
  Json json = document(
      "psi",
      {{"points", problem.points()},
       {"dimension", shape.input_dim},
       {"depth", shape.depth},
       {"width", shape.width},
       {"radius", result.radius},
       {"ball_radius", problem.ball_radius},
       {"psi", to_json(term.psi)},
       {"linearised", to_json(term.linearised)},
       {"at_initialisation", to_json(term.at_initialisation)},
       {"lower_bound", theory::to_text(term.lower_bound)},
       {"lower_bounds", {{"joint", term.joint_lower}, {"per-sample", term.per_sample_lower}}},
       {"seconds", result.seconds}});
  if (!options.trace.empty()) json["reading"] = options.reading;
  if (!options.certificate.empty()) json["certificate"] = options.certificate;
  return json;
}

std::string result_text(const PsiOptions& options, const theory::FittingProblem& problem,
                        const PsiResult& result) {
  const MlpShape& shape = problem.start.shape();
  const theory::ComplexityTerm& term = result.term;
  std::string text = fmt::format(
      "Psi{} of {} points, width {}, depth {}, R = {}, in a ball of radius {}:\n",
      options.trace.empty() ? "" : fmt::format(" ({})", options.reading), problem.points(),
      shape.width, shape.depth, number_text(result.radius), number_text(problem.ball_radius));
  text += table_text({{"Psi", measured_text(term.psi)},
                      {"linearised", measured_text(term.linearised)},
                      {"at initialisation", measured_text(term.at_initialisation)},
                      {"lower end", theory::to_text(term.lower_bound)}});
  if (!options.certificate.empty()) {
    text += fmt::format("A network of the ball with the upper end: {}\n",
                        printable(options.certificate));
  }
  return text;
}

int run(const PsiOptions& options) {
  require_sensible(options);
  if (!options.certificate.empty()) make_writable_folder(options.certificate);
  double radius = options.radius.value_or(0.0);
  const theory::FittingProblem problem =
      options.trace.empty() ? problem_from_files(options) : problem_from_trace(options, radius);
  PsiResult result = compute(options, problem);
  result.radius = radius;
  if (!options.certificate.empty()) {
    write_certificate(options.certificate, problem, result.term);
  }
  print_out(options.common.json ? document_text(result_json(options, problem, result))
                                : result_text(options, problem, result));
  return kDone;
}

}  // namespace

void add_theory_psi_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<PsiOptions>();
  CLI::App* command =
      add_command(group, "psi", "The complexity term Psi between two proven ends",
                  "eenet run --rounds 50 --trace full --out demo-psi && eenet theory psi --trace "
                  "demo-psi/trace-1.jsonl --reading played",
                  options->common);
  command->add_option("--inputs", options->inputs, "Points: an .npy array (points, coordinates)");
  command->add_option("--labels", options->labels, "Their labels: an .npy array");
  CLI::Option* depth =
      add_count(*command, "--depth", options->depth, "With --inputs: number of weight matrices L");
  add_count(*command, "--width", options->width, "With --inputs: the network's width m");
  add_number(*command, "--radius", options->radius,
             "R, the ball has radius R / m^(1/4); with --trace: by default that of the learning "
             "rate");
  CLI::Option* seed = add_count(*command, "--seed", options->seed,
                                "With --inputs: of the network, as `eenet run` has it");
  command->add_option("--trace", options->trace, "A trace-SEED.jsonl in place of --inputs");
  command
      ->add_option("--reading", options->reading,
                   "With --trace: all arms and rewards (printed), what the exploration network "
                   "learned from (played), or would have from the best arms (optimal)")
      ->check(one_of({"printed", "played", "optimal"}));
  add_count(*command, "--starts", options->starts, "Places from which to descend");
  add_count(*command, "--steps", options->steps, "Gauss-Newton steps from each, at most");
  add_jobs(*command, options->jobs, kThreadsHelp);
  command->add_option("--certificate", options->certificate,
                      "A folder for the network that shows the upper end");
  when_chosen(*command, action, [options, depth, seed] {
    options->depth_given = depth->count() > 0;
    options->seed_given = seed->count() > 0;
    return run(*options);
  });
}

}  // namespace eenet::experiments
