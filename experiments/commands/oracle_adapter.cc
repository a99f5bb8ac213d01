// `eenet oracle adapter`: a program to begin with.
#include <array>
#include <memory>
#include <string_view>

#include "experiments/commands/command.h"
#include "experiments/embedded.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

// Each is a file of experiments/adapters/, as it is tested.
struct Skeleton {
  const char* language;
  const char* file;
  std::string_view text;
};
constexpr std::array kSkeletons = {Skeleton{"python", "adapter.py", embedded::skeleton_py},
                                   Skeleton{"pytorch", "adapter.py", embedded::skeleton_pytorch_py},
                                   Skeleton{"c++", "adapter.cc", embedded::skeleton_cc},
                                   Skeleton{"rust", "adapter.rs", embedded::skeleton_rs}};

struct AdapterOptions {
  CommonOptions common;
  std::string language;
};

int print(const AdapterOptions& options) {
  for (const Skeleton& skeleton : kSkeletons) {
    if (options.language != skeleton.language) continue;
    const std::string text(skeleton.text);
    print_out(options.common.json
                  ? document_text(document(
                        "adapter",
                        {{"language", skeleton.language}, {"file", skeleton.file}, {"text", text}}))
                  : text);
  }
  return kDone;
}

}  // namespace

void add_oracle_adapter_command(CLI::App& group, Action& action) {
  auto options = std::make_shared<AdapterOptions>();
  CLI::App* command =
      add_command(group, "adapter", "Print an adapter that runs, to put your network in",
                  "eenet oracle adapter --language python", options->common);
  std::vector<std::string> languages;
  for (const Skeleton& skeleton : kSkeletons) languages.emplace_back(skeleton.language);
  command->add_option("--language", options->language, "The language of your implementation")
      ->check(one_of(languages))
      ->required();
  when_chosen(*command, action, [options] { return print(*options); });
}

}  // namespace eenet::experiments
