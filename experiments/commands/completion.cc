// `eenet completion`: what a shell asks to complete a command line. The scripts ask the program,
// so nothing about its commands is written twice.
#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>

#include "experiments/commands/command.h"
#include "experiments/commands/command_line.h"
#include "experiments/embedded.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

// A file of experiments/commands/completion/, and how a candidate is followed by its meaning.
struct Shell {
  const char* name;
  std::string_view script;
  const char* before_meaning;  // null: the shell shows none
};
constexpr std::array kShells = {Shell{"bash", embedded::eenet_bash, nullptr},
                                Shell{"zsh", embedded::eenet_zsh, ":"},
                                Shell{"fish", embedded::eenet_fish, "\t"}};

struct Candidate {
  std::string word;
  std::string meaning;
};
using Candidates = std::vector<Candidate>;

template <typename Kind>
Candidates names_of(const std::vector<Kind>& kinds) {
  Candidates names;
  for (const Kind& kind : kinds) names.push_back({kind.name, kind.summary});
  return names;
}

Candidates claim_ids() {
  Candidates ids;
  for (const verify::Claim& claim : verify::all_claims()) ids.push_back({claim.id, claim.group});
  return ids;
}

// The words that one_of() accepts stand in the option's type: "TEXT:{quick,full}".
Candidates words_in_type(const std::string& type) {
  Candidates words;
  const std::size_t begin = type.find('{');
  if (begin == std::string::npos) return words;
  std::istringstream list(type.substr(begin + 1, type.find('}') - begin - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back({word, ""});
  return words;
}

// None where anything, or a file, may stand.
Candidates values_of(const CLI::Option& option) {
  const std::string name = option.get_single_name();
  if (name == "env") return names_of(environment_kinds());
  if (name == "method") return names_of(policy_kinds());
  if (name == "ID" || name == "skip") return claim_ids();
  return words_in_type(option.get_type_name());
}

const CLI::Option* option_named(const CLI::App& command, const std::string& word) {
  return word.starts_with('-') ? command.get_option_no_throw(word) : nullptr;
}

Candidates options_of(const CLI::App& command) {
  Candidates options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      options.push_back({"--" + name, option->get_description()});
    }
  }
  return options;
}

// What may stand where the last word is being typed.
Candidates candidates_after(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* command = &program;
  const CLI::Option* open = nullptr;  // an option whose value comes next
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--") return {};  // what follows is for another program
    if (words[i] == "=") continue;    // bash takes it for a word of its own
    const CLI::Option* option = open == nullptr ? option_named(*command, words[i]) : nullptr;
    if (open == nullptr && option == nullptr) {
      const CLI::App* below = command_in(*command, words[i]);
      if (below != nullptr) command = below;
    }
    open = option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
  }
  const std::string& last = words.back();
  const std::size_t equals = last.find('=');
  if (open != nullptr) return values_of(*open);
  if (last.starts_with("--") && equals != std::string::npos) {
    const CLI::Option* option = option_named(*command, last.substr(0, equals));
    Candidates values = option == nullptr ? Candidates{} : values_of(*option);
    for (Candidate& one : values) one.word.insert(0, last.substr(0, equals + 1));
    return values;
  }
  if (last.starts_with('-')) return options_of(*command);
  Candidates found;
  for (const CLI::App* below : command->get_subcommands({})) {
    found.push_back({below->get_name(), below->get_description()});
  }
  for (const CLI::Option* option : command->get_options()) {
    if (!option->get_positional()) continue;
    for (Candidate& one : values_of(*option)) found.push_back(std::move(one));
  }
  return found;
}

struct CompletionOptions {
  CommonOptions common;
  std::string shell = "bash";
  std::vector<std::string> words;
};

int print_script(const CompletionOptions& options, const Shell& shell) {
  const std::string script(shell.script);
  print_out(options.common.json
                ? document_text(document("completion", {{"shell", shell.name}, {"script", script}}))
                : script);
  return kDone;
}

int print_candidates(const CompletionOptions& options, const Shell& shell,
                     const CLI::App& program) {
  const std::vector<std::string> words = words_passed_on(options.words);
  Candidates found = candidates_after(program, words);
  std::erase_if(found, [&](const Candidate& one) { return !one.word.starts_with(words.back()); });
  Json list = Json::array();
  std::string text;
  for (const Candidate& one : found) {
    list.push_back({{"word", one.word}, {"meaning", one.meaning}});
    text += one.word;
    if (shell.before_meaning != nullptr) text += shell.before_meaning + one.meaning;
    text += "\n";
  }
  print_out(options.common.json ? document_text(document("completion", {{"candidates", list}}))
                                : text);
  return kDone;
}

}  // namespace

void add_completion_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<CompletionOptions>();
  CLI::App* command = add_command(program, "completion", "What a shell needs to complete commands",
                                  "eenet completion --shell bash", options->common);
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.emplace_back(shell.name);
  command->add_option("--shell", options->shell, "Print the script for this shell")
      ->check(one_of(names))
      ->capture_default_str();
  add_words_to_pass_on(*command, options->words,
                       "Behind --: a command line; print what its last word may become");
  when_chosen(*command, action, [options, &program] {
    const Shell& shell = *std::find_if(kShells.begin(), kShells.end(), [&](const Shell& one) {
      return options->shell == one.name;
    });
    return options->words.empty() ? print_script(*options, shell)
                                  : print_candidates(*options, shell, program);
  });
}

}  // namespace eenet::experiments
