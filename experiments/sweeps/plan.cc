#include "experiments/sweeps/plan.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "experiments/data/seeds.h"
#include "experiments/embedded.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/sweeps/paper_numbers.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kMostSeeds = 1'000'000;
constexpr std::size_t kMostSettings = 100'000;
constexpr std::uint64_t kMostRounds = 1'000'000'000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kShipped = {
    {{"small", embedded::small_toml},
     {"table-1", embedded::table_1_toml},
     {"table-2", embedded::table_2_toml},
     {"labels", embedded::labels_toml},
     {"extended-rounds", embedded::extended_rounds_toml}}};

std::optional<std::string_view> shipped_text(const std::string& name) {
  for (const auto& [known, text] : kShipped) {
    if (known == name) return text;
  }
  return std::nullopt;
}

// Reads the nodes of one file; its complaints name file and line.
class Reader {
 public:
  Reader(std::filesystem::path path, SweepPlan& plan) : path_(std::move(path)), plan_(plan) {}

  void read(const toml::table& top) {
    require_keys(top, "the plan", {"rounds", "seeds", "environments", "methods"});
    if (const toml::node* rounds = top.get("rounds")) rounds_ = rounds_in(*rounds);
    read_seeds(needed(top, "the plan", "seeds"));
    read_list(needed(top, "the plan", "environments"), "environments",
              [this](const toml::node& node) { read_environment(node); });
    read_list(needed(top, "the plan", "methods"), "methods",
              [this](const toml::node& node) { read_method(node); });
  }

 private:
  [[noreturn]] void reject(const toml::node& node, const std::string& what) const {
    throw std::runtime_error(
        fmt::format("{}: line {}: {}", path_.string(), node.source().begin.line, what));
  }

  // What the registry refuses is refused in this line of the plan.
  template <typename Work>
  auto in_line_of(const toml::node& node, const Work& work) const {
    try {
      return work();
    } catch (const std::invalid_argument& refused) {
      reject(node, refused.what());
    }
  }

  void require_keys(const toml::table& table, const std::string& owner,
                    const std::vector<std::string>& known) const {
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      std::string all;
      for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
      reject(value, fmt::format("{} has no key '{}', expected {}{}", owner, name, all,
                                verify::suggestion(name, known)));
    }
  }

  const toml::node& needed(const toml::table& table, const std::string& owner,
                           const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) reject(table, fmt::format("{} has no '{}', expected it", owner, key));
    return *node;
  }

  void read_list(const toml::node& node, const char* what,
                 const std::function<void(const toml::node&)>& read_one) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) {
      reject(node, fmt::format("{}: expected a list with one at least", what));
    }
    for (const toml::node& one : *list) read_one(one);
  }

  [[nodiscard]] std::string text_in(const toml::node& node, const char* what) const {
    const auto text = node.value_exact<std::string>();
    if (!text || text->empty()) reject(node, fmt::format("{}: expected a text", what));
    return *text;
  }

  [[nodiscard]] std::uint64_t rounds_in(const toml::node& node) const {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > kMostRounds) {
      reject(node, fmt::format("rounds: expected a whole number from 1 to {}", kMostRounds));
    }
    return static_cast<std::uint64_t>(*number);
  }

  void add_seed(const toml::node& node, std::uint64_t seed) {
    if (!known_seeds_.insert(seed).second) {
      reject(node, fmt::format("seeds: {} stands twice, expected each once", seed));
    }
    plan_.seeds.push_back(seed);
  }

  void read_seeds(const toml::node& node) {
    if (const auto range = node.value_exact<std::string>()) {
      const SeedRange seeds = in_line_of(node, [&] { return parse_seeds(*range); });
      if (seeds.last - seeds.first >= kMostSeeds) {
        reject(node, fmt::format("seeds: expected at most {}", kMostSeeds));
      }
      for (std::uint64_t i = 0; i < seeds.count(); ++i) add_seed(node, seeds.first + i);
      return;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) {
      reject(node, "seeds: expected a range \"A..B\" or a list of whole numbers");
    }
    for (const toml::node& one : *list) {
      const auto seed = one.value_exact<std::int64_t>();
      if (!seed || *seed < 0) reject(one, "seeds: expected whole numbers from 0 on");
      add_seed(one, static_cast<std::uint64_t>(*seed));
    }
  }

  void read_environment(const toml::node& node) {
    PlannedEnvironment planned;
    planned.rounds = rounds_;
    const toml::node* name = &node;
    if (const toml::table* table = node.as_table()) {
      require_keys(*table, "an environment", {"env", "label", "rounds", "normalise"});
      name = &needed(*table, "an environment", "env");
      if (const toml::node* label = table->get("label")) planned.label = text_in(*label, "label");
      if (const toml::node* rounds = table->get("rounds")) planned.rounds = rounds_in(*rounds);
      if (const toml::node* normalise = table->get("normalise")) {
        const auto value = normalise->value_exact<bool>();
        if (!value) reject(*normalise, "normalise: expected true or false");
        planned.normalise = *value;
      }
    }
    const std::string text = text_in(*name, "an environment");
    planned.spec = in_line_of(*name, [&] {
      const Spec given = Spec::parse(text);
      require_known_environment(given.name);
      return complete_environment_spec(given);
    });
    if (planned.normalise && planned.spec.name != "arrays") {
      reject(node, "normalise: expected with arrays alone");
    }
    if (planned.label.empty()) planned.label = planned.spec.name;
    if (planned.rounds == 0) reject(node, "rounds: expected them in the plan or the environment");
    for (const PlannedEnvironment& other : plan_.environments) {
      if (other.label == planned.label) {
        reject(node, fmt::format("two environments are called '{}', expected a label of its own "
                                 "for one of them: {{ env = \"...\", label = \"...\" }}",
                                 planned.label));
      }
    }
    plan_.environments.push_back(std::move(planned));
  }

  static void require_known_environment(const std::string& name) {
    std::vector<std::string> names;
    for (const EnvironmentKind& kind : environment_kinds()) names.push_back(kind.name);
    EENET_REQUIRE(std::find(names.begin(), names.end(), name) != names.end(),
                  "unknown environment '", name, "', expected one of ", environment_names(),
                  verify::suggestion(name, names));
  }

  static const PolicyKind& known_method(const std::string& name) {
    std::vector<std::string> names;
    for (const PolicyKind& kind : policy_kinds()) {
      if (kind.name == name) return kind;
      names.push_back(kind.name);
    }
    throw std::invalid_argument(text("unknown method '", name, "', expected one of ",
                                     policy_names(), verify::suggestion(name, names)));
  }

  void read_method(const toml::node& node) {
    PlannedMethod planned;
    Spec base;
    if (const auto name = node.value_exact<std::string>()) {
      base = spec_of_method(node, *name);
      planned.settings = {base};
    } else {
      const toml::table* table = node.as_table();
      if (table == nullptr) reject(node, "a method: expected [[methods]] with method = \"...\"");
      require_keys(*table, "a method", {"method", "label", "grid", "environments", "paper"});
      const toml::node& name_node = needed(*table, "a method", "method");
      base = spec_of_method(name_node, text_in(name_node, "method"));
      planned.settings = {base};
      if (const toml::node* grid = table->get("grid")) planned.settings = spread(*grid, base);
      if (const toml::node* label = table->get("label")) planned.label = text_in(*label, "label");
      if (const toml::node* chosen = table->get("environments")) read_chosen(*chosen, planned);
      if (const toml::node* paper = table->get("paper")) {
        planned.paper = text_in(*paper, "paper");
        in_line_of(*paper, [&] { require_paper_place(planned.paper); });
      }
    }
    for (Spec& spec : planned.settings) {
      spec = in_line_of(node, [&] { return complete_policy_spec(spec); });
    }
    finish(node, base.name, std::move(planned));
  }

  void finish(const toml::node& node, const std::string& name, PlannedMethod planned) {
    if (planned.label.empty()) planned.label = name;
    if (planned.paper.empty()) planned.paper = usual_paper_place(name);
    if (planned.environments.empty()) {
      for (std::size_t i = 0; i < plan_.environments.size(); ++i) planned.environments.push_back(i);
    }
    for (const PlannedMethod& other : plan_.methods) {
      if (other.label == planned.label) {
        reject(node, fmt::format("two methods are called '{}', expected a label of its own for one "
                                 "of them",
                                 planned.label));
      }
    }
    plan_.methods.push_back(std::move(planned));
  }

  [[nodiscard]] Spec spec_of_method(const toml::node& node, const std::string& text) const {
    return in_line_of(node, [&] {
      Spec spec = Spec::parse(text);
      known_method(spec.name);
      return spec;
    });
  }

  void read_chosen(const toml::node& node, PlannedMethod& planned) const {
    std::vector<std::string> labels;
    for (const PlannedEnvironment& one : plan_.environments) labels.push_back(one.label);
    read_list(node, "environments of a method", [&](const toml::node& one) {
      const std::string label = text_in(one, "environments of a method");
      const auto found = std::find(labels.begin(), labels.end(), label);
      if (found == labels.end()) {
        reject(one, fmt::format("the plan has no environment '{}'{}", label,
                                verify::suggestion(label, labels)));
      }
      planned.environments.push_back(static_cast<std::size_t>(found - labels.begin()));
    });
  }

  [[nodiscard]] std::string value_in(const toml::node& node, const std::string& key) const {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto whole = node.value_exact<std::int64_t>()) return fmt::format("{}", *whole);
    if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
    reject(node, fmt::format("grid: {}: expected numbers or texts", key));
  }

  // Every combination of the grid's values, the key that is first in the alphabet running fastest.
  // "a,b" = [...] gives both keys the same value.
  [[nodiscard]] std::vector<Spec> spread(const toml::node& node, const Spec& base) const {
    const toml::table* grid = node.as_table();
    if (grid == nullptr) reject(node, "grid: expected { key = [values], ... }");
    std::vector<Spec> all = {base};
    for (const auto& [key, values] : *grid) {
      const std::vector<std::string> keys = split_at_commas(key.str());
      for (const std::string& one : keys) require_key_of_method(values, base.name, one);
      std::vector<Spec> more;
      read_list(values, "grid", [&](const toml::node& value) {
        for (Spec spec : all) {
          for (const std::string& one : keys) spec.given[one] = value_in(value, one);
          more.push_back(std::move(spec));
        }
      });
      if (more.size() > kMostSettings) {
        reject(values,
               fmt::format("grid: {} settings, expected at most {}", more.size(), kMostSettings));
      }
      all = std::move(more);
    }
    return all;
  }

  void require_key_of_method(const toml::node& node, const std::string& method,
                             const std::string& key) const {
    std::vector<std::string> names;
    for (const Key& one : known_method(method).keys) {
      if (one.name == key) return;
      if (std::find(names.begin(), names.end(), one.name) == names.end()) {
        names.push_back(one.name);
      }
    }
    std::string all;
    for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
    reject(node, fmt::format("grid: method {} has no key '{}', expected {}{}", method, key,
                             all.empty() ? "none" : all, verify::suggestion(key, names)));
  }

  std::filesystem::path path_;
  SweepPlan& plan_;
  std::uint64_t rounds_ = 0;
  std::set<std::uint64_t> known_seeds_;
};

}  // namespace

std::vector<std::string> shipped_plan_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : kShipped) names.emplace_back(name);
  return names;
}

bool is_shipped_plan(const std::string& name) {
  std::error_code ignored;  // reading tells
  return shipped_text(name).has_value() && !std::filesystem::exists(name, ignored);
}

SweepPlan read_plan(const std::filesystem::path& path) {
  if (is_shipped_plan(path.string())) {
    return parse_plan(std::string(*shipped_text(path.string())), path);
  }
  require_regular_file(path);
  return parse_plan(read_file(path), path);
}

SweepPlan parse_plan(const std::string& text, const std::filesystem::path& path) {
  SweepPlan plan;
  plan.text = text;
  plan.name = path.stem().string();
  toml::table top;
  try {
    top = toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    throw std::runtime_error(fmt::format("{}: line {}: no TOML: {}", path.string(),
                                         error.source().begin.line,
                                         printable(error.description())));
  }
  Reader(path, plan).read(top);
  return plan;
}

}  // namespace eenet::experiments
