// Whole runs at the shapes of the paper's experiments, for `experiments/bench/compare.py`, which
// holds them against the same arithmetic in PyTorch. Time is per round; the environment, the digest
// and all checks are part of it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "reference/interaction.h"
#include "reference/operations/instruction_sets.h"
#include "reference/registry.h"

namespace {

struct Shape {
  const char* environment;
  std::uint64_t rounds;
};

// The same as in torch_same_arithmetic.py.
constexpr Shape kYelp = {"linear:dim=20,arms=10", 500};
constexpr Shape kMnist = {"linear:dim=7840,arms=10,contexts=blocks", 200};

void whole_run(benchmark::State& state, const Shape& shape, const std::string& method,
               eenet::InstructionSet set) {
  eenet::choose_instruction_set(set);
  const eenet::Spec environment_spec = eenet::Spec::parse(shape.environment);
  const eenet::Spec policy_spec = eenet::Spec::parse(method);
  const auto environment = eenet::make_environment(environment_spec, {1, false, {}});
  while (state.KeepRunning()) {
    state.PauseTiming();  // drawing the initial parameters is not part of a round
    const auto policy = eenet::make_policy(policy_spec, *environment, {1, {}});
    state.ResumeTiming();
    benchmark::DoNotOptimize(eenet::play(*environment, *policy, shape.rounds));
  }
  state.counters["ms_per_round"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(shape.rounds) / 1000.0,
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace

// yelp/online/baseline, yelp/online/avx2, ...: those that this processor has.
int main(int argc, char** argv) {
  for (const eenet::InstructionSet set : eenet::available_instruction_sets()) {
    for (const auto& [name, shape] : {std::pair{"yelp", kYelp}, std::pair{"mnist", kMnist}}) {
      for (const std::string schedule : {"online", "replay"}) {
        const std::string run = std::string(name) + '/' + schedule + '/' + eenet::name_of(set);
        const std::string method = "eenet:width=100,schedule=" + schedule;
        benchmark::RegisterBenchmark(run.c_str(), whole_run, shape, method, set)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  // The methods with their defaults, by the widest set: yelp/method/linucb, ...
  const eenet::InstructionSet widest = eenet::available_instruction_sets().back();
  for (const eenet::PolicyKind& kind : eenet::policy_kinds()) {
    for (const char* schedule : {"", ":schedule=replay"}) {
      const bool replays = *schedule != 0;
      const bool has_schedule = std::ranges::any_of(
          kind.keys, [](const eenet::Key& key) { return key.name == "schedule"; });
      if (replays && !has_schedule) continue;
      const std::string method = kind.name + schedule;
      benchmark::RegisterBenchmark(("yelp/method/" + method).c_str(), whole_run, kYelp, method,
                                   widest)
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
