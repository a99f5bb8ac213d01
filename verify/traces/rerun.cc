#include "verify/traces/rerun.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "reference/environments/recorded_rounds.h"
#include "reference/floating_point.h"
#include "reference/policies/network_settings.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "theory/psi/method_settings.h"
#include "verify/plain/features.h"
#include "verify/shown.h"
#include "verify/traces/drift.h"
#include "verify/traces/method.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using plain::Numbers;

// Why the run cannot be played again, in a sentence that names the field; empty if it can.
std::string why_not(const Trace& trace, bool known_start) {
  const TraceHeader& header = trace.header;
  const std::string method = why_not_our_method(header.method);
  if (!method.empty()) return method;
  if (!can_be_rerun(header.method)) {
    const bool learns = !header.method.given.empty();
    return text("method ", header.method.name,
                learns ? ": the drift of a rerun is not bounded" : " has no network");
  }
  if (header.method.given.at("schedule") != "online") {
    return "schedule=replay: the rounding of its many steps is not bounded";
  }
  if (header.initial_parameters.empty() && !known_start) {
    return "the header has no initial_parameters";
  }
  if (trace.rounds.empty()) return "the trace has no round";
  for (const TraceRound& round : trace.rounds) {
    if (!round.contexts) return text("round ", round.t, " has no contexts");
  }
  const bool scores = std::ranges::any_of(
      trace.rounds, [](const TraceRound& round) { return round.exploitation_scores.has_value(); });
  const bool parameters = trace.end && !trace.end->parameters.empty();
  return scores || parameters ? "" : "no round has f1, and the end has no parameters";
}

// How far phi can be from ours if the gradient is within `reach`: the linear map that makes it
// enlarges a difference by its norm, and scaling to norm 1 by at most 2 / |raw|.
class FeatureReach {
 public:
  FeatureReach(const Spec& method, std::size_t gradient_size, std::uint64_t seed,
               const Arithmetic& arithmetic)
      : features_(method, gradient_size, seed),
        kind_(method.given.at("features")),
        roundings_(gamma(static_cast<double>(gradient_size) + 12.0, kDouble) +
                   gamma(static_cast<double>(gradient_size) + 12.0, arithmetic)) {
    if (kind_ == "block-mean") block_ = plain::whole_number(method, "block");
    if (kind_ == "projection") {
      std::vector<double> in_row(features_.output_size(), 0.0);
      for (const std::uint64_t draw : features_.draws()) in_row[draw / 2] += 1.0;
      norm_ = std::sqrt(*std::ranges::max_element(in_row));
    }
  }

  [[nodiscard]] std::size_t output_size() const { return features_.output_size(); }

  [[nodiscard]] double of(const Numbers& gradient, const Reach& reach) const {
    if (kind_ == "lle") return 2.0;  // a unit vector is not further from another
    const double raw = raw_norm(gradient);
    const double error = norm_ * reach.gradient + roundings_ * norm_ * reach.norm;
    if (raw == 0.0 && reach.gradient == 0.0) return 0.0;  // no gradient in both networks
    if (!(raw > 0.0)) return 2.0;
    return std::min(2.0, 2.0 * error / raw + roundings_);
  }

 private:
  // |raw| before it is scaled to 1, from below but for its own rounding, which `roundings_` has.
  [[nodiscard]] double raw_norm(const Numbers& gradient) const {
    std::vector<double> raw(features_.output_size(), 0.0);
    if (kind_ == "projection") {
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        const std::uint64_t draw = features_.draws()[i];
        raw[draw / 2] += draw % 2 == 1 ? gradient[i] : -gradient[i];
      }
    } else if (kind_ == "block-mean") {
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        raw[i / block_] += gradient[i] / static_cast<double>(block_);
      }
    } else {
      raw = gradient;
    }
    double squares = 0.0;
    for (const double x : raw) squares += x * x;
    return std::sqrt(squares);
  }

  plain::Features features_;
  std::string kind_;
  double roundings_;
  double norm_ = 1.0;  // of the linear map, from above
  std::size_t block_ = 1;
};

NaiveShape naive(const MlpShape& shape) {
  return {static_cast<std::size_t>(shape.input_dim), static_cast<std::size_t>(shape.width),
          static_cast<std::size_t>(shape.depth)};
}

// The run, played again.
class Player {
 public:
  Player(const Trace& trace, const Arithmetic& arithmetic, Rerun& rerun)
      : trace_(trace),
        arithmetic_(arithmetic),
        rerun_(rerun),
        environment_(trace),
        policy_(make_policy(trace.header, environment_)),
        settings_(theory::settings_of(trace.header.method)),
        shape1_(naive(network_shape(settings_, trace.header.dim))),
        drift1_(shape1_, arithmetic),
        eta1_(learning_rate(settings_, 0)),
        f1_(rerun.level, "f1"),
        f2_(rerun.level, "f2"),
        labels_(rerun.level, "label"),
        parameters_(rerun.level, "end.parameters") {
    if (trace.header.method.name == "greedy") return;
    features_ = std::make_unique<FeatureReach>(trace.header.method, shape1_.parameter_count(),
                                               trace.header.seed, arithmetic);
    shape2_ = {features_->output_size(), shape1_.width, shape1_.depth};
    drift2_ = std::make_unique<Drift>(shape2_, arithmetic);
    eta2_ = learning_rate(settings_, 1);
  }

  void play() {
    for (const TraceRound& round : trace_.rounds) {
      if (!play(round)) break;
      ++rerun_.rounds;
    }
    const bool all = rerun_.rounds == trace_.rounds.size();
    if (trace_.end && !trace_.end->parameters.empty() && all) compare_parameters();
    if (f1_.cases() == 0) f1_.skip("no round has f1");
    if (f2_.cases() == 0) f2_.skip(drift2_ ? "no round has f2" : "the method has no f2");
    if (labels_.cases() == 0) labels_.skip("no round has a label of ours");
    if (parameters_.cases() == 0) parameters_.skip("the end has no parameters");
  }

 private:
  // What the networks say of one arm, and how far theirs may be from it.
  struct Arm {
    Reach first;
    Reach second;
  };

  Arm reach_of(const Numbers& theta1, const Numbers& theta2, const Numbers& x, const Choice& choice,
               Index arm) const {
    Arm reach;
    reach.first = drift1_.reach(theta1, x, 0.0);
    if (!drift2_) return reach;
    const plain::Pass pass = plain::forward(shape1_, theta1, x);
    const double error = features_->of(plain::gradient(shape1_, theta1, pass), reach.first);
    reach.second =
        drift2_->reach(theta2, plain::numbers_of(choice.gradient_features.col(arm)), error);
    return reach;
  }

  bool play(const TraceRound& round) {
    const std::vector<Eigen::VectorXd> theta = policy_->parameters();
    policy_->choose(round.t, *round.contexts, choice_);
    if (!all_finite(choice_.exploitation_scores) || !all_finite(choice_.exploration_scores)) {
      rerun_.level.remarks.push_back(
          text("our own scores of round ", round.t, " are not finite: nothing is said from there"));
      return false;
    }
    const Numbers theta1 = plain::numbers_of(theta[0]);
    const Numbers theta2 = drift2_ ? plain::numbers_of(theta[1]) : Numbers();
    bool decided = true;
    Arm played;
    for (Index i = 0; i < round.contexts->cols(); ++i) {
      const bool wanted = round.exploitation_scores || round.exploration_scores;
      if (!wanted && i != round.arm) continue;
      const Arm arm =
          reach_of(theta1, theta2, plain::numbers_of(round.contexts->col(i)), choice_, i);
      if (i == round.arm) played = arm;
      if (round.exploitation_scores) {
        compare(f1_, round.t, text("f1[", i, "]"), (*round.exploitation_scores)[i],
                choice_.exploitation_scores[i], arm.first.value, decided);
      }
      if (round.exploration_scores && drift2_) {
        compare(f2_, round.t, text("f2[", i, "]"), (*round.exploration_scores)[i],
                choice_.exploration_scores[i], arm.second.value, decided);
      }
    }
    if (decided) ++rerun_.decided;
    learn(round, theta1, theta2, played);
    return true;
  }

  // The arm that was recorded, with the parameters and scores from before the step.
  void learn(const TraceRound& round, const Numbers& theta1, const Numbers& theta2,
             const Arm& played) {
    if (choice_.arm != round.arm) {  // shown this arm alone, a policy plays it
      const Eigen::MatrixXd alone = round.contexts->col(round.arm);
      policy_->choose(round.t, alone, alone_);
    }
    const std::optional<double> label = policy_->learn(round.reward);
    const double unit = arithmetic_.unit_roundoff + kDouble.unit_roundoff;
    const double label_error =
        label ? played.first.value + unit * (std::abs(*label) + played.first.value) : 0.0;
    if (round.label && label) {
      bool decided = true;
      compare(labels_, round.t, "label", *round.label, *label, label_error, decided);
    }
    drift1_.step(theta1, played.first, eta1_, round.reward, 0.0);
    if (drift2_ && label) drift2_->step(theta2, played.second, eta2_, *label, label_error);
  }

  void compare(CheckCounter& counter, std::uint64_t t, const std::string& field, double got,
               double expected, double bound, bool& decided) {
    if (std::isnan(bound)) bound = kInfinity;  // it overflowed
    // A bound as large as the number itself would let everything pass.
    if (got != expected && bound >= std::max(std::abs(expected), std::abs(got))) decided = false;
    rerun_.largest_bound = std::max(rerun_.largest_bound, bound);
    note_bits(t, field, got, expected, bound);
    counter.number(t, field, got, expected, bound, "the reference on the recorded rounds");
    if (got != expected && std::abs(got - expected) <= bound) counter.accept();
  }

  void note_bits(std::uint64_t t, const std::string& field, double got, double expected,
                 double bound) {
    if (rerun_.first_bits || bits_of(got) == bits_of(expected)) return;
    rerun_.first_bits = BitDifference{
        t, field, shown(got), shown(expected), bound, std::abs(got - expected) <= bound};
  }

  void compare_parameters() {
    const std::vector<Eigen::VectorXd> ours = policy_->parameters();
    const std::vector<Eigen::VectorXd>& theirs = trace_.end->parameters;
    for (std::size_t n = 0; n < theirs.size(); ++n) {
      const std::string name = text("end.parameters[", n, "]");
      const std::uint64_t at = trace_.rounds.size() + 1;
      const bool same_size = n < ours.size() && theirs[n].size() == ours[n].size();
      parameters_.require(same_size, at, name + ".size", std::to_string(theirs[n].size()),
                          n < ours.size() ? std::to_string(ours[n].size()) : "absent",
                          "the parameters of the method's networks");
      if (!same_size) continue;
      const double radius = n == 0 ? drift1_.radius() : drift2_->radius();
      bool decided = true;
      for (Index i = 0; i < ours[n].size(); ++i) {
        compare(parameters_, at, text(name, "[", i, "]"), theirs[n][i], ours[n][i], radius,
                decided);
      }
    }
  }

  const Trace& trace_;
  Arithmetic arithmetic_;
  Rerun& rerun_;
  RecordedRounds environment_;
  std::unique_ptr<Policy> policy_;
  Settings settings_;
  NaiveShape shape1_;
  NaiveShape shape2_;
  Drift drift1_;
  std::unique_ptr<Drift> drift2_;  // none: the method has no f2
  std::unique_ptr<FeatureReach> features_;
  double eta1_ = 0.0;
  double eta2_ = 0.0;
  Choice choice_;
  Choice alone_;
  CheckCounter f1_;
  CheckCounter f2_;
  CheckCounter labels_;
  CheckCounter parameters_;
};

}  // namespace

Rerun rerun(const Trace& trace, const Arithmetic& arithmetic, bool known_start) {
  Rerun result;
  result.level.level = "rerun";
  const std::string reason = why_not(trace, known_start);
  if (!reason.empty()) {
    CheckCounter(result.level, "scores").skip(reason);
    return result;
  }
  try {
    Player(trace, arithmetic, result).play();
  } catch (const std::invalid_argument& refused) {  // settings or parameters that do not fit
    result.level.checks.clear();
    CheckCounter counter(result.level, "scores");
    counter.require(false, 0, "header", refused.what(), "settings and parameters that fit",
                    "the method cannot be made from its header");
  }
  return result;
}

}  // namespace eenet::verify
