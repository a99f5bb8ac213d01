// One run of `eenet run`: a policy in an environment for one seed, its curve, and its files.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/trace.h"

namespace eenet::experiments {

// What all runs of a command share.
struct RunPlan {
  Spec environment;
  Spec method;
  std::uint64_t rounds = 0;
  bool normalise = false;
  std::vector<Eigen::VectorXd> initial_parameters;
  std::string arrays_digest;         // of what the environment reads; make_runnable() sets it
  std::optional<TraceDetail> trace;  // no trace unless set
  std::optional<std::filesystem::path> out;  // the folder for files, if any
};

// The regret after the rounds at which curves are kept.
struct CurvePoint {
  std::uint64_t round = 0;
  double regret = 0.0;
  double realized_regret = 0.0;
  double uniform_regret = 0.0;  // what choosing uniformly would have lost in expectation
};

struct SeedResult {
  std::uint64_t seed = 0;
  bool diverged = false;
  std::uint64_t rounds = 0;  // rounds played: all, unless it diverged
  double regret = 0.0;
  double realized_regret = 0.0;
  std::string digest;
  double seconds = 0.0;
  std::vector<CurvePoint> curve;
};

// Rounds at which curves are kept: about a thousand evenly spaced ones, and T, T/2, T/4, ...
bool is_curve_round(std::uint64_t t, std::uint64_t rounds);

// Throws what the reference throws on a plan that cannot be run. Calls `on_round` after every
// round.
SeedResult run_seed(const RunPlan& plan, std::uint64_t seed, const std::function<void()>& on_round);

// The same run as a full trace in memory. Writes no files.
Trace trace_of_seed(const RunPlan& plan, std::uint64_t seed, const std::function<void()>& on_round);

// Makes environment and policy once, so that a wrong plan is refused before the work starts, as is
// one that takes more memory than there is for so many runs at a time. Sets the digest of the
// arrays, and the rounds of a plan that has 0: 1000, or as many as the environment has.
void make_runnable(RunPlan& plan, std::uint64_t seed, unsigned processes);

// The record that a worker returns to its parent. Doubles keep their bits.
std::string to_json_text(const SeedResult& result);
SeedResult seed_result_from_json(const std::string& text);

}  // namespace eenet::experiments
