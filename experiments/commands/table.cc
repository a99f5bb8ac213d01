// `eenet table`: the results of sweeps, and of others, as a table beside the paper's.
#include <memory>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/sweeps/curve_pictures.h"
#include "experiments/sweeps/table_formats.h"
#include "experiments/sweeps/table_sources.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

struct TableOptions {
  CommonOptions common;
  std::vector<std::string> sources;
  std::string against;
  std::string beside;
  std::string out;
  double level = 0.99;
};

// Everything that other programs read, and the pictures with their scripts and data.
void write_files(const Table& table, const std::filesystem::path& folder) {
  make_writable_folder(folder);
  write_atomically(folder / "table.json", document_text(table_json(table)));
  write_atomically(folder / "table.md", table_markdown(table));
  write_atomically(folder / "table.csv", table_csv(table));
  write_atomically(folder / "table.tex", table_tex(table));
  for (const Picture& picture : curve_pictures(table)) draw(picture, folder);
}

int run(const TableOptions& options) {
  EENET_REQUIRE(options.level > 0.0 && options.level < 1.0, "--level ", options.level,
                ": expected between 0 and 1");
  TableSettings settings;
  settings.level = options.level;
  settings.against_paper = !options.against.empty();
  if (!options.beside.empty()) settings.beside = options.beside;
  std::vector<MethodRuns> runs;
  for (const std::string& source : options.sources) {
    for (MethodRuns& one : read_table_source(source)) runs.push_back(std::move(one));
  }
  const Table table = table_of(runs, settings);
  if (!options.out.empty()) write_files(table, options.out);
  print_out(options.common.json ? document_text(table_json(table)) : table_markdown(table));
  return kDone;
}

}  // namespace

void add_table_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<TableOptions>();
  CLI::App* command = add_command(
      program, "table", "Results of sweeps as a table, beside the paper's numbers",
      "eenet sweep small --out sweep --shard 1/20 --quiet && eenet table sweep --against paper",
      options->common);
  command
      ->add_option("DIR", options->sources,
                   "Folder of eenet sweep --out; or one with METHOD_regret.npy, or a log of coba's")
      ->required();
  command->add_option("--against", options->against, "Numbers to stand beside ours")
      ->check(one_of({"paper"}));
  command->add_option("--beside", options->beside,
                      "Method that the others are compared with; the first EE-Net unless told");
  add_number(*command, "--level", options->level, "Of each interval")->capture_default_str();
  command->add_option("--out", options->out,
                      "Folder for table.md, .csv, .tex, .json and pictures of the curves");
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
