#include "verify/oracle/judge.h"

#include <algorithm>
#include <set>
#include <utility>

#include "reference/require.h"
#include "reference/rng.h"
#include "verify/nearest_word.h"
#include "verify/oracle/case_judge.h"
#include "verify/oracle/explanations.h"
#include "verify/oracle/judge_one.h"
#include "verify/oracle/undeclared_biases.h"

namespace eenet::verify::oracle {

namespace {

using Clock = std::chrono::steady_clock;

// Levels of more numbers get fewer cases.
const std::map<std::string, std::uint64_t>& shares() {
  static const std::map<std::string, std::uint64_t> all = {
      {"forward", 3}, {"gradient", 4}, {"features", 3}, {"update", 4},
      {"round", 4},   {"run", 1},      {"ntk", 1}};
  return all;
}

// What is kept for explanations, of each level.
constexpr std::size_t kMostDisagreeing = 20;
constexpr std::size_t kMostAgreeing = 5;
// Answers that do not come cost a time limit each.
constexpr std::uint64_t kMostTimeLimits = 3;
// Cases that say nothing are drawn again.
constexpr std::uint64_t kMostDrawn = 200;

class Driver {
 public:
  Driver(Respondent& judged, const JudgeOptions& options)
      : options_(options), conversation_(judged), shrink_left_(options.shrink_time) {}

  JudgeReport judge_all() {
    if (!greet()) return std::move(report_);
    plan();
    for (LevelReport& level : report_.levels) {
      if (level.skipped == 0) judge_level(level);
    }
    for (const auto& [id, reason] : options_.expected_failures) {
      if (!met_.contains(id)) {
        report_.complaints.push_back(
            text("the case ", id, ", which is expected to fail (", reason, "), was not asked"));
      }
    }
    return finish();
  }

  JudgeReport judge_one(const LevelCase& id) {
    if (!greet()) return std::move(report_);
    add_level(id.level);
    planned_ = 1;
    shrink_left_ = {};
    if (!skip(report_.levels.back())) judge_case(report_.levels.back(), id.one);
    return finish();
  }

 private:
  void add_level(const std::string& name) {
    LevelReport level;
    level.level = name;
    level.planned = 1;
    report_.levels.push_back(std::move(level));
  }

  // Whether it can be judged at all.
  bool greet() {
    try {
      report_.hello = parse_hello(conversation_.hello());
    } catch (const Fault& fault) {
      Divergence none;
      none.level = "hello";
      none.fault = fault.kind();
      none.sentence = fault.what();
      report_.first_divergence = none;
      report_.complaints.emplace_back(fault.what());
      report_.verdict = JudgeVerdict::kDisagrees;
      return false;
    }
    const std::string why = why_not_exact(report_.hello);
    if (options_.profile == Profile::kExact && !why.empty()) {
      report_.complaints.push_back(why);
      return false;
    }
    return true;
  }

  // Whether the implementation, or the profile, leaves this level out; then it is counted.
  bool skip(LevelReport& level) {
    const auto& declared = report_.hello.levels;
    if (std::find(declared.begin(), declared.end(), level.level) == declared.end()) {
      level.skip_reason = "the implementation does not declare this level";
    } else if (options_.profile == Profile::kExact && level.level == "ntk") {
      level.skip_reason = "the profile exact has no kernel: numerics.md does not fix its bits";
    } else if (options_.profile == Profile::kStatistical && level.level == "run") {
      level.skip_reason = "the profile statistical asks every question 16 times, and a run goes on";
    } else if (level.level == "features" && options_.profile == Profile::kExact) {
      auto& kinds = report_.hello.features;
      std::erase(kinds, "lle");
      if (kinds.empty()) level.skip_reason = "the profile exact has no features lle";
    }
    if (level.skip_reason.empty()) return false;
    level.skipped = level.planned;
    return true;
  }

  void plan() {
    if (options_.profile == Profile::kExact) {
      std::erase(report_.hello.features, "lle");
      if (report_.hello.features.empty()) report_.hello.features = {"gradient"};
    }
    std::uint64_t all = 0;
    std::uint64_t judged = 0;
    for (const std::string& name : judge_levels()) {
      const bool wanted =
          options_.levels.empty() ||
          std::find(options_.levels.begin(), options_.levels.end(), name) != options_.levels.end();
      if (!wanted) continue;
      add_level(name);
      all += shares().at(name);
      if (!skip(report_.levels.back())) judged += shares().at(name);
    }
    for (LevelReport& level : report_.levels) {
      const std::uint64_t parts = level.skipped > 0 ? all : judged;
      level.planned = std::max<std::uint64_t>(1, options_.cases * shares().at(level.level) / parts);
      if (level.skipped > 0) level.skipped = level.planned;
      if (level.skipped == 0) planned_ += level.planned;
    }
  }

  void judge_level(LevelReport& level) {
    Rng words(options_.seed, "oracle/" + level.level);
    for (std::uint64_t i = 0; i < level.planned && !stopped_; ++i) {
      if (i < first_cases().size()) {
        if (judge_case(level, first_cases()[i])) continue;
      }
      std::uint64_t drawn = 0;
      while (drawn++ < kMostDrawn && !stopped_) {
        if (judge_case(level, draw_case(words.word()))) break;
      }
    }
  }

  CaseJudge case_judge() {
    // Numbers in all cases: a few hundred in each.
    constexpr double kNumbers = 1000.0;
    return {conversation_, report_.hello, options_.profile,
            static_cast<double>(options_.cases) * kNumbers};
  }

  // Whether there was something to ask.
  bool judge_case(LevelReport& level, const Case& one) {
    CaseJudge judge = case_judge();
    Judged judged = judge.judge(level.level, one);
    if (!judged.asked) return false;
    ++level.cases;
    ++done_;
    level.worst_ratio = std::max(level.worst_ratio, judged.worst_ratio);
    const std::string id = id_of(level.level, one);
    const auto known = options_.expected_failures.find(id);
    const bool expected = known != options_.expected_failures.end();
    met_.insert(id);
    if (judged.outcome == Agreement::kDisagree) {
      if (judged.first) judged.first->remarks = conversation_.remarks();
      if (expected) {
        ++level.expected_failures;
      } else {
        failed(level, one, judge, std::move(judged));
      }
    } else {
      if (expected) report_.unexpected_passes.push_back(id);
      level.agree += judged.outcome == Agreement::kAgree ? 1 : 0;
      level.kink += judged.outcome == Agreement::kKink ? 1 : 0;
      level.acceptable += judged.outcome == Agreement::kAcceptable ? 1 : 0;
      keep(judged.agreeing, agreeing_, kMostAgreeing);
      (void)conversation_.remarks();
    }
    if (options_.on_case && !options_.on_case(done_, planned_)) stop("stopped from outside");
    if (conversation_.time_limits() >= kMostTimeLimits) {
      stop(text("stopped after ", kMostTimeLimits, " answers that did not come in time"));
    }
    return true;
  }

  void failed(LevelReport& level, const Case& one, CaseJudge& judge, Judged judged) {
    ++level.failures;
    const bool hangs = judged.first && judged.first->divergence.fault == FaultKind::kTimeLimit;
    bool same = true;
    if (!hangs && options_.profile != Profile::kStatistical) {
      same = CaseJudge::same(judged, judge.judge(level.level, one));
      if (!same) {
        ++level.nondeterministic;
        judged.first->divergence.sentence += "; asked again, it answered differently";
      }
    }
    const Divergence divergence = judged.first->divergence;
    if (!divergence.fault) keep(judged.disagreeing, disagreeing_, kMostDisagreeing);
    all_values_ = all_values_ && !divergence.fault && same;
    if (level.first) return;
    level.first = std::move(judged.first);
    level.smallest = level.first;
    if (!hangs && same) shrink(level, one, judge);
  }

  void shrink(LevelReport& level, const Case& one, CaseJudge& judge) {
    const auto start = Clock::now();
    const auto in_time = [&] { return Clock::now() - start < shrink_left_; };
    Case smallest = one;
    const Divergence wanted = level.first->divergence;
    for (bool smaller = true; smaller && in_time();) {
      smaller = false;
      for (const Case& candidate : smaller_cases(smallest)) {
        if (!in_time()) break;
        Judged judged = judge.judge(level.level, candidate);
        if (!judged.first || judged.first->divergence.fault != wanted.fault ||
            judged.first->divergence.field != wanted.field) {
          if (conversation_.time_limits() > 0) return;
          continue;
        }
        judged.first->remarks = conversation_.remarks();
        level.smallest = std::move(judged.first);
        smallest = candidate;
        smaller = true;
        break;
      }
    }
    shrink_left_ -= Clock::now() - start;
  }

  static void keep(std::vector<Exchange>& from, std::vector<Exchange>& to, std::size_t most) {
    for (Exchange& exchange : from) {
      const auto op = exchange.question.at("op");
      const auto same = std::count_if(to.begin(), to.end(), [&op](const Exchange& kept) {
        return kept.question.at("op") == op;
      });
      if (static_cast<std::size_t>(same) < most) to.push_back(std::move(exchange));
    }
  }

  void stop(const std::string& why) {
    if (stopped_) return;
    stopped_ = true;
    report_.complaints.push_back(why);
  }

  void explain() {
    const auto& first = report_.first_divergence;
    if (all_values_) {
      report_.explanations = explanations(disagreeing_, agreeing_, report_.hello);
    }
    const bool readable = first && (!first->fault || may_be_of_another_size(*first->fault));
    if (stopped_ || !readable || !report_.explanations.empty()) return;
    if (auto sentence = undeclared_biases(conversation_, report_.hello, first->level)) {
      report_.explanations.push_back(std::move(*sentence));
    }
  }

  JudgeReport finish() {
    std::uint64_t failures = 0;
    std::uint64_t nondeterministic = 0;
    std::uint64_t cases = 0;
    bool complete = true;
    for (const LevelReport& level : report_.levels) {
      failures += level.failures;
      nondeterministic += level.nondeterministic;
      cases += level.cases;
      if (level.cases + level.skipped < level.planned) {
        complete = false;
        report_.complaints.push_back(text("level ", level.level, ": ", level.cases,
                                          " cases were asked, ", level.planned, " planned"));
      }
      if (!level.first || report_.first_divergence) continue;
      report_.first_divergence = level.first->divergence;
      report_.counterexample = level.smallest;
    }
    if (failures > 0) {
      const bool all_differ = failures == nondeterministic;
      report_.verdict = all_differ ? JudgeVerdict::kNondeterministic : JudgeVerdict::kDisagrees;
      explain();
    } else {
      report_.verdict = complete && cases > 0 ? JudgeVerdict::kAgrees : JudgeVerdict::kIncomplete;
    }
    return std::move(report_);
  }

  const JudgeOptions& options_;
  Conversation conversation_;
  JudgeReport report_;
  std::chrono::duration<double> shrink_left_;
  std::uint64_t planned_ = 0;
  std::uint64_t done_ = 0;
  bool stopped_ = false;
  bool all_values_ = true;  // every failure is a wrong number of a deterministic answer
  std::set<std::string> met_;
  std::vector<Exchange> disagreeing_;
  std::vector<Exchange> agreeing_;
};

}  // namespace

const std::vector<std::string>& judge_levels() {
  static const std::vector<std::string> levels = {"forward", "gradient", "features", "update",
                                                  "round",   "run",      "ntk"};
  return levels;
}

JudgeReport judge(Respondent& judged, const JudgeOptions& options) {
  for (const std::string& level : options.levels) {
    const auto& all = judge_levels();
    EENET_REQUIRE(std::find(all.begin(), all.end(), level) != all.end(), "level '", level,
                  "' does not exist", suggestion(level, all));
  }
  return Driver(judged, options).judge_all();
}

JudgeReport judge_again(Respondent& judged, const std::string& id, const JudgeOptions& options) {
  return Driver(judged, options).judge_one(parse_id(id));
}

JudgeReport judge_one(Respondent& judged, const std::string& level, const Case& one,
                      const JudgeOptions& options) {
  return Driver(judged, options).judge_one({level, one});
}

}  // namespace eenet::verify::oracle
