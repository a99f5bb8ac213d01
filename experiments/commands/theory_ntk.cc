// `eenet theory ntk`: the matrix of the neural tangent kernel over given contexts.
#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "experiments/commands/command.h"
#include "experiments/data/contexts.h"
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
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"

namespace eenet::experiments {

namespace {

struct NtkOptions {
  CommonOptions common;
  std::string contexts;
  std::string environment;
  std::optional<std::uint64_t> rounds;
  std::uint64_t depth = 2;
  std::string convention = "corrected";
  bool convention_given = false;
  std::string kernel = "infinite";
  std::optional<std::uint64_t> width;
  std::optional<std::uint64_t> seed;
  unsigned jobs = default_jobs();
  std::string out;
};

struct NtkResult {
  Eigen::MatrixXd matrix;
  double entry_error = 0.0;
  Eigen::Index dim = 0;
  double seconds = 0.0;
};

bool is_empirical(const NtkOptions& options) {
  return options.kernel == "empirical";
}

std::uint64_t seed_of(const NtkOptions& options) {
  return options.seed.value_or(1);
}

void require_sensible(const NtkOptions& options) {
  EENET_REQUIRE(options.contexts.empty() != options.environment.empty(),
                "eenet theory ntk: expected either --contexts X.npy or --env ENV, and not both");
  EENET_REQUIRE(!options.rounds || !options.environment.empty(), "--rounds ",
                options.rounds.value_or(0), ": expected with --env alone");
  EENET_REQUIRE(!options.seed || !options.environment.empty() || is_empirical(options), "--seed ",
                options.seed.value_or(0), ": expected with --env or with --kernel empirical");
  require_depth(options.depth);
  require_jobs(options.jobs);
  if (is_empirical(options)) {
    EENET_REQUIRE(options.width, "--kernel empirical: expected --width m");
    require_width(*options.width);
    EENET_REQUIRE(!options.convention_given, "--convention ", options.convention,
                  ": expected with --kernel infinite alone, a network has one kernel");
  } else {
    EENET_REQUIRE(!options.width, "--width ", options.width.value_or(0),
                  ": expected with --kernel empirical alone");
  }
}

// A kernel that reports the part of its lower half that was asked for.
class WatchedKernel final : public theory::Kernel {
 public:
  WatchedKernel(const theory::Kernel& kernel, std::function<void(double part)> on_progress)
      : kernel_(kernel), on_progress_(std::move(on_progress)) {}

  [[nodiscard]] Eigen::Index size() const override { return kernel_.size(); }
  [[nodiscard]] double entry_error() const override { return kernel_.entry_error(); }
  void block(Eigen::Index row, Eigen::Index column,
             Eigen::Ref<Eigen::MatrixXd> out) const override {
    kernel_.block(row, column, out);
    done_ += out.size();
    const auto n = static_cast<double>(size());
    on_progress_(static_cast<double>(done_) / (n * (n + 1.0) / 2.0));
  }

 private:
  const theory::Kernel& kernel_;
  std::function<void(double part)> on_progress_;
  mutable std::atomic<Eigen::Index> done_ = 0;
};

// The matrix and its file; of one network also its weights, and two vectors a point and layer.
void require_memory_for(const NtkOptions& options, const Eigen::MatrixXd& contexts) {
  const auto points = static_cast<double>(contexts.cols());
  double numbers = 2.0 * points * points;
  if (is_empirical(options)) {
    const auto width = static_cast<double>(*options.width);
    const auto layers = static_cast<double>(options.depth) - 1.0;
    numbers += width * static_cast<double>(contexts.rows()) + (layers - 1.0) * width * width +
               2.0 * points * layers * width;
  }
  require_memory(fmt::format("eenet theory ntk: {} points", points), 8.0 * numbers,
                 available_memory(), "fewer points, or a smaller network");
}

NtkResult compute(const NtkOptions& options, const Eigen::MatrixXd& contexts) {
  Progress progress("parts of the matrix", Progress::kParts, options.common.quiet);
  const Stopwatch watch;
  const auto depth = static_cast<Eigen::Index>(options.depth);
  NtkResult result;
  result.dim = contexts.rows();
  if (is_empirical(options)) {
    // The network that `eenet run` starts from with this seed.
    Rng rng(seed_of(options), stream::kInitExploitation);
    const MlpShape shape = {contexts.rows(), static_cast<Eigen::Index>(*options.width), depth};
    const theory::EmpiricalNtk kernel(Mlp::initialised(shape, rng), contexts, options.jobs,
                                      progress.stage());
    result.matrix = kernel.matrix();
    result.entry_error = kernel.entry_error();
  } else {
    const auto convention = options.convention == "printed" ? theory::NtkConvention::kPrinted
                                                            : theory::NtkConvention::kCorrected;
    const theory::InfiniteNtk kernel(contexts, depth, convention);
    theory::Tiling tiling;
    tiling.threads = options.jobs;
    result.matrix = theory::kernel_matrix(WatchedKernel(kernel, progress.stage()), tiling);
    result.entry_error = kernel.entry_error();
  }
  result.seconds = watch.seconds();
  return result;
}

Json result_json(const NtkOptions& options, const NtkResult& result) {
  Json json = document("ntk", {{"points", result.matrix.rows()},
                               {"dimension", result.dim},
                               {"depth", options.depth},
                               {"kernel", options.kernel},
                               {"entry_error", result.entry_error},
                               {"seconds", result.seconds},
                               {"out", options.out}});
  if (is_empirical(options)) {
    json["width"] = *options.width;
    json["seed"] = seed_of(options);
  } else {
    json["convention"] = options.convention;
  }
  return json;
}

std::string result_text(const NtkOptions& options, const NtkResult& result) {
  const std::string which =
      is_empirical(options)
          ? fmt::format("of the network of width {} with seed {}", *options.width, seed_of(options))
          : fmt::format("of infinite width, {}", options.convention);
  return fmt::format(
      "{0}: {1} x {1} kernel matrix {2}, depth {3}; entries within {4} sqrt(K_ii K_jj), {5} s\n",
      printable(options.out), result.matrix.rows(), which, options.depth,
      number_text(result.entry_error), number_text(result.seconds));
}

int run(const NtkOptions& options) {
  require_sensible(options);
  require_place_for_file(options.out);  // before minutes of work
  const Eigen::MatrixXd contexts =
      options.environment.empty()
          ? read_contexts(options.contexts)
          : environment_points(options.environment, options.rounds.value_or(100), seed_of(options))
                .contexts;
  require_memory_for(options, contexts);
  const NtkResult result = compute(options, contexts);
  write_npy_rows(options.out, result.matrix);  // symmetric: its columns are its rows
  print_out(options.common.json ? document_text(result_json(options, result))
                                : result_text(options, result));
  return kDone;
}

}  // namespace

void add_theory_ntk_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<NtkOptions>();
  CLI::App* command = add_command(
      group, "ntk", "The neural tangent kernel's matrix over given contexts",
      "eenet theory ntk --env linear:dim=8 --rounds 50 --depth 3 --out H.npy", options->common);
  add_contexts(*command, options->contexts);
  add_environment_of_points(*command, options->environment);
  add_count(*command, "--rounds", options->rounds, "With --env: rounds whose arms are taken [100]");
  add_count(*command, "--depth", options->depth, "Number of weight matrices L");
  CLI::Option* convention =
      command
          ->add_option("--convention", options->convention,
                       "The limit of the network (corrected), or the paper's recursion as printed")
          ->check(one_of({"corrected", "printed"}))
          ->capture_default_str();
  command->add_option("--kernel", options->kernel, "Of infinite width, or of one initial network")
      ->check(one_of({"infinite", "empirical"}))
      ->capture_default_str();
  add_count(*command, "--width", options->width, "With --kernel empirical: the network's width m");
  add_count(*command, "--seed", options->seed, "Of the environment and of the network [1]");
  add_jobs(*command, options->jobs, kThreadsHelp);
  command->add_option("--out", options->out, "The .npy file for the matrix")->required();
  when_chosen(*command, action, [options, convention] {
    options->convention_given = convention->count() > 0;
    return run(*options);
  });
}

}  // namespace eenet::experiments
