// Everything that one run did, round by round, with the header that reproduces it. Written by us,
// or by somebody else's implementation, which may leave out what is optional here.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/interaction.h"
#include "reference/kind.h"
#include "reference/settings.h"

namespace eenet {

enum class TraceDetail {
  kDigest,  // a round is its arm, reward and running digest
  kFull     // and all contexts, scores, rewards and the label
};

// A run is a pure function of this.
struct TraceHeader {
  std::string producer;  // who wrote it: name and version
  Spec environment;      // complete, with every default
  Spec method;           // likewise
  std::uint64_t rounds = 0;
  std::uint64_t seed = 0;
  bool normalise = false;
  Eigen::Index dim = 0;
  Eigen::Index arms = 0;
  TraceDetail detail = TraceDetail::kDigest;
  std::vector<Eigen::VectorXd> initial_parameters;  // given ones; empty: the printed random ones
};

struct TraceRound {
  std::uint64_t t = 0;
  Eigen::Index arm = 0;  // from 0
  double reward = 0.0;
  std::optional<double> label;
  std::optional<Eigen::MatrixXd> contexts;  // d x n
  std::optional<Eigen::VectorXd> exploitation_scores;
  std::optional<Eigen::VectorXd> exploration_scores;
  std::optional<Eigen::VectorXd> expected_rewards;
  std::optional<Eigen::VectorXd> rewards;
  std::optional<std::string> digest;  // after this round
};

struct TraceEnd {
  RunStatus status = RunStatus::kCompleted;
  std::uint64_t rounds = 0;
  std::optional<double> regret;
  std::optional<double> realized_regret;
  std::optional<std::string> digest;
  std::vector<Eigen::VectorXd> parameters;  // the last ones; full traces only
};

struct Trace {
  TraceHeader header;
  std::vector<TraceRound> rounds;
  std::optional<TraceEnd> end;  // absent: the run was cut short
};

// What a trace of the given detail keeps of a round, and of the end.
TraceRound record_round(const PlayedRound& played, TraceDetail detail);
TraceEnd record_end(const RunOutcome& outcome, TraceDetail detail);

// The environment and policy that a header describes.
std::unique_ptr<Environment> make_environment(const TraceHeader& header,
                                              const ArrayReader& read_array);
std::unique_ptr<Policy> make_policy(const TraceHeader& header, const Environment& environment);

// Plays the run of the header, whose specs are complete, and fills in `dim` and `arms`. Its
// environment needs no arrays.
Trace recorded_run(TraceHeader header);

}  // namespace eenet
