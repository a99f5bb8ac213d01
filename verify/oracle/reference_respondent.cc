#include "verify/oracle/reference_respondent.h"

#include <cmath>
#include <utility>

#include "reference/require.h"
#include "verify/implementation.h"
#include "verify/oracle/expected/question_fields.h"
#include "verify/oracle/judge.h"
#include "verify/oracle/native_features.h"
#include "verify/oracle/native_network.h"

namespace eenet::verify::oracle {

using nlohmann::json;

class ReferenceRespondent::Answers {
 public:
  Answers() = default;
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;
  virtual ~Answers() = default;
  virtual json to(const json& question) = 0;
};

namespace {

template <typename Scalar>
class AnswersIn final : public ReferenceRespondent::Answers {
 public:
  using Numbers = std::vector<Scalar>;

  explicit AnswersIn(const Dialect& dialect) : dialect_(dialect) {}

  json to(const json& question) override {
    const auto op = question.at("op").get<std::string>();
    if (op == "forward") return {{"value", at(question.at("network"), question, false).value}};
    if (op == "gradient") return {{"gradient", at(question.at("network"), question, true).slopes}};
    if (op == "update") return update(question);
    if (op == "features") {
      return {{"features", native_features(question.at("features"), list(question, "gradient"))}};
    }
    if (op == "ntk") {
      return {{"ntk", native_ntk(question.at("contexts").get<std::vector<Numbers>>(),
                                 question.at("depth").get<int>(),
                                 question.at("convention") == "corrected")}};
    }
    if (op == "round") return round(question);
    return run(question, op);
  }

 private:
  struct At {
    Scalar value = Scalar(0);
    Numbers slopes;
  };

  static Numbers list(const json& question, const char* key) {
    return question.at(key).get<Numbers>();
  }

  [[nodiscard]] bool is_reference() const {
    Dialect papers;
    papers.relu_at_zero = dialect_.relu_at_zero;
    // What is not about the network is done here.
    papers.tie = dialect_.tie;
    papers.score_weight = dialect_.score_weight;
    papers.score_offset = dialect_.score_offset;
    papers.label = dialect_.label;
    papers.label_shift = dialect_.label_shift;
    papers.loss_factor = dialect_.loss_factor;
    papers.optimiser = dialect_.optimiser;
    return std::is_same_v<Scalar, double> && dialect_ == papers &&
           dialect_.relu_at_zero.value_or(0.0) == 0.0;
  }

  At at(const json& network, const Numbers& theta, const Numbers& x, bool with_slopes) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      if (is_reference()) {
        static const Implementation reference = reference_implementation();
        const Point point = {shape_in(network), theta, x};
        At found{reference.value(point), {}};
        if (with_slopes) found.slopes = reference.gradient(point);
        return found;
      }
    }
    NativeNetwork<Scalar> native(network, theta, dialect_);
    At found{native.value(x), {}};
    if (with_slopes) found.slopes = native.gradient(x);
    return found;
  }

  At at(const json& network, const json& question, bool with_slopes) const {
    return at(network, list(question, "theta"), list(question, "x"), with_slopes);
  }

  void step(Numbers& theta, const At& at, Scalar target, Scalar eta) const {
    const Scalar c = eta * (static_cast<Scalar>(2.0 * dialect_.loss_factor) * (at.value - target));
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] -= c * at.slopes[i];
  }

  json update(const json& question) const {
    Numbers theta = list(question, "theta");
    const At here = at(question.at("network"), question, true);
    const auto target = question.at("target").get<Scalar>();
    const auto eta = question.at("eta").get<Scalar>();
    if (dialect_.optimiser == Optimiser::kSgd) {
      step(theta, here, target, eta);
      return {{"theta", theta}};
    }
    const json& adam = question.at("adam");
    Numbers m = list(adam, "m");
    Numbers v = list(adam, "v");
    const auto beta1 = adam.at("beta1").get<Scalar>();
    const auto beta2 = adam.at("beta2").get<Scalar>();
    const Scalar steps = adam.at("t").get<Scalar>() + Scalar(1);
    const Scalar correction1 = Scalar(1) - std::pow(beta1, steps);
    const Scalar correction2 = Scalar(1) - std::pow(beta2, steps);
    const Scalar slope = static_cast<Scalar>(2.0 * dialect_.loss_factor) * (here.value - target);
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const Scalar g = slope * here.slopes[i];
      m[i] = beta1 * m[i] + (Scalar(1) - beta1) * g;
      v[i] = beta2 * v[i] + (Scalar(1) - beta2) * g * g;
      const Scalar spread = std::sqrt(v[i]) / std::sqrt(correction2);
      theta[i] -= eta / correction1 * m[i] / (spread + adam.at("epsilon").get<Scalar>());
    }
    return {{"theta", theta}, {"m", m}, {"v", v}};
  }

  // Of the arms that were shown last.
  struct Arm {
    Numbers x;
    At f1;
    Numbers phi;
    At f2;
  };

  [[nodiscard]] bool greedy() const { return start_.at("method") == "greedy"; }

  json choose(const json& arms) {
    arms_.clear();
    json f1 = json::array();
    json phi = json::array();
    json f2 = json::array();
    Numbers scores;
    for (const json& context : arms) {
      Arm arm;
      arm.x = context.get<Numbers>();
      arm.f1 = at(start_.at("network1"), theta1_, arm.x, true);
      f1.push_back(arm.f1.value);
      scores.push_back(arm.f1.value);
      if (!greedy()) {
        arm.phi = native_features(start_.at("features"), arm.f1.slopes);
        arm.f2 = at(start_.at("network2"), theta2_, arm.phi, true);
        phi.push_back(arm.phi);
        f2.push_back(arm.f2.value);
        const auto offset = static_cast<Scalar>(dialect_.score_offset);
        scores.back() += static_cast<Scalar>(dialect_.score_weight) * (arm.f2.value - offset);
      }
      arms_.push_back(std::move(arm));
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < scores.size(); ++i) {
      const bool last = dialect_.tie == TieRule::kHighest;
      if (scores[i] > scores[best] || (last && scores[i] == scores[best])) best = i;
    }
    json answer = {{"f1", f1}, {"arm", best}};
    if (!greedy()) answer.update({{"phi", phi}, {"f2", f2}});
    return answer;
  }

  json learn(std::size_t play, Scalar reward) {
    const Arm& arm = arms_.at(play);
    step(theta1_, arm.f1, reward, start_.at("eta1").get<Scalar>());
    json answer = json::object();
    if (!greedy()) {
      Scalar label = reward - arm.f1.value;
      if (dialect_.label == LabelKind::kAbsolute) label = std::abs(label);
      if (dialect_.label == LabelKind::kPositive) label = std::max(label, Scalar(0));
      label += static_cast<Scalar>(dialect_.label_shift);
      step(theta2_, arm.f2, label, start_.at("eta2").get<Scalar>());
      answer["label"] = label;
    }
    if (dialect_.optimiser == Optimiser::kAdam) return answer;
    answer["theta1"] = theta1_;
    if (!greedy()) answer["theta2"] = theta2_;
    return answer;
  }

  void begin(const json& question) {
    start_ = question;
    theta1_ = list(question, "theta1");
    theta2_ = greedy() ? Numbers{} : list(question, "theta2");
  }

  json round(const json& question) {
    begin(question);
    json answer = choose(question.at("arms"));
    answer.update(
        learn(question.at("play").get<std::size_t>(), question.at("reward").get<Scalar>()));
    return answer;
  }

  json run(const json& question, const std::string& op) {
    if (op == "start") {
      begin(question);
      return json::object();
    }
    if (op == "choose") return choose(question.at("arms"));
    if (op == "learn") {
      return learn(question.at("play").get<std::size_t>(), question.at("reward").get<Scalar>());
    }
    EENET_REQUIRE(op == "set", "op ", op, " is not in docs/protocol.md");
    theta1_ = list(question, "theta1");
    if (!greedy()) theta2_ = list(question, "theta2");
    return json::object();
  }

  Dialect dialect_;
  json start_;
  Numbers theta1_;
  Numbers theta2_;
  std::vector<Arm> arms_;
};

}  // namespace

Hello full_hello(const Dialect& dialect, const Arithmetic& arithmetic) {
  Hello hello;
  hello.name = "reference";
  hello.levels = judge_levels();
  hello.arithmetic = arithmetic;
  hello.features = {"gradient", "projection", "block-mean", "lle"};
  hello.methods = {"eenet", "greedy"};
  hello.dialect = dialect;
  return hello;
}

ReferenceRespondent::ReferenceRespondent(Hello hello) : hello_(std::move(hello)) {
  restart();
}

ReferenceRespondent::~ReferenceRespondent() = default;

void ReferenceRespondent::restart() {
  if (hello_.arithmetic.unit_roundoff == kDouble.unit_roundoff) {
    answers_ = std::make_unique<AnswersIn<double>>(hello_.dialect);
  } else {
    answers_ = std::make_unique<AnswersIn<float>>(hello_.dialect);
  }
}

json ReferenceRespondent::ask(const json& question, std::size_t /*longest*/) {
  json answer = question.at("op") == "hello" ? to_json(hello_) : answers_->to(question);
  answer["id"] = question.at("id");
  return answer;
}

}  // namespace eenet::verify::oracle
