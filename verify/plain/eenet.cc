#include "verify/plain/eenet.h"

#include <cmath>

namespace eenet::verify::plain {

Training training_of(const Spec& method, std::uint64_t network, std::uint64_t seed) {
  const std::string number = std::to_string(network + 1);
  double eta = 0.0;
  if (method.given.contains("R")) {
    const double radius = decimal(method, "R");
    eta = radius * radius / std::sqrt(decimal(method, "width"));
  } else {
    eta = decimal(method, "eta" + number);
  }
  if (method.given.at("schedule") == "online") return Training(eta);
  ReplaySettings replay;
  replay.eta = eta;
  replay.every = whole_number(method, "every");
  replay.late_every = whole_number(method, "late_every");
  replay.late_from = whole_number(method, "late_from");
  replay.steps = whole_number(method, "steps");
  replay.loss = decimal(method, "loss" + number);
  return {replay, network, seed};
}

EeNet::EeNet(const Spec& method, std::size_t dimension, std::uint64_t seed,
             const std::vector<Numbers>& start)
    : name_(method.name),
      shape1_{dimension, whole_number(method, "width"), whole_number(method, "depth")},
      features_(method, shape1_.parameter_count(), seed),
      shape2_{features_.output_size(), shape1_.width, shape1_.depth},
      training1_(training_of(method, 0, seed)),
      training2_(training_of(method, 1, seed)) {
  if (!start.empty()) {
    theta1_ = start[0];
    theta2_ = start[1];
    return;
  }
  Rng first(seed, "init/f1", 0);
  Rng second(seed, "init/f2", 0);
  theta1_ = initial_parameters(shape1_, first);
  theta2_ = initial_parameters(shape2_, second);
}

EeNet::Scores EeNet::scores(const std::vector<Numbers>& contexts) {
  Scores all;
  arms_.clear();
  Numbers sums;
  for (const Numbers& x : contexts) {
    const Pass pass = forward(shape1_, theta1_, x);
    const Numbers slope = gradient(shape1_, theta1_, pass);
    arms_.push_back({x, slope, features_.map(slope), pass.value});
    all.exploitation.push_back(pass.value);
    all.exploration.push_back(forward(shape2_, theta2_, arms_.back().phi).value);
    sums.push_back(all.exploitation.back() + all.exploration.back());
  }
  all.arm = first_largest(sums);
  return all;
}

double EeNet::learn(std::uint64_t t, std::size_t arm, double reward) {
  const Arm& played = arms_[arm];
  double label = reward - played.f1;
  if (name_ == "eenet-abs") label = std::abs(label);
  if (name_ == "eenet-relu") label = label <= 0.0 ? 0.0 : label;
  features_.observe(played.gradient);
  training1_.learn(t, shape1_, {played.x, reward}, theta1_);
  training2_.learn(t, shape2_, {played.phi, label}, theta2_);
  return label;
}

}  // namespace eenet::verify::plain
