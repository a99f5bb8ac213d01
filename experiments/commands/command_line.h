// The words of the command line, checked before the parser reads them: which are commands, which
// options, and which values. The parser alone would take an option for the value of another one, or
// an empty word for none at all, and would not say what a mistyped word could have meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace eenet::experiments {

// `words` are what stands behind the program's name. Returns the command's names first, then common
// options, then the rest, with every value joined to its option by "=". Throws
// std::invalid_argument with the place and what was expected.
std::vector<std::string> checked_words(CLI::App& program, const std::vector<std::string>& words);

// The command of a group that has this name; null if there is none.
const CLI::App* command_in(const CLI::App& group, const std::string& name);

// The words of a command that this program starts, behind "--". They pass untouched, whatever they
// look like. Adds them to the subcommand; words_passed_on() has them as the user typed them.
void add_words_to_pass_on(CLI::App& command, std::vector<std::string>& words,
                          const std::string& help);
std::vector<std::string> words_passed_on(const std::vector<std::string>& words);

}  // namespace eenet::experiments
