#include "tests/experiments/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <sstream>
#include <stdexcept>

namespace eenet::experiments {

namespace {

constexpr int kCannotStart = 127;

void redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) ::_exit(kCannotStart);
  ::dup2(file, descriptor);
  ::close(file);
}

void close_reader_of_stdout() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) ::_exit(kCannotStart);
  ::dup2(ends[1], STDOUT_FILENO);
  ::close(ends[0]);
  ::close(ends[1]);
}

void limit_files(std::size_t bytes) {
  const rlimit limit = {bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

void limit_memory(std::size_t bytes) {
  const rlimit limit = {bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

[[noreturn]] void become(const std::string& path, std::vector<std::string> arguments,
                         const Surroundings& surroundings, const std::filesystem::path& captured) {
  ::setpgid(0, 0);
  ::alarm(surroundings.patience);
  if (::chdir(surroundings.folder.c_str()) != 0) ::_exit(kCannotStart);
  for (const auto& [name, value] : surroundings.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  redirect(surroundings.out.empty() ? (captured / "out").string() : surroundings.out,
           STDOUT_FILENO);
  redirect(surroundings.err.empty() ? (captured / "err").string() : surroundings.err,
           STDERR_FILENO);
  if (surroundings.closed_pipe) close_reader_of_stdout();
  if (surroundings.largest_file > 0) limit_files(surroundings.largest_file);
  arguments.insert(arguments.begin(), path);
  std::vector<char*> raw;
  raw.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  if (surroundings.memory > 0) limit_memory(surroundings.memory);
  ::execv(path.c_str(), raw.data());
  ::_exit(kCannotStart);
}

}  // namespace

RunningProgram::RunningProgram(const std::string& path, const std::vector<std::string>& arguments,
                               const Surroundings& surroundings) {
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot start " + path);
  if (pid_ == 0) become(path, arguments, surroundings, captured_.path());
}

RunningProgram::~RunningProgram() {
  if (ended_) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

Outcome RunningProgram::wait() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  ended_ = true;
  Outcome outcome;
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) {
    outcome.signal = WTERMSIG(status);
    ::kill(-pid_, SIGKILL);  // whatever it left behind
  }
  const auto content = [this](const char* name) {
    const std::filesystem::path file = captured_.path() / name;
    return std::filesystem::exists(file) ? read_file(file) : "";
  };
  outcome.out = content("out");
  outcome.err = content("err");
  return outcome;
}

bool RunningProgram::left_processes() const {
  return ::kill(-pid_, 0) == 0;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

Outcome run_eenet(const std::string& arguments, const Surroundings& surroundings) {
  return RunningProgram(EENET_PROGRAM, words_of(arguments), surroundings).wait();
}

Surroundings Cli::here() const {
  Surroundings surroundings;
  surroundings.folder = folder();
  return surroundings;
}

Outcome Cli::eenet(const std::string& arguments) const {
  return run_eenet(arguments, here());
}

nlohmann::json Cli::json_of(const std::string& arguments) const {
  const Outcome outcome = eenet(arguments);
  EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.err;
  nlohmann::json document = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << "not exactly one JSON document:\n" << outcome.out;
  return document;
}

std::vector<std::string> Cli::names_in(const std::string& subfolder) const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / subfolder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void Cli::expect_all_refused(const std::vector<Refused>& table) const {
  for (const Refused& row : table) {
    SCOPED_TRACE(row.arguments);
    expect_refusal(eenet(row.arguments), row.words);
  }
}

void expect_refusal(const Outcome& outcome, const std::vector<std::string>& words) {
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, testing::StartsWith("eenet: "));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_THAT(outcome.err, testing::EndsWith("\n"));
  for (const std::string& word : words) EXPECT_THAT(outcome.err, testing::HasSubstr(word));
}

}  // namespace eenet::experiments
