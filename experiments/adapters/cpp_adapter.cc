// An adapter in C++: an EE-Net of its own, plain and double, that answers the judge's questions on
// standard input and output (docs/protocol.md).
//
//   eenet oracle judge -- cpp_adapter
//
// It includes nothing of this project: copy it, and put your own network in the place of Network.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Json = nlohmann::json;
using Numbers = std::vector<double>;

double dot(const double* a, const double* b, std::size_t size) {
  double sum = 0.0;
  for (std::size_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

// ---- The network: W_1 row by row, then W_2, ..., in one list ----------------------------------

struct Network {
  std::vector<std::size_t> sizes;  // d, m, ..., m, 1
  Numbers theta;

  Network() = default;
  Network(const Json& network, const Json& parameters)
      : sizes(network.at("depth").get<std::size_t>() + 1, network.at("width").get<std::size_t>()),
        theta(parameters.get<Numbers>()) {
    sizes.front() = network.at("input").get<std::size_t>();
    sizes.back() = 1;
    std::size_t count = 0;
    for (std::size_t l = 1; l < sizes.size(); ++l) count += sizes[l] * sizes[l - 1];
    if (theta.size() != count) throw std::runtime_error("theta has the wrong size");
  }

  // What goes into each layer; the last is f.
  [[nodiscard]] std::vector<Numbers> signals(const Numbers& x) const {
    std::vector<Numbers> all = {x};
    const double* row = theta.data();
    for (std::size_t l = 1; l < sizes.size(); ++l) {
      Numbers next;
      for (std::size_t j = 0; j < sizes[l]; ++j, row += sizes[l - 1]) {
        const double sum = dot(row, all.back().data(), sizes[l - 1]);
        next.push_back(l + 1 == sizes.size() ? sum : std::max(sum, 0.0));
      }
      all.push_back(std::move(next));
    }
    return all;
  }

  [[nodiscard]] double value(const Numbers& x) const { return signals(x).back()[0]; }

  [[nodiscard]] Numbers gradient(const Numbers& x) const {
    const std::vector<Numbers> all = signals(x);
    Numbers slopes(theta.size());
    Numbers delta = {1.0};  // the derivative of f by what each unit of the layer adds up
    std::size_t first = theta.size();
    for (std::size_t l = sizes.size() - 1; l > 0; --l) {
      first -= sizes[l] * sizes[l - 1];
      Numbers below(sizes[l - 1], 0.0);
      for (std::size_t j = 0; j < sizes[l]; ++j) {
        for (std::size_t k = 0; k < sizes[l - 1]; ++k) {
          const std::size_t place = first + j * sizes[l - 1] + k;
          slopes[place] = delta[j] * all[l - 1][k];
          if (all[l - 1][k] > 0.0) below[k] += delta[j] * theta[place];
        }
      }
      delta = std::move(below);
    }
    return slopes;
  }

  // One step of gradient descent on (1/2) (f(x) - target)^2.
  void step(const Numbers& x, double target, double eta) {
    const double error = value(x) - target;
    const Numbers slopes = gradient(x);
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] -= eta * error * slopes[i];
  }
};

// ---- phi --------------------------------------------------------------------------------------

Numbers features(const Numbers& gradient, const Json& how) {
  Numbers phi = gradient;
  if (how.at("kind") == "projection") {
    phi.assign(how.at("k").get<std::size_t>(), 0.0);
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      phi.at(how.at("rows").at(i).get<std::size_t>()) +=
          how.at("signs").at(i).get<double>() * gradient[i];
    }
  } else if (how.at("kind") == "block-mean") {
    const auto block = how.at("block").get<std::size_t>();
    phi.assign((gradient.size() + block - 1) / block, 0.0);
    for (std::size_t i = 0; i < gradient.size(); ++i) phi[i / block] += gradient[i];
    for (double& mean : phi) mean /= static_cast<double>(block);
  }
  double largest = 0.0;
  for (const double entry : phi) largest = std::max(largest, std::abs(entry));
  if (largest == 0.0) {
    phi.front() = 1.0;
    return phi;
  }
  for (double& entry : phi) entry /= largest;  // so that no square overflows or vanishes
  const double norm = std::sqrt(dot(phi.data(), phi.data(), phi.size()));
  for (double& entry : phi) entry /= norm;
  return phi;
}

// ---- Algorithm 1 ------------------------------------------------------------------------------

class EENet {
 public:
  EENet() = default;
  explicit EENet(const Json& q)
      : how_(q.at("features")),
        f1_(q.at("network1"), q.at("theta1")),
        f2_(q.at("network2"), q.at("theta2")),
        eta1_(q.at("eta1").get<double>()),
        eta2_(q.at("eta2").get<double>()) {}

  Json choose(const Json& q) {
    arms_ = q.at("arms").get<std::vector<Numbers>>();
    scores1_.clear();
    phi_.clear();
    Numbers scores2;
    std::size_t best = 0;
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      scores1_.push_back(f1_.value(arms_[i]));
      phi_.push_back(features(f1_.gradient(arms_[i]), how_));
      scores2.push_back(f2_.value(phi_.back()));
      if (scores1_[i] + scores2[i] > scores1_[best] + scores2[best]) best = i;
    }
    return {{"f1", scores1_}, {"phi", phi_}, {"f2", scores2}, {"arm", best}};
  }

  // One step of each network, from what the choice saw.
  Json learn(const Json& q) {
    const auto play = q.at("play").get<std::size_t>();
    const auto reward = q.at("reward").get<double>();
    const double label = reward - scores1_.at(play);
    f1_.step(arms_.at(play), reward, eta1_);
    f2_.step(phi_.at(play), label, eta2_);
    return {{"label", label}, {"theta1", f1_.theta}, {"theta2", f2_.theta}};
  }

  Json set(const Json& q) {
    f1_.theta = q.at("theta1").get<Numbers>();
    f2_.theta = q.at("theta2").get<Numbers>();
    return Json::object();
  }

 private:
  Json how_;
  Network f1_;
  Network f2_;
  double eta1_ = 0.0;
  double eta2_ = 0.0;
  std::vector<Numbers> arms_;
  Numbers scores1_;
  std::vector<Numbers> phi_;
};

// ---- The conversation -------------------------------------------------------------------------

Json answer(const Json& q, EENet& run) {
  const auto op = q.at("op").get<std::string>();
  if (op == "hello") {
    return {{"name", "plain C++"},
            {"levels", {"forward", "gradient", "features", "update", "round", "run"}},
            {"features", {"gradient", "projection", "block-mean"}}};
  }
  if (op == "features") {
    return {{"features", features(q.at("gradient").get<Numbers>(), q.at("features"))}};
  }
  if (op == "choose") return run.choose(q);
  if (op == "learn") return run.learn(q);
  if (op == "set") return run.set(q);
  if (op == "start") {
    run = EENet(q);
    return Json::object();
  }
  if (op == "round") {
    EENet fresh(q);
    Json all = fresh.choose(q);
    all.update(fresh.learn(q));
    return all;
  }
  Network network(q.at("network"), q.at("theta"));
  const auto x = q.at("x").get<Numbers>();
  if (op == "forward") return {{"value", network.value(x)}};
  if (op == "gradient") return {{"gradient", network.gradient(x)}};
  if (op == "update") {
    network.step(x, q.at("target").get<double>(), q.at("eta").get<double>());
    return {{"theta", network.theta}};
  }
  throw std::runtime_error("unknown op " + op);
}

}  // namespace

int main() {
  EENet run;
  for (std::string line; std::getline(std::cin, line);) {
    const Json question = Json::parse(line);
    Json reply;
    try {
      reply = answer(question, run);
    } catch (const std::exception& error) {
      reply = {{"error", error.what()}};
    }
    reply["id"] = question.at("id");
    std::cout << reply.dump() << std::endl;
  }
}
