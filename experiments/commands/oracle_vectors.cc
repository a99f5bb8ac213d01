// `eenet oracle vectors`: test vectors for other implementations, a JSON file per set of
// parameters.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "experiments/commands/command.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "verify/oracle/vectors/vectors.h"

namespace eenet::experiments {

namespace {

namespace oracle = verify::oracle;

struct VectorsOptions {
  CommonOptions common;
  std::string out;
  std::vector<std::string> groups;
};

std::size_t count_of(const oracle::VectorSet& set) {
  std::size_t count = 0;
  for (const oracle::VectorFileText& file : set.files) count += file.ids.size();
  return count;
}

Json result_json(const VectorsOptions& options, const oracle::VectorSet& set) {
  Json files = Json::array();
  for (const oracle::VectorFileText& file : set.files) {
    files.push_back({{"file", file.name},
                     {"group", file.group},
                     {"vectors", file.ids.size()},
                     {"digest", digest_of_bytes(file.text)}});
  }
  return document("oracle-vectors", {{"out", options.out},
                                     {"vectors", count_of(set)},
                                     {"files", files},
                                     {"disagreements", set.disagreements}});
}

std::string result_text(const VectorsOptions& options, const oracle::VectorSet& set) {
  std::vector<std::vector<std::string>> rows = {{"group", "files", "vectors"}};
  for (const std::string& group : oracle::vector_groups()) {
    std::size_t files = 0;
    std::size_t vectors = 0;
    for (const oracle::VectorFileText& file : set.files) {
      if (file.group != group) continue;
      ++files;
      vectors += file.ids.size();
    }
    if (files > 0) rows.push_back({group, fmt::format("{}", files), fmt::format("{}", vectors)});
  }
  return fmt::format("{}\n{}: {} vectors in {} files, and index.json\n", table_text(rows),
                     printable(options.out), count_of(set), set.files.size());
}

int run(const VectorsOptions& options) {
  make_writable_folder(options.out);
  const oracle::VectorSet set = oracle::make_vectors(options.groups);
  if (!set.disagreements.empty()) {
    for (const std::string& sentence : set.disagreements) say(sentence);
    say(fmt::format("{}: nothing was written, since the reference and its twin disagree",
                    printable(options.out)));
    if (options.common.json) print_out(document_text(result_json(options, set)));
    return kCheckFailed;
  }
  const std::filesystem::path folder = options.out;
  for (const oracle::VectorFileText& file : set.files) {
    write_atomically(folder / file.name, file.text);
  }
  write_atomically(folder / "index.json", set.index);  // the last: what it names is there
  print_out(options.common.json ? document_text(result_json(options, set))
                                : result_text(options, set));
  return kDone;
}

}  // namespace

void add_oracle_vectors_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<VectorsOptions>();
  CLI::App* command = add_command(group, "vectors", "Write test vectors for other implementations",
                                  "eenet oracle vectors --out vectors", options->common);
  command->add_option("--out", options->out, "The folder for the files")->required();
  command->add_option("--group", options->groups, "A group of vectors (may be repeated) [all]")
      ->check(one_of(oracle::vector_groups()));
  when_chosen(*command, action, [options] { return run(*options); });
}

}  // namespace eenet::experiments
