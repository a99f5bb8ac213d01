// Traces that somebody changed: in a number, in the order of their lines, in what they are.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/generators/numbers.h"
#include "verify/properties/trace_samples.h"
#include "verify/replay.h"

namespace eenet::verify {

namespace {

// The next number in one of the directions; of a zero, often the one of the other sign.
void change(Rng& rng, double& number) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (number == 0.0 && rng.below(2) == 0) {
    number = -number;
    return;
  }
  number = std::nextafter(number, rng.below(2) == 0 ? infinity : -infinity);
}

void change(Rng& rng, Eigen::VectorXd& numbers) {
  change(rng,
         numbers[static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(numbers.size())))]);
}

void change(Rng& rng, std::string& digest) {
  char& digit = digest[rng.below(digest.size())];
  digit = digit == '7' ? '3' : '7';
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
  all.emplace_back([&] { change(rng, *round.digest); });
  return all;
}

// The round that replay finds changed, or 0.
std::uint64_t changed_round(const Trace& trace) {
  const ReplayReport report = replay(TraceOnDisk(trace).path(), {});
  return report.matches() ? 0 : report.first_difference->round;
}

void one_changed_number_shows(const Case& one, Findings& findings) {
  Trace trace = recorded(one);
  if (trace.rounds.empty()) return;
  Rng rng = case_rng(one, "change");
  const std::uint64_t t = 1 + rng.below(trace.rounds.size());
  const auto all = changes(rng, trace.header, trace.rounds[t - 1]);
  const std::uint64_t which = rng.below(all.size());
  all[which]();
  findings.require(changed_round(trace) == t,
                   [&] { return text("change ", which, " in round ", t, " goes unnoticed"); });
}

void a_changed_end_shows(const Case& one, Findings& findings) {
  Trace trace = recorded(one);
  TraceEnd& end = *trace.end;
  Rng rng = case_rng(one, "end");
  std::vector<std::function<void()>> all;
  if (end.regret) all.emplace_back([&] { change(rng, *end.regret); });
  if (end.realized_regret) all.emplace_back([&] { change(rng, *end.realized_regret); });
  if (end.digest) all.emplace_back([&] { change(rng, *end.digest); });
  for (Eigen::VectorXd& theta : end.parameters) all.emplace_back([&] { change(rng, theta); });
  const std::uint64_t which = rng.below(all.size());
  all[which]();
  findings.require(changed_round(trace) == trace.rounds.size() + 1,
                   [&] { return text("change ", which, " of the end goes unnoticed"); });
}

// Lines that make no trace, each in its own way.
void disorder_is_refused(const Case& one, Findings& findings) {
  Trace trace = recorded(one);
  if (trace.rounds.size() < 2) return;
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
  const TraceOnDisk file(trace);
  if (which == 6) file.write(file.content() + to_json_line(trace.rounds[0]) + "\n");
  findings.require(file.is_refused(), [&] { return text("disorder ", which, " is accepted"); });
}

// The text with a passage, which must be there, replaced where it first stands.
std::string edited(std::string content, const std::string& passage, const std::string& by) {
  const std::size_t at = content.find(passage);
  EENET_REQUIRE(at != std::string::npos, "edited: no ", passage, " in the trace");
  return content.replace(at, passage.size(), by);
}

// Documents that are JSON, and say what no trace says.
void other_documents_are_refused(const Case& one, Findings& findings) {
  const Trace trace = recorded(one);
  const TraceOnDisk file(trace);
  const std::string sound = file.content();
  const std::string rounds = text("\"rounds\":", trace.header.rounds);
  const auto refused = [&](const char* what, const std::string& passage, const std::string& by) {
    file.write(edited(sound, passage, by));
    findings.require(file.is_refused(), [&] { return text(what, " is accepted"); });
  };
  refused("another schema", "eenet.trace/1", "eenet.trace/2");
  refused("another hash", "fnv1a64-words", "fnv1a64-bytes");
  refused("a fraction of a round", rounds, rounds + ".7");
  refused("a negative number of rounds", rounds, R"("rounds":-1)");
  refused("a number for a name", R"("producer":")", R"("producer":1,"unknown":")");
}

}  // namespace

std::vector<Property> damaged_trace_properties() {
  return {{"Replay notices one changed number, in its round.", one_changed_number_shows},
          {"Replay notices one changed number of the end.", a_changed_end_shows},
          {"Rounds that are missing, doubled, out of order or too many are refused.",
           disorder_is_refused},
          {"Documents of another schema or hash, or with numbers that count nothing, are refused.",
           other_documents_are_refused}};
}

}  // namespace eenet::verify
