// An implementation of Algorithm 1 in C++, asked within this process. verify/conformance.h makes
// one from an adapter; docs/protocol.md says what each function means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/naive_mlp.h"
#include "verify/rounding.h"

namespace eenet::verify::oracle {

// How phi is made of a gradient. The fields that a kind does not need are empty.
struct FeatureMap {
  std::string kind;               // "gradient" or "projection"
  std::size_t k = 0;              // of a projection: the entries of phi,
  std::vector<std::size_t> rows;  // where each entry of the gradient is added,
  std::vector<double> signs;      // and with which sign, 1 or -1
};

// Parameters are W_1, W_2, ..., W_L, each row by row.
struct BanditStart {
  NaiveShape shape1;
  std::vector<double> theta1;
  double eta1 = 0.0;
  NaiveShape shape2;
  std::vector<double> theta2;
  double eta2 = 0.0;
  FeatureMap features;
};

struct Choice {
  std::vector<double> f1;                // of every arm
  std::vector<std::vector<double>> phi;  // may be left empty
  std::vector<double> f2;
  std::size_t arm = 0;  // with the largest f1 + f2
};

struct Learned {
  double label = 0.0;
  std::vector<double> theta1;
  std::vector<double> theta2;
};

class Bandit {
 public:
  Bandit() = default;
  Bandit(const Bandit&) = delete;
  Bandit& operator=(const Bandit&) = delete;
  virtual ~Bandit() = default;

  virtual Choice choose(const std::vector<std::vector<double>>& arms) = 0;
  virtual Learned learn(std::size_t play, double reward) = 0;
  virtual void set(const std::vector<double>& theta1, const std::vector<double>& theta2) = 0;
};

struct Callables {
  std::string name;
  Arithmetic arithmetic;
  // Either may be missing.
  std::function<std::vector<double>(const FeatureMap&, const std::vector<double>& gradient)>
      features;
  std::function<std::unique_ptr<Bandit>(const BanditStart&)> start;
};

// What the judge finds wrong at the level (`features`, `round` or `run`), for people; nothing if it
// agrees in so many cases.
std::optional<std::string> disagreement(const Callables& judged, const std::string& level,
                                        std::uint64_t cases, std::uint64_t seed);

}  // namespace eenet::verify::oracle
