// `eenet --version`: what this program is made of, for a bug report.
#include <fmt/format.h>

#include "experiments/build_info.h"
#include "experiments/command.h"
#include "experiments/output.h"

namespace eenet::experiments {

namespace {

Json version_facts() {
  return {{"schema", "eenet.version/1"},
          {"version", kVersion},
          {"revision", kRevision},
          {"compiler", kCompiler},
          {"flags", kFlags},
          {"packages",
           {{"Eigen", kEigenVersion},
            {"nlohmann_json", kJsonVersion},
            {"Boost", kBoostVersion},
            {"fmt", kFmtVersion},
            {"CLI11", kCliVersion}}}};
}

}  // namespace

std::string version_text() {
  const Json facts = version_facts();
  std::string packages;
  for (const auto& [name, version] : facts["packages"].items()) {
    packages +=
        fmt::format("{}{} {}", packages.empty() ? "" : ", ", name, version.get<std::string>());
  }
  return fmt::format("eenet {} ({})\ncompiler  {}\nflags     {}\npackages  {}\n", kVersion,
                     kRevision, kCompiler, kFlags, packages);
}

std::string version_json() {
  return version_facts().dump(2) + "\n";
}

}  // namespace eenet::experiments
