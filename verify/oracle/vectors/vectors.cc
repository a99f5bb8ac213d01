#include "verify/oracle/vectors/vectors.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "reference/require.h"
#include "verify/oracle/vectors/groups.h"

namespace eenet::verify::oracle {

namespace {

struct Group {
  const char* name;
  GroupFiles (*make)();
};

constexpr std::array kGroups = {Group{"forward", forward_vectors},
                                Group{"gradient", gradient_vectors},
                                Group{"update", update_vectors},
                                Group{"features", feature_vectors},
                                Group{"initialisation", initialisation_vectors},
                                Group{"round", round_vectors},
                                Group{"selection", selection_vectors},
                                Group{"trace", trace_vectors},
                                Group{"baseline", baseline_vectors},
                                Group{"ntk", ntk_vectors},
                                Group{"spectrum", spectrum_vectors},
                                Group{"psi", psi_vectors}};

bool is_wanted(const std::string& group, const std::vector<std::string>& groups) {
  return groups.empty() || std::find(groups.begin(), groups.end(), group) != groups.end();
}

std::string index_text(const std::vector<VectorFileText>& files) {
  Json list = Json::array();
  for (const VectorFileText& file : files) {
    Json entry = {{"file", file.name}, {"group", file.group}, {"vectors", file.ids.size()}};
    Json ids = Json::array();
    for (const std::string& id : file.ids) ids.push_back(id);
    entry["ids"] = std::move(ids);
    list.push_back(std::move(entry));
  }
  return text_with_17_digits({{"schema", "eenet.vectors-index/1"}, {"files", list}});
}

}  // namespace

const std::vector<std::string>& vector_groups() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Group& group : kGroups) all.emplace_back(group.name);
    return all;
  }();
  return names;
}

VectorSet make_vectors(const std::vector<std::string>& groups) {
  for (const std::string& group : groups) {
    EENET_REQUIRE(is_wanted(group, vector_groups()), "group '", group, "', expected one of ", [] {
      std::string names;
      for (const std::string& name : vector_groups()) {
        names += (names.empty() ? "" : ", ") + name;
      }
      return names;
    }());
  }
  VectorSet set;
  std::set<std::string> ids;
  for (const Group& group : kGroups) {
    if (!is_wanted(group.name, groups)) continue;
    for (const VectorGroupFile& file : group.make()) {
      VectorFileText text{file.name + ".json", file.group, text_of(file), {}};
      for (const TestVector& vector : file.vectors) {
        if (!ids.insert(vector.id).second) throw std::logic_error(vector.id + " stands twice");
        text.ids.push_back(vector.id);
        for (std::string& sentence : disagreements(vector)) {
          set.disagreements.push_back(std::move(sentence));
        }
      }
      set.files.push_back(std::move(text));
    }
  }
  set.index = index_text(set.files);
  return set;
}

}  // namespace eenet::verify::oracle
