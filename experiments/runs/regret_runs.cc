#include "experiments/runs/regret_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "experiments/formats/json.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/jobs.h"
#include "experiments/runs/run_seed.h"
#include "reference/environments/recorded_rounds.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "theory/regret/trace_regret.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;
using theory::PromisedBound;
using theory::TheoremCurve;

// ---- What a worker returns ----------------------------------------------------------------------

struct RunRecord {
  std::vector<std::uint64_t> rounds;
  std::vector<double> regret;
  std::uint64_t diverged_after = 0;  // 0: it did not
  bool complete = true;
  std::vector<TheoremCurve> theorem;
  std::vector<TheoremCurve> online_loss;
};

Json curves_json(const std::vector<TheoremCurve>& curves) {
  Json list = Json::array();
  for (const TheoremCurve& curve : curves) {
    Json ends = Json::array();
    for (const theory::Interval& end : curve.ends) {
      ends.push_back({number_json(end.lower), number_json(end.upper)});
    }
    list.push_back({{"id", curve.id},
                    {"rounds", curve.rounds},
                    {"ends", ends},
                    {"hypotheses", curve.hypotheses}});
  }
  return list;
}

std::vector<TheoremCurve> curves_from(const Json& list) {
  std::vector<TheoremCurve> curves;
  for (const Json& one : list) {
    TheoremCurve curve;
    curve.id = one.at("id").get<std::string>();
    curve.rounds = one.at("rounds").get<std::vector<std::uint64_t>>();
    for (const Json& end : one.at("ends")) {
      curve.ends.push_back({number_from_json(end.at(0)), number_from_json(end.at(1))});
    }
    curve.hypotheses = one.at("hypotheses").get<std::vector<std::string>>();
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::string record_text(const RunRecord& record) {
  return line_text({{"rounds", record.rounds},
                    {"regret", record.regret},
                    {"diverged_after", record.diverged_after},
                    {"complete", record.complete},
                    {"theorem", curves_json(record.theorem)},
                    {"online_loss", curves_json(record.online_loss)}});
}

RunRecord record_from(const std::string& text) {
  const Json json = Json::parse(text);
  RunRecord record;
  record.rounds = json.at("rounds").get<std::vector<std::uint64_t>>();
  record.regret = json.at("regret").get<std::vector<double>>();
  record.diverged_after = json.at("diverged_after").get<std::uint64_t>();
  record.complete = json.at("complete").get<bool>();
  record.theorem = curves_from(json.at("theorem"));
  record.online_loss = curves_from(json.at("online_loss"));
  return record;
}

// ---- What a worker does -------------------------------------------------------------------------

void add_regret(const Trace& trace, bool realised, RunRecord& record) {
  theory::TraceRegretMeter meter(trace.header, realised, read_npy);
  for (const TraceRound& round : trace.rounds) {
    meter.add(round);
    record.rounds.push_back(round.t);
  }
  record.regret = meter.regret();
}

void add_bounds(const Trace& trace, const RunBoundsWanted& wanted, RunRecord& record) {
  if (wanted.theorem) record.theorem = theory::theorem_curves(trace, wanted.settings, read_npy);
  if (wanted.online_loss) {
    record.online_loss = {theory::online_loss_curve(trace, wanted.settings.delta, read_npy)};
  }
}

RunRecord played(const RunPlan& plan, std::uint64_t seed, const RegretRunSettings& settings,
                 const std::function<void()>& on_round) {
  RunRecord record;
  if (settings.bounds.any()) {
    const Trace trace = trace_of_seed(plan, seed, on_round);
    if (trace.end->status == RunStatus::kDiverged) record.diverged_after = trace.rounds.size();
    if (record.diverged_after != 0) return record;
    add_regret(trace, settings.realised, record);
    add_bounds(trace, settings.bounds, record);
    return record;
  }
  const SeedResult result = run_seed(plan, seed, on_round);
  if (result.diverged) record.diverged_after = result.rounds;
  for (const CurvePoint& point : result.curve) {
    record.rounds.push_back(point.round);
    record.regret.push_back(settings.realised ? point.realized_regret : point.regret);
  }
  return record;
}

RunRecord read_run(const std::string& path, const RegretRunSettings& settings) {
  RunRecord record;
  try {
    TraceReader reader(path);
    theory::TraceRegretMeter meter(reader.header(), settings.realised, read_npy);
    while (const std::optional<TraceRound> round = reader.next()) {
      meter.add(*round);
      record.rounds.push_back(round->t);
    }
    record.regret = meter.regret();
    record.complete = reader.end().has_value();
    if (reader.end() && reader.end()->status == RunStatus::kDiverged) {
      record.diverged_after = record.rounds.size();
    }
    if (settings.bounds.any()) add_bounds(read_trace(path), settings.bounds, record);
  } catch (const std::invalid_argument& refused) {
    throw std::invalid_argument(text(path, ": ", refused.what()));
  }
  return record;
}

// ---- All runs together --------------------------------------------------------------------------

// The bound `at` of every run's list.
PromisedBound bound_over_runs(const std::vector<RunRecord>& records,
                              std::vector<TheoremCurve> RunRecord::*list, std::size_t at) {
  const TheoremCurve& first = (records.front().*list)[at];
  PromisedBound bound = {first.id, first.rounds, {}};
  for (const RunRecord& record : records) {
    const std::vector<TheoremCurve>& all = record.*list;
    const auto found = std::ranges::find(all, first.id, &TheoremCurve::id);
    EENET_REQUIRE(found != all.end(), first.id,
                  " can be computed on some of the runs only, expected runs that are alike");
    bound.ends.push_back(found->ends);
    for (const std::string& name : found->hypotheses) {
      if (std::ranges::count(bound.hypotheses, name) == 0) bound.hypotheses.push_back(name);
    }
  }
  return bound;
}

RegretRuns runs_of(const std::vector<RunRecord>& records, const RegretRunSettings& settings) {
  RegretRuns runs;
  theory::RegretCurves& curves = runs.input.curves;
  curves.may_fall = settings.realised;
  curves.rounds = records.front().rounds;
  curves.regret.resize(static_cast<Index>(curves.rounds.size()),
                       static_cast<Index>(records.size()));
  for (std::size_t run = 0; run < records.size(); ++run) {
    curves.regret.col(static_cast<Index>(run)) = Eigen::Map<const Eigen::VectorXd>(
        records[run].regret.data(), static_cast<Index>(records[run].regret.size()));
  }
  for (std::size_t i = 0; i < records.front().theorem.size(); ++i) {
    runs.theorem.push_back(bound_over_runs(records, &RunRecord::theorem, i));
  }
  for (std::size_t i = 0; i < records.front().online_loss.size(); ++i) {
    runs.online_loss.push_back(bound_over_runs(records, &RunRecord::online_loss, i));
  }
  return runs;
}

}  // namespace

RegretRuns play_for_regret(const Spec& environment, const Spec& method, std::uint64_t rounds,
                           const std::vector<std::uint64_t>& seeds,
                           const RegretRunSettings& settings) {
  EENET_REQUIRE(!seeds.empty(), "play_for_regret: no seed, expected at least one");
  RunPlan plan;
  plan.environment = environment;
  plan.method = method;
  plan.rounds = rounds;
  make_runnable(plan, seeds.front(), std::min(settings.jobs, static_cast<unsigned>(seeds.size())));
  Progress progress("rounds", plan.rounds * seeds.size(), settings.quiet);
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    return record_text(played(plan, seeds[piece], settings, [&done] { ++done; }));
  };
  std::vector<RunRecord> records;
  for (const std::string& text : do_pieces(seeds.size(), settings.jobs, work, progress)) {
    records.push_back(record_from(text));
    EENET_REQUIRE(records.back().diverged_after == 0, "seed ", seeds[records.size() - 1],
                  " diverged after round ", records.back().diverged_after,
                  ": scores are no finite numbers any more, expected a smaller learning rate");
  }
  RegretRuns runs = runs_of(records, settings);
  runs.input.environment = complete_environment_spec(environment);
  runs.input.method = complete_policy_spec(method);
  runs.input.seeds = seeds;
  runs.input.source = fmt::format("runs of {} in {}", method.name, environment.name);
  return runs;
}

RegretRuns regret_of_traces(const std::vector<std::string>& paths,
                            const RegretRunSettings& settings) {
  EENET_REQUIRE(!paths.empty(), "regret_of_traces: no trace, expected at least one");
  const TraceHeader first = TraceReader(paths.front()).header();
  std::vector<std::uint64_t> seeds;
  for (const std::string& path : paths) {
    const TraceHeader header = TraceReader(path).header();
    seeds.push_back(header.seed);
    EENET_REQUIRE(header.environment == first.environment && header.method == first.method, path,
                  ": a run of ", header.method.to_text(), " in ", header.environment.to_text(),
                  ", expected the same method and environment as in ", paths.front());
  }
  require_different_seeds(seeds, "--trace");
  Progress progress("traces", paths.size(), settings.quiet);
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    const RunRecord record = read_run(paths[piece], settings);
    ++done;
    return record_text(record);
  };
  std::vector<RunRecord> records;
  std::vector<std::string> warnings;
  for (const std::string& text : do_pieces(paths.size(), settings.jobs, work, progress)) {
    records.push_back(record_from(text));
    const RunRecord& record = records.back();
    const std::string& path = paths[records.size() - 1];
    EENET_REQUIRE(record.diverged_after == 0, path, ": the run diverged after round ",
                  record.diverged_after, ", expected runs to the end");
    EENET_REQUIRE(record.rounds == records.front().rounds, path, ": a run of ",
                  record.rounds.size(), " rounds, expected ", records.front().rounds.size(),
                  " as in ", paths.front());
    if (!record.complete) {
      warnings.push_back(fmt::format("{}: cut short after round {}, taken up to there", path,
                                     record.rounds.size()));
    }
  }
  RegretRuns runs = runs_of(records, settings);
  runs.warnings = std::move(warnings);
  if (is_known_environment(first.environment)) runs.input.environment = first.environment;
  runs.input.method = first.method;
  runs.input.seeds = std::move(seeds);
  runs.input.source = fmt::format("runs of {} in {}", first.method.name, first.environment.name);
  return runs;
}

}  // namespace eenet::experiments
