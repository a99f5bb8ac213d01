// `eenet data`: data sets as their owners publish them, made into environments on disk.
#include <fmt/format.h>

#include <memory>

#include "experiments/commands/command.h"
#include "experiments/data/sets/data_files.h"
#include "experiments/data/sets/data_sets.h"
#include "experiments/data/sets/prepared_folder.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "reference/registry.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

struct DataOptions {
  CommonOptions common;
  std::string name;
  std::string from;
  std::string out;
};

// Where the set would be found without data=; empty if nowhere.
std::string found_place(const std::string& name) {
  try {
    return place_of_data(name, environment_settings({name, {}})).string();
  } catch (const std::runtime_error&) {
    return "";
  }
}

int list(const DataOptions& options) {
  Json sets = Json::array();
  std::string text;
  for (const DataSetKind& kind : data_set_kinds()) {
    const std::string place = found_place(kind.name);
    sets.push_back({{"name", kind.name}, {"files", kind.files}, {"found", nullptr}});
    if (!place.empty()) sets.back()["found"] = place;
    text +=
        fmt::format("{:<16} {}\n{:<16} {}\n", kind.name, kind.files, "",
                    place.empty() ? fmt::format("not found: expected EENET_DATA to name a folder "
                                                "with {}, or {}:data=PATH",
                                                kind.name, kind.name)
                                  : "found: " + printable(place));
  }
  print_out(options.common.json ? document_text(document("data", {{"sets", sets}})) : text);
  return kDone;
}

// Labels in the order of classes, with how many rows have them.
Json counts_of_labels(const LabelledRows& data) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(data.classes()));
  for (const LabelledRow& row : data.labelled()) ++counts[row.label];
  return counts;
}

Json document_of(const Spec& spec, const LabelledRows& data, const Environment& environment) {
  Json tables = Json::array();
  for (const FeatureTable& table : data.tables()) {
    tables.push_back(table.is_of_bytes() ? "bytes" : "numbers");
  }
  return document("data", {{"name", spec.name},
                           {"rows", data.rows()},
                           {"arms", environment.arms()},
                           {"dimension", environment.dim()},
                           {"digest", data.digest()},
                           {"classes", data.classes()},
                           {"rows_of_class", counts_of_labels(data)},
                           {"left_out", data.left_out()},
                           {"recipe", data.recipe()},
                           {"tables", tables},
                           {"producer", producer_json()}});
}

int prepare(const DataOptions& options) {
  Spec spec = Spec::parse(options.name);
  EENET_REQUIRE(!spec.given.contains("data"), "eenet data prepare ", options.name,
                ": expected the files with --from, not data=");
  EENET_REQUIRE(!options.from.empty(), "--from: expected a file or a folder");
  spec.given["data"] = options.from;
  const auto environment = make_environment(spec, {1, false, environment_reader()});
  const auto data = data_set_at(spec.name, environment_settings(spec),
                                place_of_data(spec.name, environment_settings(spec)));
  if (data->left_out() > 0) {
    warn(options.common, fmt::format("{}: {} rows left out, whose features are all 0", options.from,
                                     data->left_out()));
  }
  const Json json = document_of(spec, *data, *environment);
  write_prepared(options.out, *data, json);
  print_out(options.common.json
                ? document_text(json)
                : fmt::format("{}: {} rows, {} arms of dimension {}, digest {}\n"
                              "{} has it: eenet run --env {}:data={}\n",
                              spec.name, data->rows(), environment->arms(), environment->dim(),
                              data->digest(), printable(options.out), spec.name,
                              printable(options.out)));
  return kDone;
}

}  // namespace

void add_data_command(CLI::App& program, Action& action) {
  CLI::App* group = program.add_subcommand("data", "Public data sets as environments");
  group->footer("Example:\n  eenet data list");
  group->require_subcommand(1);

  auto listing = std::make_shared<DataOptions>();
  CLI::App* list_command =
      add_command(*group, "list", "The data sets, their files, and where they are",
                  "eenet data list", listing->common);
  when_chosen(*list_command, action, [listing] { return list(*listing); });

  auto preparing = std::make_shared<DataOptions>();
  CLI::App* prepare_command =
      add_command(*group, "prepare",
                  "Read a data set as its owners publish it, and keep what rounds are made of",
                  "printf 'a,b,kind\\n1,2,x\\n3,1,y\\n' > table.csv && "
                  "eenet data prepare classification --from table.csv --out prepared",
                  preparing->common);
  prepare_command
      ->add_option("NAME", preparing->name, "The data set, name or name:key=value,... as for --env")
      ->required();
  prepare_command->add_option("--from", preparing->from, "File or folder of the data set")
      ->required();
  prepare_command->add_option("--out", preparing->out, "Folder for what rounds are made of")
      ->required();
  when_chosen(*prepare_command, action, [preparing] { return prepare(*preparing); });
}

}  // namespace eenet::experiments
