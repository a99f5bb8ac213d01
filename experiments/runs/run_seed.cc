#include "experiments/runs/run_seed.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/build_info.h"
#include "experiments/data/run_memory.h"
#include "experiments/data/sets/data_sets.h"
#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/stopwatch.h"
#include "reference/digest.h"
#include "reference/environments/data_set.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "reference/rng.h"
#include "reference/trace_file.h"

namespace eenet::experiments {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CurvePoint, round, regret, realized_regret, uniform_regret)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SeedResult, seed, diverged, rounds, regret, realized_regret,
                                   digest, directions, seconds, decision_seconds, training_seconds,
                                   curve)

void to_json(nlohmann::json& json, const Directions& directions) {
  json = {{"arms_up", directions.arms_up},
          {"arms_down", directions.arms_down},
          {"played_up", directions.played_up},
          {"played_down", directions.played_down},
          {"exploration_up", directions.exploration_up},
          {"exploration_down", directions.exploration_down}};
}

void from_json(const nlohmann::json& json, Directions& directions) {
  json.at("arms_up").get_to(directions.arms_up);
  json.at("arms_down").get_to(directions.arms_down);
  json.at("played_up").get_to(directions.played_up);
  json.at("played_down").get_to(directions.played_down);
  json.at("exploration_up").get_to(directions.exploration_up);
  json.at("exploration_down").get_to(directions.exploration_down);
}

void Directions::count(const PlayedRound& played) {
  const Eigen::VectorXd& f1 = played.choice.exploitation_scores;
  const Eigen::VectorXd& f2 = played.choice.exploration_scores;
  const Eigen::Index arm = played.choice.arm;
  for (Eigen::Index i = 0; i < f1.size(); ++i) {
    const double reward = played.round.rewards[i];
    const std::uint64_t up = f1[i] < reward ? 1 : 0;
    const std::uint64_t down = f1[i] > reward ? 1 : 0;
    arms_up += up;
    arms_down += down;
    if (i != arm) continue;
    played_up += up;
    played_down += down;
  }
  if (f2.size() == 0) return;
  if (f2[arm] > 0.0) ++exploration_up;
  if (f2[arm] < 0.0) ++exploration_down;
}

namespace {

constexpr std::uint64_t kCurvePoints = 1000;
constexpr std::uint64_t kUsualRounds = 1000;
constexpr std::uint64_t kMostRounds = 1'000'000'000'000;

// Every run reads the arrays again.
Array read_file_array(const std::string& path) {
  require_regular_file(path);
  return read_npy(path);
}

ArrayReader reader_of_runs() {
  const ArrayReader reader = environment_reader();
  return {read_file_array, [reader](const std::string& name, const Settings& settings) {
            return reader.data_set(name, settings);
          }};
}

// The same policy, with the time that it takes.
class TimedPolicy : public Policy {
 public:
  explicit TimedPolicy(Policy& policy) : policy_(policy) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    const Stopwatch watch;
    policy_.choose(t, contexts, choice);
    decision_seconds_ += watch.seconds();
  }
  std::optional<double> learn(double reward) override {
    const Stopwatch watch;
    const std::optional<double> label = policy_.learn(reward);
    training_seconds_ += watch.seconds();
    return label;
  }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return policy_.parameters();
  }

  [[nodiscard]] double decision_seconds() const { return decision_seconds_; }
  [[nodiscard]] double training_seconds() const { return training_seconds_; }

 private:
  Policy& policy_;
  double decision_seconds_ = 0.0;
  double training_seconds_ = 0.0;
};

TraceHeader header_for(const RunPlan& plan, std::uint64_t seed) {
  TraceHeader header;
  header.producer = fmt::format("eenet {}", kVersion);
  header.environment = complete_environment_spec(plan.environment);
  header.method = complete_policy_spec(plan.method);
  header.rounds = plan.rounds;
  header.seed = seed;
  header.normalise = plan.normalise;
  header.detail = plan.trace.value_or(TraceDetail::kDigest);
  header.initial_parameters = plan.initial_parameters;
  return header;
}

}  // namespace

bool is_curve_round(std::uint64_t t, std::uint64_t rounds) {
  if (rounds <= kCurvePoints || t == rounds) return true;
  if (t % ((rounds - 1) / kCurvePoints + 1) == 0) return true;
  for (std::uint64_t half = rounds; half > 0; half /= 2) {
    if (t == half) return true;
  }
  return false;
}

void make_runnable(RunPlan& plan, std::uint64_t seed, unsigned processes) {
  EENET_REQUIRE(plan.rounds <= kMostRounds, "--rounds ", plan.rounds, ": expected at most ",
                kMostRounds, ", which take days at a million a second");
  require_memory_for_environment(plan.environment, processes);
  TraceHeader header = header_for(plan, seed);
  Digest arrays;
  const ArrayReader files = reader_of_runs();
  const ArrayReader reader(
      [&](const std::string& path) {
        Array array = files(path);
        for (const Eigen::Index extent : array.shape) {
          arrays.add(static_cast<std::uint64_t>(extent));
        }
        arrays.add(array.entries);
        return array;
      },
      [&](const std::string& name, const Settings& settings) {
        auto data = files.data_set(name, settings);
        arrays.add(fnv1a64(data->digest()));
        return data;
      });
  const auto environment = make_environment(header, reader);
  plan.arrays_digest = arrays.hex();
  if (plan.rounds == 0) plan.rounds = std::min(kUsualRounds, environment->rounds_available());
  EENET_REQUIRE(plan.rounds <= environment->rounds_available(), "--rounds ", plan.rounds,
                ": environment ", plan.environment.name, " has ", environment->rounds_available(),
                " rounds, expected no more");
  header.rounds = plan.rounds;
  plan.dim = header.dim = environment->dim();
  plan.arms = header.arms = environment->arms();
  require_memory_for_run(header, processes);
  if (plan.trace) {
    require_readable_trace(header);
    header.environment = recorded_environment(header.environment);
    static_cast<void>(to_json_line(header));  // refuses what JSON cannot hold
  }
  make_policy(header, *environment);
}

void require_memory_for_seeds(const RunPlan& plan, unsigned processes) {
  require_memory_for_environment(plan.environment, processes);
  TraceHeader header = header_for(plan, 0);
  header.dim = plan.dim;
  header.arms = plan.arms;
  require_memory_for_run(header, processes);
}

SeedResult run_seed(const RunPlan& plan, std::uint64_t seed,
                    const std::function<void()>& on_round) {
  const Stopwatch watch;
  TraceHeader header = header_for(plan, seed);
  const auto environment = make_environment(header, reader_of_runs());
  const auto policy = make_policy(header, *environment);
  header.dim = environment->dim();
  header.arms = environment->arms();
  std::unique_ptr<TraceWriter> trace;
  if (plan.trace && plan.out) {
    header.environment = recorded_environment(header.environment);
    trace = std::make_unique<TraceWriter>(*plan.out / fmt::format("trace-{}.jsonl", seed), header);
  }

  SeedResult result;
  TimedPolicy timed(*policy);
  const RunOutcome outcome = play(*environment, timed, plan.rounds, [&](const PlayedRound& played) {
    result.directions.count(played);
    if (trace) trace->write(record_round(played, header.detail));
    if (is_curve_round(played.t, plan.rounds)) {
      result.curve.push_back(
          {played.t, played.regret.pseudo, played.regret.realized, played.regret.uniform});
    }
    on_round();
    return true;
  });
  if (trace) trace->finish(record_end(outcome, header.detail));
  if (plan.out && outcome.status == RunStatus::kCompleted) {
    for (std::size_t i = 0; i < outcome.parameters.size(); ++i) {
      write_npy(*plan.out / fmt::format("theta{}-{}.npy", i + 1, seed), outcome.parameters[i]);
    }
  }
  result.seed = seed;
  result.diverged = outcome.status == RunStatus::kDiverged;
  result.rounds = outcome.rounds;
  result.regret = outcome.regret.pseudo;
  result.realized_regret = outcome.regret.realized;
  result.digest = outcome.digest.hex();
  result.seconds = watch.seconds();
  result.decision_seconds = timed.decision_seconds();
  result.training_seconds = timed.training_seconds();
  return result;
}

Trace trace_of_seed(const RunPlan& plan, std::uint64_t seed,
                    const std::function<void()>& on_round) {
  Trace trace;
  trace.header = header_for(plan, seed);
  trace.header.detail = TraceDetail::kFull;
  const auto environment = make_environment(trace.header, environment_reader());
  const auto policy = make_policy(trace.header, *environment);
  trace.header.dim = environment->dim();
  trace.header.arms = environment->arms();
  const RunOutcome outcome =
      play(*environment, *policy, plan.rounds, [&](const PlayedRound& played) {
        trace.rounds.push_back(record_round(played, TraceDetail::kFull));
        on_round();
        return true;
      });
  trace.end = record_end(outcome, TraceDetail::kFull);
  return trace;
}

std::string to_json_text(const SeedResult& result) {
  return nlohmann::json(result).dump();
}

SeedResult seed_result_from_json(const std::string& text) {
  return nlohmann::json::parse(text).get<SeedResult>();
}

}  // namespace eenet::experiments
