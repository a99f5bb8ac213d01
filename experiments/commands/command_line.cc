#include "experiments/commands/command_line.h"

#include <algorithm>
#include <map>

#include "reference/require.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

using Words = std::vector<std::string>;

constexpr const char* kPassedOn = "COMMAND";
// The parser would take a word in brackets for a list, and an empty one for none. It meets neither
// where all begin with this, which words_passed_on() takes away.
constexpr char kMark = '=';

std::string joined(const Words& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

// "-", alone, is a path like any other.
bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

Words command_names(const CLI::App& group) {
  Words names;
  for (const CLI::App* command : group.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

Words option_names(const CLI::App& command) {
  Words names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool is_one_of(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Reads the words from left to right, down from the program to the command that they name.
class Reader {
 public:
  Reader(CLI::App& program, const Words& words) : command_(&program), words_(words) {}

  Words read() {
    while (is_group() && next_ < words_.size() && !is_about_itself()) read_command();
    if (is_group() && !is_command()) return without_command();
    checked_.insert(checked_.end(), common_.begin(), common_.end());
    while (next_ < words_.size()) read_word_of_command();
    return checked_;
  }

 private:
  [[nodiscard]] bool is_group() const { return !command_names(*command_).empty(); }
  // A group that also does something by itself, such as `report`.
  [[nodiscard]] bool is_command() const {
    return command_->get_parent() != nullptr && command_->get_require_subcommand_min() == 0;
  }
  [[nodiscard]] bool is_about_itself() const {
    return is_command() && !is_one_of(command_names(*command_), words_[next_]);
  }

  [[nodiscard]] std::string hint() const { return " (see " + name_ + " --help)"; }

  // A group was asked for help, or the program for its version.
  Words without_command() {
    EENET_REQUIRE(option_given_, "no command given, expected one of ",
                  joined(command_names(*command_)), hint());
    const bool is_program = command_->get_parent() == nullptr;
    if (is_program && is_one_of(common_, "--json")) checked_.emplace_back("--json");
    return checked_;
  }

  void read_command() {
    const std::string& word = words_[next_++];
    const Words names = command_names(*command_);
    if (is_one_of({"--json", "--quiet", "--strict"}, word)) {
      common_.push_back(word);
    } else if (looks_like_option(word)) {
      const Words options = option_names(*command_);
      EENET_REQUIRE(is_one_of(options, word), "'", word, "' is no option of ", name_,
                    ", expected a command first", verify::suggestion(word, options), hint());
      checked_.push_back(word);
      option_given_ = true;
    } else {
      EENET_REQUIRE(is_one_of(names, word), "'", word, "' is no command of ", name_,
                    ", expected one of ", joined(names), verify::suggestion(word, names), hint());
      checked_.push_back(word);
      command_ = command_->get_subcommand(word);
      name_ += " " + word;
    }
  }

  void read_word_of_command() {
    const std::string& word = words_[next_++];
    if (only_words_follow_ || !looks_like_option(word)) {
      read_positional(word);
    } else if (word == "--") {
      only_words_follow_ = true;
      checked_.push_back(word);
    } else {
      read_option(word);
    }
  }

  void read_positional(const std::string& word) {
    if (command_->get_option_no_throw(kPassedOn) != nullptr) {
      EENET_REQUIRE(only_words_follow_, "'", word, "': expected -- before the command to start",
                    hint());
      checked_.push_back(kMark + word);
      return;
    }
    EENET_REQUIRE(!word.empty(), "'': an empty word is neither an option nor a name", hint());
    std::size_t most = 0;
    for (const CLI::Option* option : command_->get_options()) {
      if (option->get_positional()) most += static_cast<std::size_t>(option->get_expected_max());
    }
    EENET_REQUIRE(positionals_ < most, "'", word, "': expected ",
                  most == 0 ? "options only" : text("no more than ", most, " such word"), hint());
    ++positionals_;
    checked_.push_back(word);
  }

  void read_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Words names = option_names(*command_);
    EENET_REQUIRE(is_one_of(names, name), "'", name, "' is no option of ", name_,
                  verify::suggestion(name, names), hint());
    const CLI::Option& option = *command_->get_option(name);
    const int most = option.get_items_expected_max();
    if (most == 0) {
      EENET_REQUIRE(equals == std::string::npos, word, ": expected ", name, " without a value",
                    hint());
      checked_.push_back(name);
      return;
    }
    EENET_REQUIRE(++given_[name] == 1 || most > 1, name, ": given twice, expected once", hint());
    checked_.push_back(name + "=" + value_of(name, word, equals, names));
    while (most > 1 && option.get_allow_extra_args() && next_ < words_.size() &&
           !looks_like_option(words_[next_])) {
      checked_.push_back(name + "=" + value_of(name, name, std::string::npos, names));
    }
  }

  // What stands behind the equals sign, or else the next word.
  std::string value_of(const std::string& name, const std::string& word, std::size_t equals,
                       const Words& names) {
    if (equals == std::string::npos) {
      EENET_REQUIRE(next_ < words_.size(), name, ": the value is missing", hint());
      const std::string& value = words_[next_];
      EENET_REQUIRE(!value.starts_with("--") && !is_one_of(names, value), name,
                    ": the value is missing, '", value, "' is an option", hint());
    }
    std::string value = equals == std::string::npos ? words_[next_++] : word.substr(equals + 1);
    EENET_REQUIRE(!value.empty(), name, ": the value is empty, expected something", hint());
    return value;
  }

  CLI::App* command_;
  const Words& words_;
  std::size_t next_ = 0;
  std::string name_ = "eenet";
  Words common_;               // options of every command, before the command's name
  bool option_given_ = false;  // help or version
  Words checked_;
  bool only_words_follow_ = false;
  std::size_t positionals_ = 0;
  std::map<std::string, int> given_;
};

}  // namespace

Words checked_words(CLI::App& program, const Words& words) {
  return Reader(program, words).read();
}

const CLI::App* command_in(const CLI::App& group, const std::string& name) {
  for (const CLI::App* command : group.get_subcommands({})) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

void add_words_to_pass_on(CLI::App& command, Words& words, const std::string& help) {
  command.add_option(kPassedOn, words, help);
}

Words words_passed_on(const Words& words) {
  Words typed;
  for (const std::string& word : words) typed.push_back(word.substr(1));
  return typed;
}

}  // namespace eenet::experiments
