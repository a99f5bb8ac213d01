// What the reference answers, to the bit, from the second writing of docs/numerics.md.
#include <cmath>
#include <cstdint>

#include "reference/require.h"
#include "verify/oracle/expected/expected_network.h"
#include "verify/oracle/expected/features.h"
#include "verify/oracle/expected/question_fields.h"
#include "verify/plain/numerics.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;
using plain::Numbers;

std::vector<Ball> exactly(const Numbers& numbers) {
  std::vector<Ball> balls;
  for (const double number : numbers) balls.push_back({number, 0.0});
  return balls;
}

Numbers features_of(const json& features, const Numbers& gradient) {
  const auto kind = features.at("kind").get<std::string>();
  Numbers phi(features_size(features, gradient.size()), 0.0);
  if (kind == "gradient") {
    phi = gradient;
  } else if (kind == "block-mean") {
    const auto block = features.at("block").get<std::size_t>();
    for (std::size_t i = 0; i < gradient.size(); ++i) phi[i / block] += gradient[i];
    for (double& mean : phi) mean = mean / static_cast<double>(block);
  } else {
    EENET_REQUIRE(kind == "projection", "the profile exact has no features ", kind,
                  ", expected gradient, block-mean or projection");
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const auto row = features.at("rows")[i].get<std::size_t>();
      const bool plus = features.at("signs")[i].get<double>() > 0.0;
      phi[row] = plus ? phi[row] + gradient[i] : phi[row] - gradient[i];
    }
  }
  plain::normalise(phi);
  return phi;
}

struct Net {
  NaiveShape shape;
  Numbers theta;

  Net(const json& network, Numbers parameters)
      : shape(shape_in(network)), theta(std::move(parameters)) {}

  [[nodiscard]] plain::Pass at(const Numbers& x) const { return plain::forward(shape, theta, x); }
  [[nodiscard]] Numbers after(const plain::Pass& pass, double target, double eta) const {
    Numbers stepped = theta;
    plain::step(shape, pass, target, eta, stepped);
    return stepped;
  }
};

void add(Expectations& all, const char* field, const Numbers& numbers,
         std::function<std::string(std::size_t)> place) {
  all.fields.push_back({.field = field, .balls = exactly(numbers), .at_kinks = {}});
  all.fields.back().place = std::move(place);
}

std::function<std::string(std::size_t)> places_of(const Net& net) {
  return parameter_places(std::make_shared<ParameterMap>(net.shape, Dialect{}));
}

std::string arm_place(std::size_t i) {
  return text("arm ", i);
}

Expectations exact_round(const json& question) {
  const bool greedy = question.at("method") == "greedy";
  const Net f1(question.at("network1"), list_in(question, "theta1"));
  const Net f2 = greedy ? f1 : Net(question.at("network2"), list_in(question, "theta2"));
  const auto play = question.at("play").get<std::size_t>();
  const double reward = number_in(question, "reward");
  Numbers values;
  Numbers explored;
  Numbers sums;
  Numbers all_phi;
  plain::Pass played1;
  plain::Pass played2;
  for (const Numbers& x : lists_in(question, "arms")) {
    const plain::Pass pass1 = f1.at(x);
    plain::Pass pass2;
    if (!greedy) {
      const Numbers phi =
          features_of(question.at("features"), plain::gradient(f1.shape, f1.theta, pass1));
      all_phi.insert(all_phi.end(), phi.begin(), phi.end());
      pass2 = f2.at(phi);
      explored.push_back(pass2.value);
    }
    if (values.size() == play) {
      played1 = pass1;
      played2 = pass2;
    }
    values.push_back(pass1.value);
    sums.push_back(greedy ? pass1.value : pass1.value + pass2.value);
  }
  Expectations all;
  for (const double score : sums) all.says_nothing = all.says_nothing || !std::isfinite(score);
  add(all, "f1", values, arm_place);
  if (!greedy) {
    add(all, "phi", all_phi, {});
    const std::size_t size = f2.shape.input_dim;
    all.fields.back().columns = size;
    all.fields.back().optional = true;
    all.fields.back().place = [size](std::size_t i) {
      return text("arm ", i / size, " [", i % size, "]");
    };
    add(all, "f2", explored, arm_place);
  }
  add(all, "arm", sums, arm_place);
  all.fields.back().is_arm = true;
  const double label = reward - values[play];
  if (!greedy) {
    add(all, "label", {label}, {});
    all.fields.back().single = true;
  }
  add(all, "theta1", f1.after(played1, reward, number_in(question, "eta1")), places_of(f1));
  if (!greedy) {
    add(all, "theta2", f2.after(played2, label, number_in(question, "eta2")), places_of(f2));
  }
  return all;
}

}  // namespace

Expectations exact_expectations(const json& question) {
  const auto op = question.at("op").get<std::string>();
  if (op == "round") return exact_round(question);
  Expectations all;
  if (op == "features") {
    add(all, "features", features_of(question.at("features"), list_in(question, "gradient")),
        [](std::size_t i) { return text("[", i, "]"); });
    return all;
  }
  EENET_REQUIRE(op == "forward" || op == "gradient" || op == "update", "the profile exact: op ", op,
                ", expected forward, gradient, update, features or round");
  const Net net(question.at("network"), list_in(question, "theta"));
  const plain::Pass pass = net.at(list_in(question, "x"));
  if (op == "forward") {
    add(all, "value", {pass.value}, {});
    all.fields.back().single = true;
  } else if (op == "gradient") {
    add(all, "gradient", plain::gradient(net.shape, net.theta, pass), places_of(net));
  } else {
    add(all, "theta", net.after(pass, number_in(question, "target"), number_in(question, "eta")),
        places_of(net));
  }
  for (const Ball& ball : all.fields.front().balls) {
    all.says_nothing = all.says_nothing || !std::isfinite(ball.value);
  }
  return all;
}

}  // namespace eenet::verify::oracle
