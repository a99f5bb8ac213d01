#include "experiments/theory_check/history.h"

#include <algorithm>

namespace eenet::experiments {

namespace {

bool is_report(const Json& json) {
  return json.is_object() && json.value("schema", Json()) == "eenet.report/1" &&
         json.value("claims", Json()).is_array() && json.value("producer", Json()).is_object();
}

Json entry_of(const Json& report) {
  Json verdicts = Json::object();
  for (const Json& claim : report.at("claims")) {
    verdicts[claim.at("id").get<std::string>()] = claim.at("status");
  }
  const Json& producer = report.at("producer");
  return {{"version", producer.value("version", Json())},
          {"revision", producer.value("revision", Json())},
          {"seed", report.value("seed", Json())},
          {"effort", report.value("effort", Json())},
          {"verdicts", verdicts}};
}

}  // namespace

Json history_after(const Json& previous, const Json& report) {
  if (!is_report(previous)) return Json::array();
  Json history = previous.value("history", Json::array());
  if (!history.is_array()) history = Json::array();
  Json last = entry_of(previous);
  const Json now = entry_of(report);
  if (last != now && !last.at("verdicts").empty()) history.push_back(std::move(last));
  // An earlier report that was made again is no event.
  history.erase(std::remove(history.begin(), history.end(), now), history.end());
  return history;
}

}  // namespace eenet::experiments
