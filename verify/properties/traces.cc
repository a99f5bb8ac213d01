// Traces as files: written, read, cut, spoiled.
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "reference/registry.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"
#include "verify/properties/interaction.h"
#include "verify/replay.h"

namespace eenet::verify {

namespace {

// A folder that is gone when it is no longer needed.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "eenet-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    folder_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::filesystem::path file() const { return folder_ / "trace.jsonl"; }

 private:
  std::filesystem::path folder_;
};

TraceHeader random_header(const Case& one) {
  Rng rng = case_rng(one, "header");
  TraceHeader header;
  header.producer = "verify \"traces\" \\ \xc3\xa9";
  header.environment = complete_environment_spec(random_environment(one));
  Spec method = random_method(one);
  if (rng.below(8) == 0) {  // a run that diverges
    method.given.erase("R");
    method.given["eta1"] = "1e200";
  }
  header.method = complete_policy_spec(rng.below(6) == 0 ? Spec{"random", {}} : method);
  header.rounds = one.rounds;
  header.seed = one.seed;
  header.normalise = rng.below(2) == 0;
  header.detail = rng.below(4) == 0 ? TraceDetail::kDigest : TraceDetail::kFull;
  const auto environment = make_environment(header, {});
  header.dim = environment->dim();
  header.arms = environment->arms();
  if (rng.below(3) == 0) {
    TraceHeader other = header;
    other.seed += 1;
    header.initial_parameters = make_policy(other, *environment)->parameters();
  }
  return header;
}

// Files are slow, and three of everything are as many as one needs.
Case short_and_narrow(const Case& any) {
  Case one = affordable(any);
  one.dimension = std::min<std::uint64_t>(one.dimension, 3);
  one.width = std::min<std::uint64_t>(one.width, 3);
  one.rounds = 1 + any.rounds / 2;
  return one;
}

Trace recorded(const Case& any) {
  const Case one = short_and_narrow(any);
  Trace trace;
  trace.header = random_header(one);
  const auto environment = make_environment(trace.header, {});
  const auto policy = make_policy(trace.header, *environment);
  const RunOutcome outcome =
      play(*environment, *policy, trace.header.rounds, [&trace](const PlayedRound& played) {
        trace.rounds.push_back(record_round(played, trace.header.detail));
        return true;
      });
  trace.end = record_end(outcome, trace.header.detail);
  return trace;
}

void write(const Trace& trace, const std::filesystem::path& path) {
  TraceWriter writer(path, trace.header);
  for (const TraceRound& round : trace.rounds) writer.write(round);
  if (trace.end) writer.finish(*trace.end);
}

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const std::string& content, const std::filesystem::path& path) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

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

Finding reads_back_what_was_written(const Case& one, double /*false_alarm*/) {
  const Trace trace = recorded(one);
  const TemporaryFolder folder;
  write(trace, folder.file());
  const Trace read = read_trace(folder.file());
  Findings findings;
  findings.require(same(read.header, trace.header),
                   [] { return std::string("the header reads back differently"); });
  findings.require(read.rounds.size() == trace.rounds.size(), [&] {
    return text(read.rounds.size(), " rounds read back of ", trace.rounds.size());
  });
  for (std::size_t i = 0; i < std::min(read.rounds.size(), trace.rounds.size()); ++i) {
    findings.require(same(read.rounds[i], trace.rounds[i]),
                     [i] { return text("round ", i + 1, " reads back differently"); });
  }
  findings.require(read.end && same(*read.end, *trace.end),
                   [] { return std::string("the end reads back differently"); });
  std::string expected = to_json_line(trace.header) + "\n";
  for (const TraceRound& round : trace.rounds) expected += to_json_line(round) + "\n";
  expected += to_json_line(*trace.end) + "\n";
  const std::string got = content(folder.file());
  findings.require(got == expected,
                   [] { return std::string("the file is not its lines, one after the other"); });
  // JSON has no other way to write a number that is none.
  findings.require(got.find("null") == std::string::npos,
                   [] { return std::string("a number is missing"); });
  return findings.worst();
}

// Everything that a full or short record holds of a run is what was seen of it.
Finding records_what_was_played(const Case& any, double /*false_alarm*/) {
  const Trace trace = recorded(any);
  const auto environment = make_environment(trace.header, {});
  const auto policy = make_policy(trace.header, *environment);
  const bool full = trace.header.detail == TraceDetail::kFull;
  Findings findings;
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
  findings.require(same(*trace.end, end),
                   [] { return std::string("the end is recorded differently"); });
  return findings.worst();
}

Finding replays(const Case& one, double /*false_alarm*/) {
  const Trace trace = recorded(one);
  const TemporaryFolder folder;
  write(trace, folder.file());
  const ReplayReport report = replay(folder.file(), {});
  Findings findings;
  findings.require(report.matches() && report.complete && report.rounds == trace.rounds.size() &&
                       report.announced == trace.header.rounds &&
                       report.diverged == (trace.end->status == RunStatus::kDiverged),
                   [&] {
                     return report.matches()
                                ? std::string("replay counts it wrongly")
                                : "replay differs in " + report.first_difference->field;
                   });
  return findings.worst();
}

Finding survives_being_cut(const Case& one, double /*false_alarm*/) {
  const Trace trace = recorded(one);
  const TemporaryFolder folder;
  write(trace, folder.file());
  std::string text_left = content(folder.file());
  Rng rng = case_rng(one, "cut");
  std::uint64_t cut = rng.below(text_left.size());
  if (rng.below(2) == 0) cut = text_left.find('\n', cut);  // at the end of a line, or just before
  text_left.resize(cut + (cut + 1 < text_left.size() ? rng.below(2) : 0));
  write(text_left, folder.file());
  const auto lines =
      static_cast<std::uint64_t>(std::count(text_left.begin(), text_left.end(), '\n'));
  Findings findings;
  if (lines == 0) {
    bool refused = false;
    try {
      TraceReader reader(folder.file());
    } catch (const std::runtime_error&) {
      refused = true;
    }
    findings.require(refused, [] { return std::string("a file without a header is accepted"); });
    return findings.worst();
  }
  const Trace read = read_trace(folder.file());
  findings.require(read.rounds.size() == lines - 1 && !read.end, [&] {
    return text(read.rounds.size(), " rounds of ", lines - 1, " whole ones");
  });
  const ReplayReport report = replay(folder.file(), {});
  findings.require(report.matches() && report.rounds == lines - 1 && !report.complete, [&] {
    return text("replay finds ", report.rounds, " rounds of ", lines - 1, " whole ones");
  });
  return findings.worst();
}

void change(Rng& rng, double& number) {
  const double infinity = std::numeric_limits<double>::infinity();
  number = std::nextafter(number, rng.below(2) == 0 ? infinity : -infinity);
}

void change(Rng& rng, Eigen::VectorXd& numbers) {
  change(rng,
         numbers[static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(numbers.size())))]);
}

// Every way to change one number of a round that holds it.
std::vector<std::function<void()>> changes(Rng& rng, const TraceHeader& header, TraceRound& round) {
  std::vector<std::function<void()>> all = {[&] { change(rng, round.reward); }};
  if (header.arms > 1) all.emplace_back([&] { round.arm = (round.arm + 1) % header.arms; });
  for (auto* numbers : {&round.exploitation_scores, &round.exploration_scores,
                        &round.expected_rewards, &round.rewards}) {
    if (*numbers) all.emplace_back([&rng, numbers] { change(rng, **numbers); });
  }
  if (round.label) all.emplace_back([&] { change(rng, *round.label); });
  if (round.contexts) {
    all.emplace_back([&] {
      const auto size = static_cast<std::uint64_t>(round.contexts->size());
      change(rng, round.contexts->data()[rng.below(size)]);
    });
  }
  all.emplace_back([&] {
    char& digit = (*round.digest)[rng.below(round.digest->size())];
    digit = digit == '7' ? '3' : '7';
  });
  return all;
}

Finding one_changed_number_shows(const Case& one, double /*false_alarm*/) {
  Trace trace = recorded(one);
  if (trace.rounds.empty()) return {};
  Rng rng = case_rng(one, "change");
  const std::uint64_t t = 1 + rng.below(trace.rounds.size());
  const auto all = changes(rng, trace.header, trace.rounds[t - 1]);
  const std::uint64_t which = rng.below(all.size());
  all[which]();
  const TemporaryFolder folder;
  write(trace, folder.file());
  const ReplayReport report = replay(folder.file(), {});
  Findings findings;
  findings.require(!report.matches() && report.first_difference->round == t,
                   [&] { return text("change ", which, " in round ", t, " goes unnoticed"); });
  return findings.worst();
}

// Lines that make no trace, each in its own way.
Finding disorder_is_refused(const Case& one, double /*false_alarm*/) {
  Trace trace = recorded(one);
  if (trace.rounds.size() < 2) return {};
  Rng rng = case_rng(one, "disorder");
  const std::size_t at = rng.below(trace.rounds.size() - 1);
  const auto begin = trace.rounds.begin() + static_cast<std::ptrdiff_t>(at);
  const std::uint64_t which = rng.below(7);
  if (which == 0) trace.rounds.erase(begin);
  if (which == 1) trace.rounds.insert(begin, *begin);
  if (which == 2) std::swap(*begin, *(begin + 1));
  if (which == 3) begin->arm = trace.header.arms;
  if (which == 4) trace.header.rounds = trace.rounds.size() - 1;
  if (which == 5) trace.end->rounds += 1;
  const TemporaryFolder folder;
  write(trace, folder.file());
  if (which == 6) {
    write(content(folder.file()) + to_json_line(trace.rounds[0]) + "\n", folder.file());
  }
  bool refused = false;
  try {
    read_trace(folder.file());
  } catch (const std::runtime_error&) {
    refused = true;
  }
  Findings findings;
  findings.require(refused, [&] { return text("disorder ", which, " is accepted"); });
  return findings.worst();
}

}  // namespace

Suite traces_suite() {
  return {"traces",
          "a trace survives writing, reading, truncation",
          1,
          {{"A file is its documents, one a line, and every field reads back to the bits that were "
            "written.",
            reads_back_what_was_written},
           {"A record holds what was played, and as much of it as its detail asks for.",
            records_what_was_played},
           {"Replay finds that a recorded run matches.", replays},
           {"A trace cut anywhere is good up to its last whole round, and not complete.",
            survives_being_cut},
           {"Replay notices one changed number, in its round.", one_changed_number_shows},
           {"Rounds that are missing, doubled, out of order or too many are refused.",
            disorder_is_refused}}};
}

}  // namespace eenet::verify
