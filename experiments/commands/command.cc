#include "experiments/commands/command.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <system_error>

namespace eenet::experiments {

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& summary,
                      const std::string& example, CommonOptions& options) {
  CLI::App* command = program.add_subcommand(name, summary);
  command->add_flag("--json", options.json, "Print one JSON document and nothing else");
  command->add_flag("--quiet", options.quiet, "No progress and no warnings");
  command->add_flag("--strict", options.strict, "Exit with 4 if something stayed inconclusive");
  command->footer("Example:\n  " + example);
  return command;
}

CLI::Validator whole_number() {
  const auto complaint = [](const std::string& text) {
    std::uint64_t number = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    const bool octal = text.size() > 1 && text.front() == '0';
    const bool read = error == std::errc() && end == last && !octal;
    return read ? "" : fmt::format("'{}', expected a whole number", text);
  };
  return {complaint, "", "whole number"};
}

CLI::Validator not_empty() {
  const auto complaint = [](const std::string& text) {
    return std::string(text.empty() ? "'', expected something" : "");
  };
  return {complaint, "", "not empty"};
}

void say(const std::string& sentence) {
  std::fputs(fmt::format("eenet: {}\n", sentence).c_str(), stderr);
}

void warn(const CommonOptions& options, const std::string& sentence) {
  if (!options.quiet) say(sentence);
}

}  // namespace eenet::experiments
