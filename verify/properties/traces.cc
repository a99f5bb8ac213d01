// Traces as files: written, read, cut.
#include <algorithm>

#include "reference/interaction.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"
#include "verify/properties/trace_samples.h"
#include "verify/replay.h"
#include "verify/traces/trace_properties.h"

namespace eenet::verify {

namespace {

bool same(double a, double b) {
  return plain::same_bits(a, b);
}
bool same(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return plain::same_bits(a, plain::numbers_of(b));
}
bool same(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         same(Eigen::VectorXd(a.reshaped()), Eigen::VectorXd(b.reshaped()));
}
bool same(const std::string& a, const std::string& b) {
  return a == b;
}
template <typename Value>
bool same(const std::optional<Value>& a, const std::optional<Value>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
bool same(const std::vector<Eigen::VectorXd>& a, const std::vector<Eigen::VectorXd>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}
bool same(const TraceHeader& a, const TraceHeader& b) {
  return a.producer == b.producer && a.environment == b.environment && a.method == b.method &&
         a.rounds == b.rounds && a.seed == b.seed && a.normalise == b.normalise && a.dim == b.dim &&
         a.arms == b.arms && a.detail == b.detail &&
         same(a.initial_parameters, b.initial_parameters);
}
bool same(const TraceRound& a, const TraceRound& b) {
  return a.t == b.t && a.arm == b.arm && same(a.reward, b.reward) && same(a.label, b.label) &&
         same(a.contexts, b.contexts) && same(a.exploitation_scores, b.exploitation_scores) &&
         same(a.exploration_scores, b.exploration_scores) &&
         same(a.expected_rewards, b.expected_rewards) && same(a.rewards, b.rewards) &&
         same(a.digest, b.digest);
}
bool same(const TraceEnd& a, const TraceEnd& b) {
  return a.status == b.status && a.rounds == b.rounds && same(a.regret, b.regret) &&
         same(a.realized_regret, b.realized_regret) && same(a.digest, b.digest) &&
         same(a.parameters, b.parameters);
}

void reads_back_what_was_written(const Case& one, Findings& findings) {
  const Trace trace = recorded(one);
  const TraceOnDisk file(trace);
  const Trace read = read_trace(file.path());
  findings.require(same(read.header, trace.header), "the header reads back differently");
  findings.require(read.rounds.size() == trace.rounds.size(), [&] {
    return text(read.rounds.size(), " rounds read back of ", trace.rounds.size());
  });
  for (std::size_t i = 0; i < std::min(read.rounds.size(), trace.rounds.size()); ++i) {
    findings.require(same(read.rounds[i], trace.rounds[i]),
                     [i] { return text("round ", i + 1, " reads back differently"); });
  }
  findings.require(read.end && same(*read.end, *trace.end), "the end reads back differently");
  std::string expected = to_json_line(trace.header) + "\n";
  for (const TraceRound& round : trace.rounds) expected += to_json_line(round) + "\n";
  expected += to_json_line(*trace.end) + "\n";
  const std::string got = file.content();
  findings.require(got == expected, "the file is not its lines, one after the other");
  // JSON has no other way to write a number that is none.
  findings.require(got.find("null") == std::string::npos, "a number is missing");
}

// Everything that a full or short record holds of a run is what was seen of it.
void records_what_was_played(const Case& any, Findings& findings) {
  const Trace trace = recorded(any);
  const auto environment = make_environment(trace.header, {});
  const auto policy = make_policy(trace.header, *environment);
  const bool full = trace.header.detail == TraceDetail::kFull;
  const RunOutcome outcome =
      play(*environment, *policy, trace.header.rounds, [&](const PlayedRound& played) {
        const auto unless_empty = [full](const Eigen::VectorXd& v) {
          return full && v.size() > 0 ? std::optional(v) : std::nullopt;
        };
        TraceRound round;
        round.t = played.t;
        round.arm = played.choice.arm;
        round.reward = played.round.rewards[played.choice.arm];
        round.digest = played.digest.hex();
        if (full) round.label = played.label;
        if (full) round.contexts = played.round.contexts;
        round.exploitation_scores = unless_empty(played.choice.exploitation_scores);
        round.exploration_scores = unless_empty(played.choice.exploration_scores);
        round.expected_rewards = unless_empty(played.round.expected_rewards);
        round.rewards = unless_empty(played.round.rewards);
        findings.require(same(trace.rounds.at(played.t - 1), round),
                         [&] { return text("round ", played.t, " is recorded differently"); });
        return true;
      });
  const bool with_parameters = full && outcome.status == RunStatus::kCompleted;
  const TraceEnd end = {outcome.status,
                        outcome.rounds,
                        outcome.regret.pseudo,
                        outcome.regret.realized,
                        outcome.digest.hex(),
                        with_parameters ? policy->parameters() : std::vector<Eigen::VectorXd>()};
  findings.require(same(*trace.end, end), "the end is recorded differently");
}

void replays(const Case& one, Findings& findings) {
  const Trace trace = recorded(one);
  const TraceOnDisk file(trace);
  const ReplayReport report = replay(file.path(), {});
  findings.require(report.matches() && report.complete && report.rounds == trace.rounds.size() &&
                       report.announced == trace.header.rounds &&
                       report.diverged == (trace.end->status == RunStatus::kDiverged),
                   [&] {
                     return report.matches()
                                ? std::string("replay counts it wrongly")
                                : "replay differs in " + report.first_difference->field;
                   });
}

void survives_being_cut(const Case& one, Findings& findings) {
  const Trace trace = recorded(one);
  const TraceOnDisk file(trace);
  std::string text_left = file.content();
  Rng rng = case_rng(one, "cut");
  std::uint64_t cut = rng.below(text_left.size());
  if (rng.below(2) == 0) cut = text_left.find('\n', cut);  // at the end of a line, or just before
  text_left.resize(cut + (cut + 1 < text_left.size() ? rng.below(2) : 0));
  file.write(text_left);
  const auto lines =
      static_cast<std::uint64_t>(std::count(text_left.begin(), text_left.end(), '\n'));
  if (lines == 0) {
    findings.require(file.is_refused(), "a file without a header is accepted");
    return;
  }
  const Trace read = read_trace(file.path());
  findings.require(read.rounds.size() == lines - 1 && !read.end, [&] {
    return text(read.rounds.size(), " rounds of ", lines - 1, " whole ones");
  });
  const ReplayReport report = replay(file.path(), {});
  findings.require(report.matches() && report.rounds == lines - 1 && !report.complete, [&] {
    return text("replay finds ", report.rounds, " rounds of ", lines - 1, " whole ones");
  });
}

}  // namespace

Suite traces_suite() {
  Suite suite = {
      "traces",
      1,
      {{"A file is its documents, one a line, and every field reads back to the bits that were "
        "written.",
        reads_back_what_was_written},
       {"A record holds what was played, and as much of it as its detail asks for.",
        records_what_was_played},
       {"Replay finds that a recorded run matches.", replays},
       {"A trace cut anywhere is good up to its last whole round, and not complete.",
        survives_being_cut}}};
  for (Property& property : damaged_trace_properties()) {
    suite.properties.push_back(std::move(property));
  }
  for (Property& property : judged_trace_properties()) {
    suite.properties.push_back(std::move(property));
  }
  return suite;
}

}  // namespace eenet::verify
