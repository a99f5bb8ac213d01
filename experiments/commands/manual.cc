// `eenet manual`: the pages for `man`, made of what --help says.
#include <fmt/format.h>

#include <memory>

#include "experiments/build_info.h"
#include "experiments/commands/command.h"
#include "experiments/commands/command_line.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/json.h"
#include "experiments/formats/output.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

// Text as troff takes it: no letter of it is an instruction.
std::string roff(const std::string& text) {
  std::string safe;
  bool begins_line = true;
  for (const char letter : text) {
    if (begins_line && (letter == '.' || letter == '\'')) safe += "\\&";
    begins_line = letter == '\n';
    if (letter == '\\') {
      safe += "\\e";
    } else if (letter == '-') {
      safe += "\\-";
    } else {
      safe += letter;
    }
  }
  return safe;
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(const std::string& text) {
  return "\\fI" + roff(text) + "\\fR";
}

// A term and what it means.
std::string entry(const std::string& term, const std::string& meaning) {
  return ".TP\n" + term + "\n" + roff(meaning) + "\n";
}

// "eenet-oracle-judge" with '-' between the names, "eenet oracle judge" with ' '.
std::string full_name(const CLI::App& command, char between) {
  const CLI::App* above = command.get_parent();
  return above == nullptr ? command.get_name()
                          : full_name(*above, between) + between + command.get_name();
}

std::string option_entry(const CLI::Option& option) {
  std::string term;
  if (option.get_positional()) {
    term = italic(option.get_single_name());
  } else {
    for (const std::string& name : option.get_snames()) term += bold("-" + name) + ", ";
    for (const std::string& name : option.get_lnames()) term += bold("--" + name) + ", ";
    term.resize(term.size() - 2);
    if (option.get_items_expected_max() > 0) term += " " + italic(option.get_type_name());
  }
  std::string meaning = option.get_description();
  if (option.get_required()) meaning += " (required)";
  const std::string standard = option.get_default_str();
  if (!standard.empty()) meaning += fmt::format(" (default: {})", standard);
  return entry(term, meaning);
}

std::string synopsis(const CLI::App& command) {
  std::string line = bold(full_name(command, ' ')) + " [" + italic("OPTIONS") + "]";
  if (!command.get_subcommands({}).empty()) line += " " + italic("COMMAND");
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = italic(option->get_single_name());
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return line + "\n";
}

// The command's example, below "Example:" of its help.
std::string example_of(const CLI::App& command) {
  const std::string footer = command.get_footer();
  const std::size_t line_end = footer.find('\n');
  return line_end == std::string::npos ? "" : footer.substr(line_end + 1);
}

std::string page_of(const CLI::App& command) {
  std::string page = fmt::format(".TH \"{}\" 1 \"\" \"eenet {}\" \"eenet\"\n",
                                 roff(full_name(command, '-')), kVersion);
  page += ".SH NAME\n" + roff(full_name(command, '-')) + " \\- " + roff(command.get_description()) +
          "\n.SH SYNOPSIS\n" + synopsis(command);
  std::string options;
  for (const CLI::Option* option : command.get_options()) options += option_entry(*option);
  if (!options.empty()) page += ".SH OPTIONS\n" + options;
  std::string others;
  for (const CLI::App* below : command.get_subcommands({})) {
    others += entry(bold(full_name(*below, '-')) + "(1)", below->get_description());
  }
  if (!others.empty()) page += ".SH COMMANDS\n" + others;
  page += ".SH EXAMPLE\n.nf\n" + roff(example_of(command)) + "\n.fi\n";
  page += ".SH EXIT STATUS\n" + entry(bold("0"), "Done.") +
          entry(bold("1"), "A check failed: of our code, or of the thing judged.") +
          entry(bold("2"), "Wrong command line or input; one sentence says what was expected.") +
          entry(bold("3"), "An internal error.") +
          entry(bold("4"), "With --strict: something stayed inconclusive.") +
          entry(bold("130"), "Interrupted.");
  if (command.get_parent() != nullptr) {
    page += ".SH SEE ALSO\n" + bold(full_name(*command.get_parent(), '-')) + "(1)\n";
  }
  return page;
}

struct Page {
  std::string name;  // of its file
  std::string text;
};

void add_pages(const CLI::App& command, std::vector<Page>& pages) {
  pages.push_back({full_name(command, '-') + ".1", page_of(command)});
  for (const CLI::App* below : command.get_subcommands({})) add_pages(*below, pages);
}

struct ManualOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string out;
};

const CLI::App& command_named(const CLI::App& program, const std::vector<std::string>& names) {
  const CLI::App* command = &program;
  for (const std::string& name : names) {
    const CLI::App* below = command_in(*command, name);
    EENET_REQUIRE(below != nullptr, "'", name, "' is no command of ", full_name(*command, ' '),
                  " (see ", full_name(*command, ' '), " --help)");
    command = below;
  }
  return *command;
}

int print_manual(const ManualOptions& options, const CLI::App& program) {
  const CLI::App& command = command_named(program, options.names);
  std::vector<Page> pages;
  if (options.out.empty()) {
    pages.push_back({full_name(command, '-') + ".1", page_of(command)});
  } else {
    add_pages(command, pages);
    make_writable_folder(options.out);
  }
  Json list = Json::array();
  std::string text;
  for (const Page& page : pages) {
    list.push_back({{"name", page.name}, {"text", page.text}});
    if (options.out.empty()) {
      text = page.text;
    } else {
      const std::filesystem::path file = std::filesystem::path(options.out) / page.name;
      write_atomically(file, page.text);
      text += printable(file.string()) + "\n";
    }
  }
  print_out(options.common.json ? document_text(document("manual", {{"pages", list}})) : text);
  return kDone;
}

}  // namespace

void add_manual_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<ManualOptions>();
  CLI::App* command = add_command(program, "manual", "The pages for man, made of what --help says",
                                  "eenet manual oracle judge", options->common);
  command->add_option("NAME", options->names, "The command, such as oracle judge (the program)");
  command->add_option("--out", options->out,
                      "Folder for this page and those of all commands below");
  when_chosen(*command, action, [options, &program] { return print_manual(*options, program); });
}

}  // namespace eenet::experiments
