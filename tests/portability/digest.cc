// Prints a digest of every method, with each of its feature maps and depths, in a few environments.
// Every build of this program, on every machine, has to print digests.txt: portability_test.py.
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/interaction.h"
#include "reference/registry.h"

namespace {

constexpr std::uint64_t kSeed = 20220425;
constexpr std::uint64_t kRounds = 200;

const std::vector<std::string> kEnvironments = {
    "linear:dim=6,arms=4,noise=none",
    "linear:dim=6,arms=4,noise=bernoulli",
    "linear:dim=6,arms=4,noise=bounded",
    "cosine:dim=6,arms=4",
    "teacher:dim=6,arms=4",
    "near-duplicates:dim=6,arms=4",
};

// The values to try of a key, for the methods that have it.
const std::map<std::string, std::vector<std::string>> kValues = {
    {"width", {"16"}},
    {"depth", {"2", "3"}},
    {"features", {"projection", "gradient"}},
};

// The method with every combination of these values.
std::vector<eenet::Spec> variants(const eenet::PolicyKind& kind) {
  std::vector<eenet::Spec> specs = {{kind.name, {}}};
  for (const eenet::Key& key : kind.keys) {
    const auto values = kValues.find(key.name);
    if (values == kValues.end()) continue;
    std::vector<eenet::Spec> more;
    for (const eenet::Spec& spec : specs) {
      for (const std::string& value : values->second) {
        more.push_back(spec);
        more.back().given[key.name] = value;
      }
    }
    specs = std::move(more);
  }
  return specs;
}

std::string digest(const eenet::Spec& method, const eenet::Spec& environment) {
  const auto world = eenet::make_environment(environment, {.seed = kSeed});
  const auto policy = eenet::make_policy(method, *world, {.seed = kSeed});
  return eenet::play(*world, *policy, kRounds).digest.hex();
}

}  // namespace

int main() {
  try {
    for (const eenet::PolicyKind& kind : eenet::policy_kinds()) {
      for (const eenet::Spec& method : variants(kind)) {
        for (const std::string& environment : kEnvironments) {
          std::cout << method.to_text() << " in " << environment << ' '
                    << digest(method, eenet::Spec::parse(environment)) << '\n';
        }
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
