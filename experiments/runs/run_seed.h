// One run of `eenet run`: a policy in an environment for one seed, its curve, and its files.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/interaction.h"
#include "reference/trace.h"

namespace eenet::experiments {

// What all runs of a command share.
struct RunPlan {
  Spec environment;
  Spec method;
  std::uint64_t rounds = 0;
  bool normalise = false;
  std::vector<Eigen::VectorXd> initial_parameters;
  std::string arrays_digest;  // of what the environment reads; make_runnable() sets it and the next
  Eigen::Index dim = 0;       // of a context
  Eigen::Index arms = 0;
  std::optional<TraceDetail> trace;          // no trace unless set
  std::optional<std::filesystem::path> out;  // the folder for files, if any
};

// The regret after the rounds at which curves are kept.
struct CurvePoint {
  std::uint64_t round = 0;
  double regret = 0.0;
  double realized_regret = 0.0;
  double uniform_regret = 0.0;  // what choosing uniformly would have lost in expectation
};

// How often f1 lay below or above a reward: upward and downward exploration. [EENET, Further
// Discussion, tab:record] The stated definition counts every arm; the others count the arm played,
// and the sign of f2 at the arm played. All are 0 of a method without such scores.
struct Directions {
  std::uint64_t arms_up = 0;
  std::uint64_t arms_down = 0;
  std::uint64_t played_up = 0;
  std::uint64_t played_down = 0;
  std::uint64_t exploration_up = 0;
  std::uint64_t exploration_down = 0;

  void count(const PlayedRound& played);
  bool operator==(const Directions&) const = default;
};
void to_json(nlohmann::json& json, const Directions& directions);
void from_json(const nlohmann::json& json, Directions& directions);

struct SeedResult {
  std::uint64_t seed = 0;
  bool diverged = false;
  std::uint64_t rounds = 0;  // rounds played: all, unless it diverged
  double regret = 0.0;
  double realized_regret = 0.0;
  std::string digest;
  Directions directions;
  double seconds = 0.0;
  double decision_seconds = 0.0;  // of these, in choosing arms
  double training_seconds = 0.0;  // and in learning
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

// Throws std::runtime_error unless the memory for so many runs at a time is there. The plan has
// been made runnable, maybe with another method.
void require_memory_for_seeds(const RunPlan& plan, unsigned processes);

// The record that a worker returns to its parent. Doubles keep their bits.
std::string to_json_text(const SeedResult& result);
SeedResult seed_result_from_json(const std::string& text);

}  // namespace eenet::experiments
