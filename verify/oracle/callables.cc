#include "verify/oracle/callables.h"

#include <exception>

#include "verify/oracle/judge.h"
#include "verify/oracle/respondent.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

FeatureMap features_in(const json& how) {
  FeatureMap map;
  map.kind = how.at("kind").get<std::string>();
  if (map.kind == "projection") {
    map.k = how.at("k").get<std::size_t>();
    map.rows = how.at("rows").get<std::vector<std::size_t>>();
    map.signs = how.at("signs").get<Numbers>();
  }
  return map;
}

NaiveShape shape_in(const json& network) {
  return {.input_dim = network.at("input").get<std::size_t>(),
          .width = network.at("width").get<std::size_t>(),
          .depth = network.at("depth").get<std::size_t>()};
}

BanditStart start_in(const json& question) {
  return {.shape1 = shape_in(question.at("network1")),
          .theta1 = question.at("theta1").get<Numbers>(),
          .eta1 = question.at("eta1").get<double>(),
          .shape2 = shape_in(question.at("network2")),
          .theta2 = question.at("theta2").get<Numbers>(),
          .eta2 = question.at("eta2").get<double>(),
          .features = features_in(question.at("features"))};
}

json chosen(Bandit& bandit, const json& question) {
  const Choice choice = bandit.choose(question.at("arms").get<std::vector<Numbers>>());
  json answer = {{"f1", choice.f1}, {"f2", choice.f2}, {"arm", choice.arm}};
  if (!choice.phi.empty()) answer["phi"] = choice.phi;
  return answer;
}

json learned(Bandit& bandit, const json& question) {
  const Learned after =
      bandit.learn(question.at("play").get<std::size_t>(), question.at("reward").get<double>());
  return {{"label", after.label}, {"theta1", after.theta1}, {"theta2", after.theta2}};
}

class InProcess final : public Respondent {
 public:
  explicit InProcess(const Callables& judged) : judged_(judged) {}

  json ask(const json& question, std::size_t /*longest*/) override {
    try {
      json answer = answer_to(question);
      answer["id"] = question.at("id");
      return answer;
    } catch (const std::exception& error) {
      throw Fault(FaultKind::kRefused, std::string("it threw: ") + error.what());
    }
  }

  [[nodiscard]] bool alive() const override { return true; }
  void restart() override { bandit_.reset(); }

 private:
  json hello() const {
    std::vector<std::string> levels;
    if (judged_.features) levels.emplace_back("features");
    if (judged_.start) levels.insert(levels.end(), {"round", "run"});
    return {{"name", judged_.name},
            {"levels", levels},
            {"scalar", judged_.arithmetic.largest == kFloat.largest ? "float32" : "float64"},
            {"features", json::array({"gradient", "projection"})}};
  }

  json answer_to(const json& question) {
    const auto op = question.at("op").get<std::string>();
    if (op == "hello") return hello();
    if (op == "features") {
      return {{"features", judged_.features(features_in(question.at("features")),
                                            question.at("gradient").get<Numbers>())}};
    }
    if (op == "start") {
      bandit_ = judged_.start(start_in(question));
      return json::object();
    }
    if (op == "round") {
      const std::unique_ptr<Bandit> fresh = judged_.start(start_in(question));
      json answer = chosen(*fresh, question);
      answer.update(learned(*fresh, question));
      return answer;
    }
    if (op == "choose") return chosen(*bandit_, question);
    if (op == "learn") return learned(*bandit_, question);
    bandit_->set(question.at("theta1").get<Numbers>(), question.at("theta2").get<Numbers>());
    return json::object();
  }

  const Callables& judged_;
  std::unique_ptr<Bandit> bandit_;  // of the run that is under way
};

}  // namespace

std::optional<std::string> disagreement(const Callables& judged, const std::string& level,
                                        std::uint64_t cases, std::uint64_t seed) {
  InProcess respondent(judged);
  JudgeOptions options;
  options.levels = {level};
  options.cases = cases;
  options.seed = seed;
  const JudgeReport report = judge(respondent, options);
  if (report.verdict == JudgeVerdict::kAgrees) return std::nullopt;
  std::string text;
  const auto add = [&text](const std::string& sentence) {
    text += (text.empty() ? "" : "\n") + sentence;
  };
  if (report.counterexample) {
    const Counterexample& smallest = *report.counterexample;
    add(smallest.divergence.sentence);
    add("case " + smallest.divergence.id);
    add("question " + smallest.question.dump());
    add("answer " + smallest.answer.dump());
  }
  for (const std::string& sentence : report.explanations) add(sentence);
  for (const std::string& sentence : report.complaints) add(sentence);
  return text;
}

}  // namespace eenet::verify::oracle
