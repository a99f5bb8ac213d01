#include "experiments/theory_check/history.h"

#include <algorithm>

namespace eenet::experiments {

namespace {

bool is_claim(const Json& json) {
  return json.is_object() && json.value("id", Json()).is_string() &&
         json.value("status", Json()).is_string();
}

bool is_report(const Json& json) {
  if (!json.is_object() || json.value("schema", Json()) != "eenet.report/1") return false;
  const Json claims = json.value("claims", Json());
  return claims.is_array() && std::all_of(claims.begin(), claims.end(), is_claim) &&
         json.value("producer", Json()).is_object();
}

// A file that somebody changed must not stop a report after minutes of work.
bool is_entry(const Json& json) {
  if (!json.is_object()) return false;
  const Json verdicts = json.value("verdicts", Json());
  return verdicts.is_object() && std::all_of(verdicts.begin(), verdicts.end(),
                                             [](const Json& one) { return one.is_string(); });
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
  Json history = Json::array();
  for (const Json& earlier : previous.value("history", Json::array())) {
    if (is_entry(earlier)) history.push_back(earlier);
  }
  Json last = entry_of(previous);
  const Json now = entry_of(report);
  if (last != now && !last.at("verdicts").empty()) history.push_back(std::move(last));
  // An earlier report that was made again is no event.
  history.erase(std::remove(history.begin(), history.end(), now), history.end());
  return history;
}

}  // namespace eenet::experiments
