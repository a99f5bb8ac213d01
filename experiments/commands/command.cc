#include "experiments/commands/command.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "reference/require.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kDeepest = 1000;

// Accepts 64 bits in decimal. CLI11 alone would read -5 as 2^64 - 5, 10^20 as 2^64 - 1 and 010
// as 8.
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
  command.callback([&action, chosen] { action = chosen; });
}

CLI::Validator not_empty() {
  const auto complaint = [](const std::string& text) {
    return std::string(text.empty() ? "'', expected something" : "");
  };
  return {complaint, "", "not empty"};
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& count,
                       const std::string& help) {
  return command.add_option(name, count, help)->check(whole_number())->capture_default_str();
}

CLI::Option* add_count(CLI::App& command, const std::string& name,
                       std::optional<std::uint64_t>& count, const std::string& help) {
  return command.add_option(name, count, help)->check(whole_number());
}

void add_jobs(CLI::App& command, unsigned& jobs, const std::string& help) {
  command.add_option("--jobs", jobs, help)->check(whole_number())->capture_default_str();
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

void require_lambda(double lambda) {
  EENET_REQUIRE(lambda > 0.0 && std::isfinite(lambda), "--lambda ", lambda,
                ": expected a finite number above 0");
}

void say(const std::string& sentence) {
  std::fputs(fmt::format("eenet: {}\n", sentence).c_str(), stderr);
}

void warn(const CommonOptions& options, const std::string& sentence) {
  if (!options.quiet) say(sentence);
}

void warn_cut_short(const CommonOptions& options, const std::string& trace, std::uint64_t rounds,
                    std::uint64_t announced, const std::string& treatment) {
  warn(options, fmt::format("{}: cut short after round {} of {}, {} up to there", trace, rounds,
                            announced, treatment));
}

}  // namespace eenet::experiments
