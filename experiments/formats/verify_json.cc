#include "experiments/formats/verify_json.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace eenet::experiments {

Json ratio_json(double ratio) {
  if (std::isnan(ratio)) return "nan";
  if (std::isinf(ratio)) return ratio > 0.0 ? "inf" : "-inf";
  return ratio;
}

double ratio_from_json(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto word = json.get<std::string>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error("'" + word + "', expected a number, nan, inf or -inf");
}

std::string dump_json(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const verify::Statistics& statistics) {
  Json kinds = Json::object();
  for (const auto& [kind, cases] : statistics.kinds) kinds[kind] = cases;
  return {{"cases", statistics.cases},
          {"agree", statistics.agree},
          {"kink", statistics.kink},
          {"disagree", statistics.disagree},
          {"discarded", statistics.discarded},
          {"inconclusive", statistics.inconclusive},
          {"worst_ratio", ratio_json(statistics.worst_ratio)},
          {"kinds", kinds},
          {"ratios", statistics.ratios}};
}

verify::Statistics statistics_from_json(const Json& json) {
  verify::Statistics statistics;
  json.at("cases").get_to(statistics.cases);
  json.at("agree").get_to(statistics.agree);
  json.at("kink").get_to(statistics.kink);
  json.at("disagree").get_to(statistics.disagree);
  json.at("discarded").get_to(statistics.discarded);
  json.at("inconclusive").get_to(statistics.inconclusive);
  statistics.worst_ratio = ratio_from_json(json.at("worst_ratio"));
  json.at("kinds").get_to(statistics.kinds);
  json.at("ratios").get_to(statistics.ratios);
  return statistics;
}

Json to_json(const verify::Failure& failure) {
  return {{"suite", failure.suite},
          {"property", failure.property},
          {"reproduce", failure.token()},
          {"counterexample", failure.counterexample}};
}

verify::Failure failure_from_json(const Json& json) {
  verify::Failure failure;
  json.at("suite").get_to(failure.suite);
  json.at("property").get_to(failure.property);
  failure.smallest = verify::parse_token(json.at("reproduce").get<std::string>()).second;
  json.at("counterexample").get_to(failure.counterexample);
  return failure;
}

std::string to_json_text(const TimedPiece& piece) {
  Json json = {{"statistics", to_json(piece.result.statistics)}, {"seconds", piece.seconds}};
  if (piece.result.failure) json["failure"] = to_json(*piece.result.failure);
  return dump_json(json, -1);
}

TimedPiece timed_piece_from_json(const std::string& text) {
  const Json json = Json::parse(text);
  TimedPiece piece;
  piece.result.statistics = statistics_from_json(json.at("statistics"));
  json.at("seconds").get_to(piece.seconds);
  if (json.contains("failure")) piece.result.failure = failure_from_json(json.at("failure"));
  return piece;
}

}  // namespace eenet::experiments
