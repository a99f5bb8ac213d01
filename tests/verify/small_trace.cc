#include "tests/verify/small_trace.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "reference/registry.h"
#include "reference/trace_file.h"
#include "verify/recorded_run.h"

namespace eenet::verify {

SmallTrace::SmallTrace() {
  std::string folder = testing::TempDir() + "eenet-trace-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error(folder + ": cannot be made");
  path_ = std::filesystem::path(folder) / "trace.jsonl";
}

SmallTrace::~SmallTrace() {
  std::error_code ignored;
  std::filesystem::remove_all(path_.parent_path(), ignored);
}

void SmallTrace::play_and_write(TraceHeader header) const {
  header.environment = complete_environment_spec(header.environment);
  header.method = complete_policy_spec(header.method);
  const Trace trace = recorded_run(std::move(header));
  TraceWriter writer(path_, trace.header);
  for (const TraceRound& round : trace.rounds) writer.write(round);
  writer.finish(trace.end.value());
}

TraceHeader SmallTrace::header(TraceDetail detail) {
  TraceHeader header;
  header.producer = "test";
  header.environment = Spec::parse("linear:dim=2,arms=2,noise=bernoulli");
  header.method = Spec::parse("eenet:width=3,k=2");
  header.rounds = 6;
  header.seed = 4;  // labels of both signs, the first one negative
  header.detail = detail;
  return header;
}

std::string SmallTrace::read() const {
  std::ostringstream text;
  text << std::ifstream(path_, std::ios::binary).rdbuf();
  return text.str();
}

void SmallTrace::write(const std::string& text) const {
  std::ofstream(path_, std::ios::binary | std::ios::trunc) << text;
}

std::vector<std::string> SmallTrace::lines() const {
  std::istringstream text(read());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

void SmallTrace::write(const std::vector<std::string>& lines) const {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  write(text);
}

}  // namespace eenet::verify
