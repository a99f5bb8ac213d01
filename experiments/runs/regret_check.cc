#include "experiments/runs/regret_check.h"

#include <algorithm>
#include <utility>

#include "experiments/formats/json.h"
#include "experiments/formats/npy.h"
#include "experiments/processes/jobs.h"
#include "reference/interaction.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

using theory::Answer;

theory::GrowthSettings growth_settings(const theory::RegretCurves& curves, double level) {
  theory::GrowthSettings settings;
  settings.level = level;
  settings.may_fall = curves.may_fall;
  return settings;
}

// Regret of one run of a control after q, 2q and 4q rounds, for the q that a run of so many rounds
// has.
theory::RegretAtDoublings play_control(const verify::GrowthControl& control,
                                       const Spec& environment, std::uint64_t rounds,
                                       std::uint64_t seed, PieceCounter& done) {
  const auto made = make_environment(environment, {seed, false, read_npy});
  const auto policy = control.make(*made, seed);
  std::vector<double> curve;
  play(*made, *policy, rounds, [&](const PlayedRound& played) {
    curve.push_back(played.regret.pseudo);
    ++done;
    return true;
  });
  EENET_REQUIRE(curve.size() == rounds, "control ", control.name, " diverged with seed ", seed,
                ", expected an environment whose rewards are finite");
  return theory::at_doublings(curve);
}

}  // namespace

RegretCheck check_regret(RegretInput input, std::vector<theory::PromisedBound> bounds, double level,
                         double delta) {
  EENET_REQUIRE(level > 0.0 && level < 1.0, "--level ", level, ": expected between 0 and 1");
  EENET_REQUIRE(delta > 0.0 && delta < 1.0, "--delta ", delta, ": expected between 0 and 1");
  RegretCheck check;
  check.input = std::move(input);
  check.level = level;
  check.delta = delta;
  const theory::RegretCurves& curves = check.input.curves;
  theory::require_regret(curves);
  const theory::GrowthSettings settings = growth_settings(curves, level);
  theory::GrowthAndKinds judged = theory::judge_growth_and_kinds(curves, settings);
  check.growth = judged.growth;
  check.kinds = std::move(judged.kinds);
  const theory::DoublingRounds at = theory::doubling_rounds_in(curves.rounds);
  check.growth_round = curves.rounds[static_cast<std::size_t>(at.full)];
  for (theory::PromisedBound& bound : bounds) {
    theory::PromiseCheck found = theory::check_promise(curves, bound, delta, level);
    check.promises.push_back({std::move(bound), found});
  }
  return check;
}

std::vector<verify::ControlOutcome> play_controls(const RegretInput& input, double level,
                                                  unsigned jobs, bool quiet) {
  EENET_REQUIRE(input.environment.has_value() && !input.seeds.empty(),
                "--controls: the environment of the runs is not known, expected --env, --runs or "
                "traces of an environment that eenet run has");
  const std::vector<verify::GrowthControl>& controls = verify::growth_controls();
  const std::uint64_t rounds = input.curves.last_round();
  const std::size_t runs = input.seeds.size();
  Progress progress("rounds of controls", rounds * runs * controls.size(), quiet);
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    const theory::RegretAtDoublings run = play_control(controls[piece / runs], *input.environment,
                                                       rounds, input.seeds[piece % runs], done);
    return line_text({run.quarter, run.half, run.full});
  };
  const std::vector<std::string> results = do_pieces(controls.size() * runs, jobs, work, progress);
  std::vector<verify::ControlOutcome> outcomes;
  theory::GrowthSettings settings;
  settings.level = level;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    std::vector<theory::RegretAtDoublings> of_control;
    for (std::size_t run = 0; run < runs; ++run) {
      const auto numbers = Json::parse(results[i * runs + run]).get<std::vector<double>>();
      of_control.push_back({numbers.at(0), numbers.at(1), numbers.at(2)});
    }
    outcomes.push_back(verify::judge_control(controls[i], of_control, settings));
  }
  return outcomes;
}

bool control_failed(const RegretCheck& check) {
  return std::ranges::any_of(check.controls, [](const verify::ControlOutcome& control) {
    return control.as_it_must == Answer::kNo;
  });
}

bool is_inconclusive(const RegretCheck& check) {
  return check.growth.growth == theory::Growth::kUndecided ||
         std::ranges::any_of(check.promises,
                             [](const PromiseOfBound& promise) {
                               return promise.check.always.kept == Answer::kUnknown;
                             }) ||
         std::ranges::any_of(check.controls, [](const verify::ControlOutcome& control) {
           return control.as_it_must == Answer::kUnknown;
         });
}

}  // namespace eenet::experiments
