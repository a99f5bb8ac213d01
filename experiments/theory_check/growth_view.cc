#include "experiments/theory_check/growth_view.h"

#include <fmt/format.h>

#include "experiments/formats/output.h"
#include "experiments/theory_check/bar.h"

namespace eenet::experiments {

namespace {

std::string interval_text(const theory::Measured& number) {
  return fmt::format("[{}, {}]", number_text(number.lower), number_text(number.upper));
}

std::string words_of(const std::string& outcome) {
  if (outcome == "linear") return "like a line";
  if (outcome == "sublinear") return "slower than a line";
  if (outcome == "zero") return "not at all";
  return outcome;
}

// What is said of growth; the table of promises says the rest.
std::string first_sentence(const std::string& finding) {
  const std::size_t end = finding.find(". ");
  return end == std::string::npos ? finding : finding.substr(0, end + 1);
}

Json row(const std::string& who, const std::string& outcome, const std::string& expected,
         const Json& exponent, double regret) {
  const theory::Measured number = measured_from_json(exponent);
  return {{"who", who},
          {"outcome", words_of(outcome)},
          {"expected", words_of(expected)},
          {"exponent", number_text(number.value)},
          {"interval", interval_text(number)},
          {"bar", exponent_svg(exponent)},
          {"regret", number_text(regret)}};
}

Json table_of(const std::string& title, const Json& check) {
  const Json& growth = check.at("growth");
  Json rows = Json::array();
  const std::string judged =
      check.at("method").is_string() ? check.at("method").get<std::string>() : "your runs";
  rows.push_back(row(judged.substr(0, judged.find(':')), growth.at("outcome"), "",
                     growth.at("exponent"), measured_from_json(check.at("regret")).value));
  for (const Json& control : check.at("controls")) {
    rows.push_back(row(control.at("name").get<std::string>() + " (control)", control.at("outcome"),
                       control.at("expected"), control.at("exponent"),
                       number_from_json(control.at("mean_final_regret"))));
  }
  Json promises = Json::array();
  for (const Json& promise : check.at("promises")) {
    if (promise.at("bound") == "linear-trivial") continue;  // nobody can break it
    promises.push_back({{"bound", promise.at("bound")},
                        {"outcome", promise.at("outcome")},
                        {"violations", promise.at("violations")},
                        {"seeds", check.at("seeds")},
                        {"delta", promise.at("delta")},
                        {"share", interval_text(measured_from_json(promise.at("share")))}});
  }
  std::string power;
  if (!growth.at("power").is_null()) {
    power = fmt::format(
        "With these runs the test would notice a line with probability {}, a square root with {}; "
        "a kind of run that none of them shows may be up to {} of all runs.",
        number_text(growth.at("power").at("line")),
        number_text(growth.at("power").at("square_root")), number_text(growth.at("unseen_share")));
  }
  return {{"title", title},
          {"seeds", check.at("seeds")},
          {"rounds", check.at("rounds")},
          {"level", number_text(check.at("level").get<double>())},
          {"finding", first_sentence(check.at("finding"))},
          {"command", check.at("command")},
          {"rows", rows},
          {"promises", promises},
          {"power", power}};
}

}  // namespace

Json growth_tables(const Json& report) {
  Json tables = Json::array();
  for (const auto& [environment, check] : report.at("regret").items()) {
    if (!check.is_null()) tables.push_back(table_of(environment, check));
  }
  const Json& runs = report.at("runs");
  if (!runs.is_null() && !runs.at("regret").is_null()) {
    tables.push_back(table_of("your runs", runs.at("regret")));
  }
  return tables;
}

}  // namespace eenet::experiments
