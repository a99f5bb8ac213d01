// `eenet --version`: what this program is made of, for a bug report.
#include <fmt/format.h>

#include "experiments/build_info.h"
#include "experiments/commands/command.h"
#include "experiments/formats/json.h"
#include "experiments/reports/verify_report.h"
#include "verify/differentiators/differentiator.h"

namespace eenet::experiments {

namespace {

Json version_facts() {
  Json facts = document("version", producer_json());
  facts.update({{"packages",
                 {{"Eigen", kEigenVersion},
                  {"Spectra", kSpectraVersion},
                  {"OpenBLAS", kOpenBlasVersion},
                  {"nlohmann_json", kJsonVersion},
                  {"Boost", kBoostVersion},
                  {"fmt", kFmtVersion},
                  {"CLI11", kCliVersion}}},
                {"witnesses", verify::witness_names()},
                {"absent_witnesses", verify::absent_witness_names()}});
  return facts;
}

}  // namespace

std::string version_text() {
  const Json facts = version_facts();
  std::string packages;
  for (const auto& [name, version] : facts["packages"].items()) {
    packages +=
        fmt::format("{}{} {}", packages.empty() ? "" : ", ", name, version.get<std::string>());
  }
  return fmt::format("eenet {} ({})\ncompiler   {}\nflags      {}\npackages   {}\nwitnesses  {}\n",
                     kVersion, kRevision, kCompiler, kFlags, packages,
                     witnesses_line(verify::witness_names(), verify::absent_witness_names()));
}

std::string version_json() {
  return document_text(version_facts());
}

}  // namespace eenet::experiments
