#include "tests/verify/small_trace.h"

#include <gtest/gtest.h>

#include <sstream>

#include "reference/registry.h"

namespace eenet::verify {

void SmallTrace::play_and_write(TraceHeader header) const {
  header.environment = complete_environment_spec(header.environment);
  header.method = complete_policy_spec(header.method);
  write(recorded_run(header));
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

std::vector<std::string> SmallTrace::lines() const {
  std::istringstream text(content());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

void SmallTrace::write(const std::vector<std::string>& lines) const {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  write(text);
}

void SmallTrace::edit(std::size_t line,
                      const std::function<void(nlohmann::ordered_json&)>& change) const {
  std::vector<std::string> all = lines();
  auto json = nlohmann::ordered_json::parse(all.at(line));
  change(json);
  EXPECT_NE(json.dump(), all[line]) << "the edit changed nothing";
  all[line] = json.dump();
  write(all);
}

}  // namespace eenet::verify
