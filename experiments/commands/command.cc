#include "experiments/commands/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>

#include "experiments/data/sets/data_files.h"
#include "experiments/data/sets/data_sets.h"
#include "experiments/formats/npy.h"
#include "experiments/formats/output.h"
#include "reference/require.h"
#include "reference/settings.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kDeepest = 1000;

// Accepts decimal digits. CLI11 alone would read -5 as 2^64 - 5, 10^20 as 2^64 - 1 and 010 as 8.
CLI::Validator whole_number(std::uint64_t largest) {
  const auto complaint = [largest](const std::string& text) {
    std::uint64_t number = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    const bool octal = text.size() > 1 && text.front() == '0';
    const bool read = error == std::errc() && end == last && !octal && number <= largest;
    return read ? "" : fmt::format("'{}', expected a whole number from 0 to {}", text, largest);
  };
  return {complaint, "", "whole number"};
}

// Accepts decimal numbers, finite in double precision. CLI11 alone would read 0x10 as 16.
CLI::Validator finite_number() {
  const auto complaint = [](const std::string& text) {
    double number = 0.0;
    return read_number(text, number) ? "" : fmt::format("'{}', expected a finite number", text);
  };
  return {complaint, "", "finite number"};
}

}  // namespace

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& summary,
                      const std::string& example, CommonOptions& options) {
  CLI::App* command = program.add_subcommand(name, summary);
  command->add_flag("--json", options.json, "Print one JSON document and nothing else");
  command->add_flag("--quiet", options.quiet, "No progress and no warnings");
  command->add_flag("--strict", options.strict, "Exit with 4 if something stayed inconclusive");
  command->footer("Example:\n  " + example);
  return command;
}

void when_chosen(CLI::App& command, Action& action, const Action& chosen) {
  // The callback of a group that is a command too comes last, after that of its own command.
  command.callback([&command, &action, chosen] {
    if (command.get_subcommands().empty()) action = chosen;
  });
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto complaint = [words](const std::string& text) {
    const bool known = std::find(words.begin(), words.end(), text) != words.end();
    return known ? "" : fmt::format("'{}', expected one of {}", text, fmt::join(words, ", "));
  };
  return {complaint, fmt::format("{{{}}}", fmt::join(words, ",")), "one of"};
}

CLI::Option* add_number(CLI::App& command, const std::string& name, double& number,
                        const std::string& help) {
  return command.add_option(name, number, help)->check(finite_number());
}

CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& number,
                        const std::string& help) {
  return command.add_option(name, number, help)->check(finite_number());
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& count,
                       const std::string& help) {
  return command.add_option(name, count, help)
      ->check(whole_number(UINT64_MAX))
      ->capture_default_str();
}

CLI::Option* add_count(CLI::App& command, const std::string& name,
                       std::optional<std::uint64_t>& count, const std::string& help) {
  return command.add_option(name, count, help)->check(whole_number(UINT64_MAX));
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help) {
  command.add_option("--jobs", jobs, help)
      ->check(whole_number(std::numeric_limits<unsigned>::max()))
      ->capture_default_str();
}

void add_contexts(CLI::App& command, std::string& contexts) {
  command.add_option("--contexts", contexts,
                     "Points: an .npy array (points, coordinates) or (rounds, arms, coordinates)");
}

void add_environment_of_points(CLI::App& command, std::string& environment) {
  command.add_option("--env", environment,
                     "Points: all arms of this environment, name or name:key=value,...");
}

void require_jobs(unsigned jobs) {
  EENET_REQUIRE(jobs >= 1, "--jobs ", jobs, ": expected at least 1");
}

void require_depth(std::uint64_t depth) {
  EENET_REQUIRE(depth >= 2 && depth <= kDeepest, "--depth ", depth, ": expected 2 to ", kDeepest);
}

void require_width(std::uint64_t width) {
  EENET_REQUIRE(width >= 1 && width <= static_cast<std::uint64_t>(kLargestDimension), "--width ",
                width, ": expected 1 to ", kLargestDimension);
}

void require_lambda(double lambda) {
  EENET_REQUIRE(lambda >= kSmallestScale && lambda <= kLargestScale, "--lambda ", lambda,
                ": expected ", kSmallestScale, " to ", kLargestScale);
}

void say(const std::string& sentence) {
  std::fputs(fmt::format("eenet: {}\n", printable(sentence)).c_str(), stderr);
}

void warn(const CommonOptions& options, const std::string& sentence) {
  if (!options.quiet) say(sentence);
}

void warn_cut_short(const CommonOptions& options, const std::string& trace, std::uint64_t rounds,
                    std::uint64_t announced, const std::string& treatment) {
  warn(options, fmt::format("{}: cut short after round {} of {}, {} up to there", trace, rounds,
                            announced, treatment));
}

ArrayReader arrays_of_trace(const CommonOptions& options, const std::string& trace) {
  const auto found = [options, trace](const std::string& path) {
    std::filesystem::path beside =
        std::filesystem::path(trace).parent_path() / std::filesystem::path(path).filename();
    std::error_code ignored;  // reading tells
    if (std::filesystem::exists(path, ignored) || !std::filesystem::exists(beside, ignored)) {
      return std::filesystem::path(path);
    }
    warn(options, fmt::format("{}: there is no {}, took {}", trace, path, beside.string()));
    return beside;
  };
  return {[found](const std::string& path) { return read_npy(found(path)); },
          [found](const std::string& name, const Settings& settings) {
            return data_set_at(name, settings,
                               settings.has("data") ? found(settings.text("data"))
                                                    : place_of_data(name, settings));
          }};
}

}  // namespace eenet::experiments
