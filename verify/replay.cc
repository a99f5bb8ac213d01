#include "verify/replay.h"

#include <stdexcept>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

using verify::shown;
std::string shown(std::uint64_t x) {
  return std::to_string(x);
}
std::string shown(Eigen::Index x) {
  return std::to_string(x);
}
std::string shown(const std::string& x) {
  return x;
}

bool same(double a, double b) {
  return bits_of(a) == bits_of(b);
}
template <typename Value>
bool same(const Value& a, const Value& b) {
  return a == b;
}

// Compares field by field and remembers the first difference.
class Comparison {
 public:
  explicit Comparison(std::uint64_t round) : round_(round) {}

  template <typename Value>
  void field(const std::string& name, const Value& recorded, const Value& recomputed) {
    if (!found_ && !same(recorded, recomputed)) {
      found_ = Difference{round_, name, shown(recorded), shown(recomputed)};
    }
  }

  // What the file does not hold is not compared.
  template <typename Value>
  void field(const std::string& name, const std::optional<Value>& recorded,
             const std::optional<Value>& recomputed) {
    if (found_ || !recorded) return;
    if (!recomputed) {
      found_ = Difference{round_, name, "present", "absent"};
    } else {
      field(name, *recorded, *recomputed);
    }
  }

  void field(const std::string& name, const Eigen::VectorXd& recorded,
             const Eigen::VectorXd& recomputed) {
    field(name + ".size", recorded.size(), recomputed.size());
    for (Eigen::Index i = 0; i < recorded.size() && !found_; ++i) {
      field(text(name, "[", i, "]"), recorded[i], recomputed[i]);
    }
  }

  void field(const std::string& name, const Eigen::MatrixXd& recorded,
             const Eigen::MatrixXd& recomputed) {
    for (Eigen::Index i = 0; i < recorded.cols() && !found_; ++i) {
      field(text(name, "[", i, "]"), Eigen::VectorXd(recorded.col(i)),
            Eigen::VectorXd(recomputed.col(i)));
    }
  }

  [[nodiscard]] const std::optional<Difference>& found() const { return found_; }

 private:
  std::uint64_t round_;
  std::optional<Difference> found_;
};

std::optional<Difference> compare_header(const TraceHeader& header, const Environment& made) {
  Comparison comparison(0);
  comparison.field("dim", header.dim, made.dim());
  comparison.field("arms", header.arms, made.arms());
  return comparison.found();
}

// In the order in which the algorithm makes them, so that the first difference is the cause.
std::optional<Difference> compare_round(const TraceRound& recorded, const TraceRound& recomputed) {
  Comparison comparison(recorded.t);
  comparison.field("contexts", recorded.contexts, recomputed.contexts);
  comparison.field("expected_rewards", recorded.expected_rewards, recomputed.expected_rewards);
  comparison.field("rewards", recorded.rewards, recomputed.rewards);
  comparison.field("f1", recorded.exploitation_scores, recomputed.exploitation_scores);
  comparison.field("f2", recorded.exploration_scores, recomputed.exploration_scores);
  comparison.field("arm", recorded.arm, recomputed.arm);
  comparison.field("reward", recorded.reward, recomputed.reward);
  comparison.field("label", recorded.label, recomputed.label);
  comparison.field("digest", recorded.digest, recomputed.digest);
  return comparison.found();
}

std::string status_text(RunStatus status) {
  return status == RunStatus::kDiverged ? "diverged" : "completed";
}

std::optional<Difference> compare_end(const TraceEnd& recorded, const TraceEnd& recomputed) {
  Comparison comparison(recorded.rounds + 1);
  comparison.field("end.status", status_text(recorded.status), status_text(recomputed.status));
  comparison.field("end.rounds", recorded.rounds, recomputed.rounds);
  comparison.field("end.regret", recorded.regret, recomputed.regret);
  comparison.field("end.realized_regret", recorded.realized_regret, recomputed.realized_regret);
  comparison.field("end.digest", recorded.digest, recomputed.digest);
  for (std::size_t i = 0; i < recorded.parameters.size() && !comparison.found(); ++i) {
    const std::string name = text("end.parameters[", i, "]");
    if (i < recomputed.parameters.size()) {
      comparison.field(name, recorded.parameters[i], recomputed.parameters[i]);
    } else {
      comparison.field(name, std::string("present"), std::string("absent"));
    }
  }
  return comparison.found();
}

// Does the file, from here on, hold rounds up to its end, whatever they say?
bool goes_on_to_its_end(TraceReader& reader) {
  try {
    while (reader.next()) continue;
  } catch (const std::runtime_error&) {
    return false;
  }
  return reader.end().has_value();
}

// Runs `make`; an error of the header names the file.
template <typename Make>
auto in_header(const std::filesystem::path& path, const Make& make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(text(path.string(), ", line 1: ", error.what()));
  }
}

}  // namespace

ReplayReport replay(const std::filesystem::path& path, const ArrayReader& read_array,
                    const std::function<void(std::uint64_t)>& on_round) {
  TraceReader reader(path);
  return replay(reader, read_array, on_round);
}

ReplayReport replay(TraceReader& reader, const ArrayReader& read_array,
                    const std::function<void(std::uint64_t)>& on_round) {
  const std::filesystem::path& path = reader.path();
  const TraceHeader& header = reader.header();
  const auto environment = in_header(path, [&] { return make_environment(header, read_array); });
  ReplayReport report;
  report.announced = header.rounds;
  report.first_difference = compare_header(header, *environment);
  if (report.first_difference) {
    report.complete = goes_on_to_its_end(reader);
    return report;
  }
  const auto policy = in_header(path, [&] { return make_policy(header, *environment); });

  // The recomputation follows the file: it stops where the file stops or differs.
  std::optional<TraceRound> recorded = reader.next();
  RunOutcome outcome;
  if (recorded || reader.end()) {
    outcome = play(*environment, *policy, header.rounds, [&](const PlayedRound& played) {
      if (!recorded) return false;  // the file ends before this round
      report.first_difference = compare_round(*recorded, record_round(played, TraceDetail::kFull));
      if (report.first_difference) return false;
      report.rounds = played.t;
      if (on_round) on_round(played.t);
      recorded = reader.next();
      return recorded || (reader.end() && played.t < header.rounds);
    });
  }
  report.complete = goes_on_to_its_end(reader);
  report.diverged = report.complete && reader.end()->status == RunStatus::kDiverged;
  if (report.first_difference) return report;
  if (recorded) {  // the file goes on where the recomputation broke off
    report.first_difference = Difference{recorded->t, "status", "completed", "diverged"};
  } else if (report.complete) {
    report.first_difference = compare_end(*reader.end(), record_end(outcome, TraceDetail::kFull));
  }
  return report;
}

}  // namespace eenet::verify
