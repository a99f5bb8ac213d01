// How often the check of growth is right and wrong: made-up runs whose expected regret is known,
// many experiments of each kind. Prints a table as CSV; docs/theory.md shows it.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "reference/rng.h"
#include "theory/regret/kinds_of_run.h"

namespace {

using eenet::Rng;
using eenet::theory::Growth;
using eenet::theory::RegretCurves;

constexpr std::uint64_t kRounds = 1000;
constexpr std::uint64_t kExperiments = 500;

// The expected loss of round t in one run.
using Rate = std::function<double(double t)>;

struct Truth {
  const char* name;
  Growth right;  // of expected regret: what its definition says, slow growth included
  // A run's rates, from its own random numbers.
  std::function<Rate(Rng& rng)> draw;
};

Rate power(double scale, double exponent) {
  return [=](double t) { return scale * (std::pow(t, exponent) - std::pow(t - 1.0, exponent)); };
}

// A factor over runs: Pareto with tail index 1.5, whose variance is infinite.
double heavy(Rng& rng) {
  return 0.05 / std::pow(1.0 - rng.uniform(), 1.0 / 1.5);
}

double t_over_log(double t) {
  return t < 1.0 ? 0.0 : t / std::log(t + 1.0);
}

std::vector<Truth> truths() {
  return {
      {"line", Growth::kLinear, [](Rng&) { return [](double) { return 0.1; }; }},
      {"root", Growth::kSublinear, [](Rng&) { return power(2.0, 0.5); }},
      {"log", Growth::kSublinear, [](Rng&) { return [](double t) { return 10.0 / t; }; }},
      {"two-heaps-line", Growth::kLinear,
       [](Rng& rng) {
         const double rate = rng.uniform() < 0.43 ? 0.5 : 0.0;
         return [rate](double) { return rate; };
       }},
      {"rare-heap-line", Growth::kLinear,
       [](Rng& rng) {
         const double rate = rng.uniform() < 0.05 ? 0.5 : 0.0;
         return [rate](double) { return rate; };
       }},
      {"rare-heap-beside-root", Growth::kLinear,
       [](Rng& rng) {
         const double rate = rng.uniform() < 0.05 ? 0.5 : 0.0;
         return [rate, root = power(2.0, 0.5)](double t) { return rate > 0.0 ? rate : root(t); };
       }},
      {"two-heaps-root", Growth::kSublinear,
       [](Rng& rng) { return power(rng.uniform() < 0.43 ? 4.0 : 0.5, 0.5); }},
      {"heavy-line", Growth::kLinear,
       [](Rng& rng) {
         const double rate = heavy(rng);
         return [rate](double) { return rate; };
       }},
      {"heavy-root", Growth::kSublinear, [](Rng& rng) { return power(20.0 * heavy(rng), 0.5); }},
      {"t^0.9", Growth::kSublinear, [](Rng&) { return power(0.2, 0.9); }},
      {"t/log-t", Growth::kSublinear,
       [](Rng&) { return [](double t) { return 0.5 * (t_over_log(t) - t_over_log(t - 1.0)); }; }},
      {"t^0.75", Growth::kUndecided, [](Rng&) { return power(0.5, 0.75); }},
  };
}

// A loss of 1 happens with the probability of the rate, or the rate itself is lost where it is not
// below 1; every round is recorded.
RegretCurves experiment(const Truth& truth, std::uint64_t number, std::uint64_t seeds) {
  RegretCurves curves;
  curves.regret.resize(kRounds, static_cast<Eigen::Index>(seeds));
  for (std::uint64_t t = 1; t <= kRounds; ++t) curves.rounds.push_back(t);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Rng rng(number, std::string("growth-rates/") + truth.name, seed);
    const Rate rate = truth.draw(rng);
    double sum = 0.0;
    for (std::uint64_t t = 1; t <= kRounds; ++t) {
      const double loss = rate(static_cast<double>(t));
      sum += loss >= 1.0 ? loss : rng.uniform() < loss ? 1.0 : 0.0;
      curves.regret(static_cast<Eigen::Index>(t - 1), static_cast<Eigen::Index>(seed)) = sum;
    }
  }
  return curves;
}

}  // namespace

int main() {
  fmt::print("truth,expected,seeds,experiments,linear,sublinear,undecided,more_kinds\n");
  for (const Truth& truth : truths()) {
    for (const std::uint64_t seeds : {10U, 20U, 40U, 100U}) {
      std::uint64_t linear = 0;
      std::uint64_t sublinear = 0;
      std::uint64_t more_kinds = 0;
      for (std::uint64_t number = 0; number < kExperiments; ++number) {
        const RegretCurves curves = experiment(truth, number, seeds);
        const auto judged = eenet::theory::judge_growth_and_kinds(curves);
        const Growth growth = judged.growth.growth;
        linear += growth == Growth::kLinear ? 1U : 0U;
        sublinear += growth == Growth::kSublinear ? 1U : 0U;
        more_kinds += judged.kinds.size() > 1 ? 1U : 0U;
      }
      fmt::print("{},{},{},{},{},{},{},{}\n", truth.name, eenet::theory::to_text(truth.right),
                 seeds, kExperiments, linear, sublinear, kExperiments - linear - sublinear,
                 more_kinds);
      std::fflush(stdout);
    }
  }
  return 0;
}
