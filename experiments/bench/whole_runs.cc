// Whole runs at the shapes of the paper's experiments, for `experiments/bench/compare.py`, which
// holds them against the same arithmetic in PyTorch. Time is per round; the environment, the digest
// and all checks are part of it.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <string>

#include "reference/interaction.h"
#include "reference/registry.h"

namespace {

struct Shape {
  const char* name;
  const char* environment;
  std::uint64_t rounds;
};

// The same as in torch_same_arithmetic.py.
constexpr std::array kShapes = {Shape{"yelp", "linear:dim=20,arms=10", 500},
                                Shape{"mnist", "linear:dim=7840,arms=10,contexts=blocks", 200}};

void whole_run(benchmark::State& state, const Shape& shape, const std::string& schedule) {
  const eenet::Spec environment_spec = eenet::Spec::parse(shape.environment);
  const eenet::Spec policy_spec = eenet::Spec::parse("eenet:width=100,schedule=" + schedule);
  const auto environment = eenet::make_environment(environment_spec, {1, false, {}});
  for (auto _ : state) {
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

int main(int argc, char** argv) {
  for (const Shape& shape : kShapes) {
    for (const char* schedule : {"online", "replay"}) {
      benchmark::RegisterBenchmark(
          (std::string(shape.name) + "/" + schedule).c_str(),
          [&shape, schedule](benchmark::State& state) { whole_run(state, shape, schedule); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
