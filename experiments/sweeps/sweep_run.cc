#include "experiments/sweeps/sweep_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "experiments/build_info.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "reference/out_of_memory.h"

namespace eenet::experiments {

namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();

// What is not the same on every machine, and no part of a result.
std::string times_text(const SeedResult& run) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"unknown"};
  return line_text({{"schema", "eenet.times/1"},
                    {"host", host.data()},
                    {"revision", kRevision},
                    {"seconds", run.seconds},
                    {"decision_seconds", run.decision_seconds},
                    {"training_seconds", run.training_seconds}}) +
         "\n";
}

// Why the run cannot be made here, or nothing: a machine with more memory would make it.
std::optional<std::string> lack_of_memory(const RunPlan& run) {
  try {
    require_memory_for_seeds(run, 1);
  } catch (const std::runtime_error& refused) {
    return refused.what();
  }
  return std::nullopt;
}

CellResult result_of(const RunPlan& run, const CellKey& key, PieceCounter& done,
                     SeedResult& played) {
  if (const auto sentence = lack_of_memory(run)) return failed_cell(key, *sentence);
  try {
    played = run_seed(run, key.seed, [&done] { ++done; });
    return cell_result_of(key, played);
  } catch (const std::invalid_argument& refused) {
    return failed_cell(key, refused.what());
  } catch (const OutOfMemory& lack) {
    return failed_cell(key, lack.what());
  } catch (const std::bad_alloc&) {
    return failed_cell(key, kOutOfMemory);
  }
}

// The smallest mean regret over the settings of each method, in each environment.
class BestSoFar {
 public:
  explicit BestSoFar(const SweepPlan& plan) : plan_(plan) {}

  void add(const PlannedCell& cell, double regret) {
    Sum& sum = sums_[{cell.environment, cell.method}][cell.setting];
    sum.regret += regret;  // infinite for a cell that failed: its setting is never the best
    sum.seeds += 1.0;
  }

  [[nodiscard]] std::string text() const {
    std::string all;
    std::uint32_t before = std::numeric_limits<std::uint32_t>::max();
    for (const auto& [place, settings] : sums_) {
      double best = kNothing;
      for (const auto& [setting, sum] : settings) best = std::min(best, sum.regret / sum.seeds);
      const auto& [environment, method] = place;
      if (environment != before) {
        all += fmt::format("{}{}:", all.empty() ? "" : "; ", plan_.environments[environment].label);
      }
      before = environment;
      all += fmt::format(" {} {}", plan_.methods[method].label,
                         best == kNothing ? "failed" : number_text(best));
    }
    return all;
  }

 private:
  struct Sum {
    double regret = 0.0;
    double seeds = 0.0;
  };

  const SweepPlan& plan_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, Sum>> sums_;
};

double regret_or_nothing(const CellResult& result) {
  return result.status == CellStatus::kDone ? result.regret : kNothing;
}

}  // namespace

std::vector<PlannedCell> missing_cells(const SweepCells& cells, const SweepSettings& settings) {
  const SweepFolder folder(settings.out);
  std::vector<PlannedCell> missing;
  for (const PlannedCell& cell : cells.all()) {
    if (!settings.shard.takes_hash(cell.hash)) continue;
    if (settings.cell && cells.named(*settings.cell).hash != cell.hash) continue;
    const CellKey key = cells.key(cell);
    const bool done = settings.retry
                          ? folder.has(key) && folder.result(key)->status == CellStatus::kDone
                          : folder.has(key);
    if (!done) missing.push_back(cell);
  }
  return missing;
}

void run_sweep(const SweepCells& cells, const SweepSettings& settings) {
  const SweepFolder folder(settings.out);
  folder.prepare();
  write_durably(folder.plan_path(cells.plan().name), cells.plan().text);
  const std::vector<PlannedCell> missing = missing_cells(cells, settings);
  BestSoFar best(cells.plan());
  std::uint64_t rounds = 0;
  for (const PlannedCell& cell : missing) rounds += cells.run_plan(cell).rounds;

  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    const PlannedCell& cell = missing[piece];
    const CellKey key = cells.key(cell);
    SeedResult played;
    const CellResult result = result_of(cells.run_plan(cell), key, done, played);
    write_atomically(folder.times_path(key), times_text(played));
    write_durably(folder.result_path(key), to_json_text(result));
    return line_text(number_json(regret_or_nothing(result)));
  };
  Progress progress("rounds", rounds, settings.quiet);
  std::size_t finished = 0;
  progress.show_with([&] {
    return fmt::format("{} of {} cells; best so far in {}", finished, missing.size(), best.text());
  });
  const OnResult on_result = [&](std::size_t piece, const std::string& text) {
    ++finished;
    best.add(missing[piece], number_from_json(Json::parse(text)));
  };
  do_each_piece(missing.size(), settings.jobs, work, on_result, progress);
  folder.prepare();  // again: what others left meanwhile
}

}  // namespace eenet::experiments
