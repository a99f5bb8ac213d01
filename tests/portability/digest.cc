// Prints two digests of every elementary function, of every environment, and of every method with
// each of its feature maps and depths in a few environments: of a short run and of a long one.
// Every build of this program, on every machine, has to print digests.txt: portability_test.py.
// With the argument --short it prints the first digest of each line only.
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/elementary.h"
#include "reference/interaction.h"
#include "reference/registry.h"
#include "reference/rng.h"

namespace {

constexpr std::uint64_t kSeed = 20220425;
// A short run has every kind of event: networks are trained again after round 41, and the embedding
// is fitted in round 50.
constexpr int kShortRun = 55;
constexpr int kLongRun = 200;

constexpr int kArgumentsPerRound = 25;

struct Function {
  std::string name;
  double (*value)(double);
  // Its arguments are uniform between these, a power of two apart: this file is compiled with flags
  // of all kinds, and only an exact product is the same with fused multiply-adds.
  int low;
  int high;
};
const std::vector<Function> kFunctions = {
    {"exponential", eenet::exponential, -1024, 1024},
    {"logarithm", eenet::logarithm, 0, 4},
    {"cosine", eenet::cosine, -1048576, 1048576},
    {"arc_cosine", eenet::arc_cosine, -1, 1},
};

// Played by the policy `random`: the digest holds the contexts and the rewards.
const std::vector<std::string> kOtherEnvironments = {
    "linear:contexts=blocks,dim=8,arms=4",
    "quadratic:dim=6,arms=4",
    "two-arms:noise=bernoulli",
    "duplicates:dim=6,pairs=2",
    "antipodal:dim=6",
};

const std::vector<std::string> kEnvironments = {
    "linear:dim=6,arms=4,noise=none",
    "linear:dim=6,arms=4,noise=bernoulli",
    "linear:dim=6,arms=4,noise=bounded",
    "cosine:dim=6,arms=4",
    "teacher:dim=6,arms=4",
    "near-duplicates:dim=6,arms=4",
};

// The settings to try with a method that has the key.
const std::map<std::string, std::vector<std::string>> kSettings = {
    {"width", {"width=16"}},
    {"depth", {"depth=2", "depth=3"}},
    {"hidden", {"hidden=16,steps=200"}},
    {"epsilon", {"epsilon=0.5", "epsilon=0.5,schedule=replay,every=40,steps=200"}},
    {"epsilon0", {"epsilon0=0.5"}},
    {"lambda", {"lambda=0.5"}},
    {"covariance",
     {"covariance=diagonal", "covariance=full,anchor=0.25",
      "covariance=diagonal,anchor=0.25,schedule=replay,every=40,steps=200"}},
    {"kernel", {"kernel=rbf,limit=40", "kernel=linear"}},
    {"levels", {"levels=corrected", "levels=printed"}},
    {"features",
     {"features=projection", "features=gradient", "features=block-mean",
      // Fitted in round 50, or no digest would show it.
      "features=lle,landmarks=50", "features=projection,schedule=replay,every=40,steps=200"}},
};

// The method with every combination of these.
std::vector<std::string> variants(const eenet::PolicyKind& kind) {
  std::vector<std::string> methods = {kind.name};
  char separator = ':';
  for (const eenet::Key& key : kind.keys) {
    const auto settings = kSettings.find(key.name);
    if (settings == kSettings.end()) continue;
    std::vector<std::string> more;
    for (const std::string& method : methods) {
      for (const std::string& setting : settings->second) {
        more.push_back(method + separator + setting);
      }
    }
    methods = std::move(more);
    separator = ',';
  }
  return methods;
}

std::string digest(const Function& function, int rounds) {
  eenet::Rng rng(kSeed, function.name);
  eenet::Digest digest;
  for (int i = 0; i < kArgumentsPerRound * rounds; ++i) {
    digest.add(function.value(function.low + (function.high - function.low) * rng.uniform()));
  }
  return digest.hex();
}

std::string digest(const std::string& method, const std::string& environment, int rounds) {
  const auto world = eenet::make_environment(eenet::Spec::parse(environment), {.seed = kSeed});
  const auto policy = eenet::make_policy(eenet::Spec::parse(method), *world, {.seed = kSeed});
  return eenet::play(*world, *policy, static_cast<std::uint64_t>(rounds)).digest.hex();
}

void print_digests(const std::vector<int>& lengths) {
  for (const Function& function : kFunctions) {
    std::cout << function.name << " from " << function.low << " to " << function.high;
    for (const int rounds : lengths) std::cout << ' ' << digest(function, rounds);
    std::cout << '\n';
  }
  const auto print = [&lengths](const std::string& method, const std::string& environment) {
    std::cout << method << " in " << environment;
    for (const int rounds : lengths) std::cout << ' ' << digest(method, environment, rounds);
    std::cout << '\n';
  };
  for (const std::string& environment : kOtherEnvironments) print("random", environment);
  for (const eenet::PolicyKind& kind : eenet::policy_kinds()) {
    for (const std::string& method : variants(kind)) {
      for (const std::string& environment : kEnvironments) print(method, environment);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool only_short = argc == 2 && std::string_view(argv[1]) == "--short";
  if (argc > 1 && !only_short) {
    std::cerr << "usage: digest [--short]\n";
    return 2;
  }
  try {
    print_digests(only_short ? std::vector<int>{kShortRun} : std::vector<int>{kShortRun, kLongRun});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
