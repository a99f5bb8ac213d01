#include "experiments/theory_check/report_diff.h"

#include <fmt/format.h>

#include <map>

#include "experiments/formats/output.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

std::map<std::string, Json> claims_of(const Json& report) {
  EENET_REQUIRE(report.is_object() && report.value("schema", "") == "eenet.report/1" &&
                    report.contains("claims") && report.at("claims").is_array(),
                "no report: expected a document of the schema eenet.report/1");
  std::map<std::string, Json> claims;
  for (const Json& claim : report.at("claims")) {
    EENET_REQUIRE(claim.is_object() && claim.value("id", Json()).is_string() &&
                      claim.value("status", Json()).is_string(),
                  "a claim has no id or no status, expected both");
    claims[claim.at("id").get<std::string>()] = claim;
  }
  return claims;
}

// Numbers that agree have a number between the ends of both.
bool are_apart(const Json& before, const Json& after) {
  if (before.is_null() || after.is_null()) return before.is_null() != after.is_null();
  if (before == after) return false;  // a number that is none agrees with itself alone
  const theory::Measured a = measured_from_json(before);
  const theory::Measured b = measured_from_json(after);
  return !(a.lower <= b.upper && b.lower <= a.upper);
}

}  // namespace

Json report_diff(const Json& before, const Json& after) {
  const auto old_claims = claims_of(before);
  const auto new_claims = claims_of(after);
  Json verdicts = Json::array();
  Json lost = Json::array();
  Json fresh = Json::array();
  Json numbers = Json::array();
  for (const auto& [id, claim] : old_claims) {
    const auto found = new_claims.find(id);
    if (found == new_claims.end()) {
      lost.push_back(id);
      continue;
    }
    if (claim.at("status") != found->second.at("status")) {
      verdicts.push_back(
          {{"id", id}, {"before", claim.at("status")}, {"after", found->second.at("status")}});
    }
    const Json measured = claim.value("measured", Json());
    const Json again = found->second.value("measured", Json());
    if (are_apart(measured, again)) {
      numbers.push_back({{"id", id}, {"before", measured}, {"after", again}});
    }
  }
  for (const auto& [id, claim] : new_claims) {
    if (!old_claims.contains(id)) fresh.push_back(id);
  }
  return document("report-diff",
                  {{"verdicts", verdicts}, {"lost", lost}, {"new", fresh}, {"numbers", numbers}});
}

std::string report_diff_text(const Json& diff) {
  std::string text;
  for (const Json& one : diff.at("verdicts")) {
    text += fmt::format("{}: {}, was {}\n", printable(one.at("id").get<std::string>()),
                        printable(one.at("after").get<std::string>()),
                        printable(one.at("before").get<std::string>()));
  }
  const auto number = [](const Json& measured) {
    return measured.is_null() ? "no number" : measured_text(measured_from_json(measured));
  };
  for (const Json& one : diff.at("numbers")) {
    text += fmt::format("{}: measured {}, was {}\n", printable(one.at("id").get<std::string>()),
                        number(one.at("after")), number(one.at("before")));
  }
  for (const Json& id : diff.at("lost")) {
    text += fmt::format("{}: lost\n", printable(id.get<std::string>()));
  }
  for (const Json& id : diff.at("new")) {
    text += fmt::format("{}: new\n", printable(id.get<std::string>()));
  }
  return text.empty() ? "No verdict changed, no number beyond its ends, no claim lost or new.\n"
                      : text;
}

bool is_setback(const Json& diff) {
  return !diff.at("verdicts").empty() || !diff.at("lost").empty();
}

}  // namespace eenet::experiments
