#include "theory/psi/readings.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "reference/environments/recorded_rounds.h"
#include "reference/floating_point.h"
#include "reference/gradient_features/gradient_features.h"
#include "reference/mlp.h"
#include "reference/policies/network_settings.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "theory/measured/names.h"
#include "theory/psi/method_settings.h"

namespace eenet::theory {

namespace {

void require_networks(const Settings& settings, const TraceHeader& header, Reading reading) {
  const bool enough =
      settings.has("width") && (reading == Reading::kPrinted || settings.has("features"));
  EENET_REQUIRE(enough, "reading ", to_text(reading), ": method ", header.method.name, " has no ",
                reading == Reading::kPrinted ? "network" : "exploration network",
                ", expected a trace of the EE-Net family");
}

PolicyInputs inputs_of(const TraceHeader& header) {
  PolicyInputs inputs;
  inputs.seed = header.seed;
  inputs.initial_parameters = header.initial_parameters;
  return inputs;
}

// Contexts with one arm per column, and one reward per arm.
struct Samples {
  Eigen::MatrixXd contexts;
  Eigen::VectorXd rewards;
};

// The rounds of a trace; contexts and rewards that it lacks come from the environment.
class Rounds {
 public:
  Rounds(const Trace& trace, const Environment& environment)
      : trace_(trace), environment_(environment) {}

  [[nodiscard]] std::size_t count() const { return trace_.rounds.size(); }
  [[nodiscard]] const TraceRound& recorded(std::size_t index) const { return trace_.rounds[index]; }

  const Eigen::MatrixXd& contexts(std::size_t index) {
    const TraceRound& round = recorded(index);
    if (round.contexts) return *round.contexts;
    environment_.observe(round.t, round_);
    return round_.contexts;
  }

  const Round& complete(std::size_t index) {
    const TraceRound& round = recorded(index);
    if (!round.contexts || !round.rewards) environment_.observe(round.t, round_);
    if (round.contexts) round_.contexts = *round.contexts;
    if (round.rewards) round_.rewards = *round.rewards;
    return round_;
  }

 private:
  const Trace& trace_;
  const Environment& environment_;
  Round round_;
};

Samples all_arms(Rounds& rounds, const TraceHeader& header) {
  const auto count = static_cast<Eigen::Index>(rounds.count());
  Samples samples{Eigen::MatrixXd(header.dim, count * header.arms),
                  Eigen::VectorXd(count * header.arms)};
  for (Eigen::Index t = 0; t < count; ++t) {
    const Round& round = rounds.complete(static_cast<std::size_t>(t));
    samples.contexts.middleCols(t * header.arms, header.arms) = round.contexts;
    samples.rewards.segment(t * header.arms, header.arms) = round.rewards;
  }
  return samples;
}

Samples played_arms(Rounds& rounds, const TraceHeader& header) {
  const auto count = static_cast<Eigen::Index>(rounds.count());
  Samples samples{Eigen::MatrixXd(header.dim, count), Eigen::VectorXd(count)};
  for (Eigen::Index t = 0; t < count; ++t) {
    const TraceRound& recorded = rounds.recorded(static_cast<std::size_t>(t));
    samples.contexts.col(t) = rounds.contexts(static_cast<std::size_t>(t)).col(recorded.arm);
    samples.rewards[t] = recorded.reward;
  }
  return samples;
}

Samples best_arms(Rounds& rounds, const TraceHeader& header) {
  const auto count = static_cast<Eigen::Index>(rounds.count());
  Samples samples{Eigen::MatrixXd(header.dim, count), Eigen::VectorXd(count)};
  for (Eigen::Index t = 0; t < count; ++t) {
    const TraceRound& round = rounds.recorded(static_cast<std::size_t>(t));
    const char* missing = !round.contexts           ? "contexts"
                          : !round.rewards          ? "rewards"
                          : !round.expected_rewards ? "expected_rewards"
                                                    : nullptr;
    EENET_REQUIRE(missing == nullptr, "reading optimal: round ", round.t, " of the trace has no ",
                  missing, ", expected a full trace of an environment whose h is known");
    const Eigen::Index best = index_of_largest(*round.expected_rewards);
    samples.contexts.col(t) = round.contexts->col(best);
    samples.rewards[t] = (*round.rewards)[best];
  }
  return samples;
}

// What the exploration network learns from these arms, one arm per round.
struct Lessons {
  Eigen::MatrixXd features;  // phi, one round per column
  Eigen::VectorXd labels;
  Eigen::VectorXd exploitation_scores;
};

// Lets the method play rounds of one arm each: it learns from the arm that is played only.
Lessons lessons_of(const TraceHeader& header, const Environment& environment,
                   const Samples& samples) {
  const std::unique_ptr<Policy> policy = make_policy(header, environment);
  Lessons lessons;
  lessons.labels.resize(samples.rewards.size());
  lessons.exploitation_scores.resize(samples.rewards.size());
  Choice choice;
  for (Eigen::Index t = 0; t < samples.rewards.size(); ++t) {
    policy->choose(static_cast<std::uint64_t>(t) + 1, samples.contexts.col(t), choice);
    const std::optional<double> label = policy->learn(samples.rewards[t]);
    const Eigen::VectorXd phi = choice.gradient_features.col(0);
    EENET_REQUIRE(label && std::isfinite(*label) && all_finite(phi), "round ", t + 1,
                  ": the label or phi is no finite number, expected a run that did not diverge");
    if (t == 0) lessons.features.resize(phi.size(), samples.rewards.size());
    lessons.features.col(t) = phi;
    lessons.labels[t] = *label;
    lessons.exploitation_scores[t] = choice.exploitation_scores[0];
  }
  return lessons;
}

// Networks start from the header's parameters, or from what its seed gives here: that is no start
// of a run in an environment which is not ours.
void require_known_start(const TraceHeader& header) {
  EENET_REQUIRE(!header.initial_parameters.empty() || is_known_environment(header.environment),
                "the header has no initial_parameters, and environment ", header.environment.name,
                " is not known here, expected a trace that says what its networks start from");
}

// Throws if the trace recorded other numbers: it is then not of this method, or not right. Another
// program adds in another order, and has other bits; eenet oracle check judges those.
void require_as_recorded(const Rounds& rounds, const TraceHeader& header, const Lessons& lessons) {
  if (!is_from_this_program(header) && !header.initial_parameters.empty()) return;
  for (std::size_t t = 0; t < rounds.count(); ++t) {
    const TraceRound& round = rounds.recorded(t);
    const auto at = static_cast<Eigen::Index>(t);
    const auto compare = [&round](const char* what, double recorded, double recomputed) {
      EENET_REQUIRE(bits_of(recorded) == bits_of(recomputed), "reading played: round ", round.t,
                    ", ", what, " of the arm played is ", recorded, " in the trace and ",
                    recomputed, " when recomputed, expected a trace that eenet replay confirms");
    };
    if (round.exploitation_scores) {
      compare("f1", (*round.exploitation_scores)[round.arm], lessons.exploitation_scores[at]);
    }
    if (round.label) compare("the label", *round.label, lessons.labels[at]);
  }
}

}  // namespace

std::string to_text(Reading reading) {
  return name_in({{Reading::kPrinted, "printed"},
                  {Reading::kPlayed, "played"},
                  {Reading::kOptimal, "optimal"}},
                 reading);
}

Reading parse_reading(const std::string& word) {
  for (const Reading reading : {Reading::kPrinted, Reading::kPlayed, Reading::kOptimal}) {
    if (to_text(reading) == word) return reading;
  }
  EENET_REQUIRE(false, "reading ", word, " is unknown, expected printed, played or optimal");
  return Reading::kPrinted;
}

double radius_of_method(const TraceHeader& header) {
  const Settings settings = settings_of(header.method);
  if (settings.has("R")) return settings.positive_real("R");
  EENET_REQUIRE(settings.has("eta2") && settings.text("schedule") == "online", "method ",
                header.method.name, " has neither R nor an eta2 of schedule=online, ",
                "expected the radius R to be given");
  const auto width = static_cast<double>(settings.integer("width", 1, kLargestDimension));
  return std::sqrt(settings.positive_real("eta2") * std::sqrt(width));
}

FittingProblem fitting_problem(const Trace& trace, Reading reading, double R,
                               const ArrayReader& read_array) {
  const TraceHeader& header = trace.header;
  const Settings settings = settings_of(header.method);
  require_networks(settings, header, reading);
  EENET_REQUIRE(!trace.rounds.empty(), "reading ", to_text(reading),
                ": the trace has no rounds, expected at least one");
  require_known_start(header);
  const std::unique_ptr<Environment> environment = environment_of(trace, read_array);
  Rounds rounds(trace, *environment);
  const MlpShape exploitation = network_shape(settings, header.dim);
  const double radius = ball_radius(R, exploitation.width);
  if (reading == Reading::kPrinted) {
    Samples samples = all_arms(rounds, header);
    return {initial_network(exploitation, inputs_of(header), 0), std::move(samples.contexts),
            std::move(samples.rewards), radius};
  }
  const Samples samples =
      reading == Reading::kPlayed ? played_arms(rounds, header) : best_arms(rounds, header);
  Lessons lessons = lessons_of(header, *environment, samples);
  if (reading == Reading::kPlayed) require_as_recorded(rounds, header, lessons);
  const MlpShape exploration = network_shape(settings, lessons.features.rows());
  return {initial_network(exploration, inputs_of(header), 1), std::move(lessons.features),
          std::move(lessons.labels), radius};
}

}  // namespace eenet::theory
