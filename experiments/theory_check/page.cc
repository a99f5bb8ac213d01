#include "experiments/theory_check/page.h"

#include <kainjow/mustache.hpp>
#include <string_view>

#include "experiments/embedded.h"
#include "experiments/formats/output.h"
#include "experiments/theory_check/claim_graph.h"
#include "experiments/theory_check/pictures.h"
#include "experiments/theory_check/prose.h"
#include "experiments/theory_check/view.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

// The only place where a number becomes text.
data data_of(const Json& json) {
  if (json.is_object()) {
    data object = data::type::object;
    for (const auto& [key, value] : json.items()) object.set(key, data_of(value));
    return object;
  }
  if (json.is_array()) {
    data list = data::type::list;
    for (const Json& value : json) list.push_back(data_of(value));
    return list;
  }
  if (json.is_string()) {
    const auto text = json.get<std::string>();
    return text.empty() ? data(data::type::bool_false) : data(text);
  }
  if (json.is_number_float()) return data(number_text(json.get<double>()));
  if (json.is_number()) return data(json.dump());
  return data(json.is_boolean() && json.get<bool>());
}

std::string rendered(std::string_view text, const Json& view) {
  mustache page{std::string(text)};
  EENET_REQUIRE(page.is_valid(), "a template of the report is damaged: ", page.error_message());
  return page.render(data_of(view));
}

// The rows of a picture's claims name it.
void link(const Picture& picture, Json& ledger) {
  for (Json& claim : ledger) {
    const std::string id = claim.at("id");
    for (const std::string& of : picture.claims) {
      if (id != of && !id.starts_with(of + "/")) continue;
      claim["plots"].push_back({{"name", picture.name}, {"finding", picture.finding}});
      claim["has_plots"] = true;
      break;
    }
  }
}

void set_prose(Json& row, const std::vector<const char*>& keys) {
  for (const char* key : keys) {
    if (row.contains(key) && row.at(key).is_string()) {
      row[key] = prose_html(row.at(key).get<std::string>());
    }
  }
}

// Texts of the ledger and of the errata become HTML.
void set_all_prose(Json& view) {
  for (Json& claim : view["ledger"]) {
    set_prose(claim, {"says", "correction", "how", "finding", "decides", "authors_answer"});
    for (Json& one : claim["preconditions"]) set_prose(one, {"what"});
  }
  for (Json& sentence : view["sentences"]) set_prose(sentence, {"text"});
  for (Json& erratum : view["errata"]) set_prose(erratum, {"place", "print", "read"});
}

}  // namespace

std::string report_html(const Json& report, const std::filesystem::path& folder) {
  Json view = view_of(report);
  view["pictures"] = Json::array();
  for (const Picture& one : pictures_of(report)) {
    link(one, view["ledger"]);
    view["pictures"].push_back({{"name", one.name},
                                {"svg", drawn(one, folder)},
                                {"finding", one.finding},
                                {"details", one.details},
                                {"command", one.command}});
  }
  if (report.at("about") == "paper") {
    const ClaimGraph graph = claim_graph(report, folder);
    view["graph"] = graph.svg;
    view["graph_finding"] = graph.finding;
    view["carries"] = graph.carries;
  }
  set_all_prose(view);
  view["style"] = embedded::style_css;
  view["script"] = embedded::script_js;
  return rendered(embedded::index_html, view);
}

}  // namespace eenet::experiments
