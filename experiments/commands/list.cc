#include "experiments/commands/list.h"

#include <fmt/format.h>

#include "experiments/formats/json.h"
#include "reference/registry.h"

namespace eenet::experiments {

namespace {

template <typename Kind>
std::string kinds_text(const std::string& title, const std::vector<Kind>& kinds) {
  std::string text = title + "\n";
  for (const Kind& kind : kinds) {
    text += fmt::format("  {:<16} {}\n", kind.name, kind.summary);
    for (const Key& key : kind.keys) {
      const std::string condition =
          key.only_with.key.empty() ? "" : fmt::format(" ({})", key.only_with.to_text());
      text += fmt::format("    {:<22} {}{}\n", key.name + "=" + key.default_value, key.meaning,
                          condition);
    }
  }
  return text;
}

template <typename Kind>
Json kinds_json(const std::vector<Kind>& kinds) {
  Json list = Json::array();
  for (const Kind& kind : kinds) {
    Json keys = Json::array();
    for (const Key& key : kind.keys) {
      Json entry = {{"name", key.name}, {"meaning", key.meaning}};
      if (!key.default_value.empty()) entry["default"] = key.default_value;
      if (!key.only_with.key.empty()) entry["only_with"] = key.only_with.to_text();
      keys.push_back(entry);
    }
    list.push_back({{"name", kind.name}, {"summary", kind.summary}, {"keys", keys}});
  }
  return list;
}

}  // namespace

std::string registry_text() {
  return kinds_text("Environments (--env name:key=value,...)", environment_kinds()) + "\n" +
         kinds_text("Methods (--method name:key=value,...)", policy_kinds());
}

std::string registry_json() {
  return document_text(document("list", {{"environments", kinds_json(environment_kinds())},
                                         {"methods", kinds_json(policy_kinds())}}));
}

}  // namespace eenet::experiments
