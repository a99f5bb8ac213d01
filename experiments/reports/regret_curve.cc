#include "experiments/reports/regret_curve.h"

#include <algorithm>

namespace eenet::experiments {

std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t most) {
  std::vector<std::size_t> chosen;
  const std::size_t count = std::min(size, most);
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(count == 1 ? size - 1 : i * (size - 1) / (count - 1));
  }
  return chosen;
}

Json regret_curve_json(const RegretCheck& check) {
  const theory::RegretCurves& curves = check.input.curves;
  Json rounds = Json::array();
  Json mean = Json::array();
  Json runs = Json::array();
  Json bounds = Json::object();
  const std::vector<std::size_t> drawn = evenly_spaced(curves.rounds.size(), kCurveRounds);
  for (const std::size_t at : drawn) {
    rounds.push_back(curves.rounds[at]);
    mean.push_back(
        to_json(theory::mean_between(curves, static_cast<Eigen::Index>(at), check.level)));
  }
  for (const std::size_t run : evenly_spaced(curves.runs(), kCurveRuns)) {
    Json values = Json::array();
    for (const std::size_t at : drawn) {
      values.push_back(
          curves.regret(static_cast<Eigen::Index>(at), static_cast<Eigen::Index>(run)));
    }
    runs.push_back(std::move(values));
  }
  for (const PromiseOfBound& promise : check.promises) {
    if (promise.bound.rounds != curves.rounds) continue;  // known at fewer rounds
    Json values = Json::array();
    for (const std::size_t at : drawn) {
      double least = promise.bound.ends[0][at].lower;
      for (const auto& ends : promise.bound.ends) least = std::min(least, ends[at].lower);
      values.push_back(number_json(least));
    }
    bounds[promise.bound.name] = std::move(values);
  }
  return {{"rounds", rounds}, {"mean", mean}, {"runs", runs}, {"bounds", bounds}};
}

}  // namespace eenet::experiments
