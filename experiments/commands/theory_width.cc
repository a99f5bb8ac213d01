// `eenet theory width`: how far the kernels of networks are from their limits, by width.
#include <fmt/format.h>

#include <memory>

#include "experiments/commands/command.h"
#include "experiments/data/contexts.h"
#include "experiments/data/seeds.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "experiments/processes/memory.h"
#include "experiments/processes/progress.h"
#include "reference/require.h"
#include "theory/kernel/limit_distances.h"
#include "theory/measured/mean.h"
#include "verify/claims/statistics.h"

namespace eenet::experiments {

namespace {

constexpr double kLevel = 0.99;

struct WidthOptions {
  CommonOptions common;
  std::string contexts;
  std::string environment;
  std::optional<std::uint64_t> rounds;
  std::uint64_t depth = 2;
  std::vector<std::uint64_t> widths = {64, 256, 1024, 4096, 16384};
  std::string seeds = "1..40";
};

SeedRange require_sensible(const WidthOptions& options) {
  EENET_REQUIRE(options.contexts.empty() != options.environment.empty(),
                "eenet theory width: expected either --contexts X.npy or --env ENV, and not both");
  EENET_REQUIRE(!options.rounds || !options.environment.empty(), "--rounds ",
                options.rounds.value_or(0), ": expected with --env alone");
  require_depth(options.depth);
  EENET_REQUIRE(options.widths.size() >= 2, "--width: ", options.widths.size(),
                " given, expected two at least");
  for (std::size_t i = 0; i < options.widths.size(); ++i) {
    require_width(options.widths[i]);
    EENET_REQUIRE(i == 0 || options.widths[i - 1] < options.widths[i], "--width ",
                  options.widths[i], ": expected above the one before it");
  }
  const SeedRange seeds = parse_seeds(options.seeds);
  EENET_REQUIRE(seeds.count() >= 2, "--seeds ", options.seeds,
                ": expected at least 2: networks are what the spread is judged by");
  return seeds;
}

// The largest network, with two vectors per point and layer, and a few matrices.
void require_memory_for(const WidthOptions& options, const Eigen::MatrixXd& contexts) {
  const auto points = static_cast<double>(contexts.cols());
  const auto width = static_cast<double>(options.widths.back());
  const double layers = static_cast<double>(options.depth) - 1.0;
  require_memory(fmt::format("eenet theory width: {} points at width {}", points, width),
                 8.0 * (6.0 * points * points + width * static_cast<double>(contexts.rows()) +
                        (layers - 1.0) * width * width + 2.0 * points * layers * width),
                 available_memory(), "fewer points, or smaller networks");
}

std::vector<double> column(const std::vector<std::vector<double>>& rows, std::size_t k) {
  std::vector<double> numbers;
  numbers.reserve(rows.size());
  for (const auto& row : rows) numbers.push_back(row[k]);
  return numbers;
}

Json result_json(const WidthOptions& options, const theory::LimitDistances& found,
                 Eigen::Index points, Eigen::Index dim) {
  Json widths = Json::array();
  for (std::size_t k = 0; k < found.widths.size(); ++k) {
    widths.push_back(
        {{"width", options.widths[k]},
         {"corrected", to_json(theory::student_mean(column(found.corrected, k), kLevel))},
         {"printed", to_json(theory::student_mean(column(found.printed, k), kLevel))}});
  }
  const theory::Measured exponent =
      theory::student_mean(verify::log_slopes(found.widths, found.corrected), kLevel);
  return document("width", {{"points", points},
                            {"dimension", dim},
                            {"depth", options.depth},
                            {"seeds", found.corrected.size()},
                            {"level", kLevel},
                            {"exponent", to_json(exponent)},
                            {"widths", widths}});
}

std::string result_text(const Json& result) {
  std::vector<std::vector<std::string>> rows = {
      {"width", "|K - H|, corrected", "99% interval", "|K - H|, as printed"}};
  for (const Json& one : result.at("widths")) {
    const theory::Measured corrected = measured_from_json(one.at("corrected"));
    rows.push_back(
        {one.at("width").dump(), number_text(corrected.value),
         fmt::format("[{}, {}]", number_text(corrected.lower), number_text(corrected.upper)),
         number_text(measured_from_json(one.at("printed")).value)});
  }
  return fmt::format("{} points, depth {}, {} networks of each width\n\n{}\n  exponent in m: {}\n",
                     result.at("points").dump(), result.at("depth").dump(),
                     result.at("seeds").dump(), table_text(rows),
                     measured_text(measured_from_json(result.at("exponent"))));
}

int run(const WidthOptions& options) {
  const SeedRange range = require_sensible(options);
  const Eigen::MatrixXd contexts =
      options.environment.empty()
          ? read_contexts(options.contexts)
          : environment_points(options.environment, options.rounds.value_or(4), range.first)
                .contexts;
  require_memory_for(options, contexts);
  const std::vector<double> widths(options.widths.begin(), options.widths.end());
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < range.count(); ++i) seeds.push_back(range.first + i);
  Progress progress("networks", seeds.size() * widths.size(), options.common.quiet);
  const theory::LimitDistances found = theory::limit_distances(
      contexts, static_cast<Eigen::Index>(options.depth), widths, seeds, progress.counter());
  const Json result = result_json(options, found, contexts.cols(), contexts.rows());
  print_out(options.common.json ? document_text(result) : result_text(result));
  return kDone;
}

}  // namespace

void add_theory_width_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<WidthOptions>();
  CLI::App* command = add_command(
      group, "width", "How far the kernels of networks are from their limit, by width",
      "eenet theory width --env cosine:dim=6,arms=4 --rounds 4 --seeds 1..20", options->common);
  add_contexts(*command, options->contexts);
  add_environment_of_points(*command, options->environment);
  add_count(*command, "--rounds", options->rounds, "With --env: rounds whose arms are taken [4]");
  add_count(*command, "--depth", options->depth, "Number of weight matrices L");
  command
      ->add_option("--width", options->widths,
                   "Widths m, ascending (may be repeated) [64 256 1024 4096 16384]")
      ->allow_extra_args(false);
  command->add_option("--seeds", options->seeds, "A range A..B, one network for each")
      ->capture_default_str();
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
