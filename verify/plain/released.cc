#include "verify/plain/released.h"

#include <cmath>
#include <utility>

#include "verify/plain/features.h"

namespace eenet::verify::plain {

namespace {

constexpr std::size_t kFilter = 100;
constexpr std::size_t kStride = 50;

Numbers part(const Numbers& of, std::size_t from, std::size_t size) {
  return {of.begin() + static_cast<std::ptrdiff_t>(from),
          of.begin() + static_cast<std::ptrdiff_t>(from + size)};
}

void draw(Rng& rng, std::size_t inputs, std::size_t count, Numbers& theta) {
  for (std::size_t i = 0; i < count; ++i)
    theta.push_back((2.0 * rng.uniform() - 1.0) / std::sqrt(static_cast<double>(inputs)));
}

// relu(W x + b), W row by row at `from`, b behind it.
Numbers layer(const Numbers& theta, std::size_t from, const Numbers& x, std::size_t rows) {
  Numbers outputs;
  for (std::size_t j = 0; j < rows; ++j) {
    double z = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (x[k] != 0.0) z += x[k] * theta[from + j * x.size() + k];
    }
    z += theta[from + rows * x.size() + j];
    outputs.push_back(z > 0.0 ? z : 0.0);
  }
  return outputs;
}

}  // namespace

Released::Released(const Spec& method, std::size_t dimension, std::uint64_t seed)
    : dimension_(dimension),
      hidden_(whole_number(method, "hidden")),
      pool_(whole_number(method, "pool")),
      eta1_(decimal(method, "eta1")),
      eta2_(decimal(method, "eta2")),
      decay_(decimal(method, "decay")),
      steps_(whole_number(method, "steps")),
      seed_(seed) {
  Rng first(seed, "init/f1", 0);
  draw(first, dimension, hidden_ * (dimension + 1), theta1_);
  draw(first, hidden_, hidden_ + 1, theta1_);
  const std::size_t inputs = (theta1_.size() + pool_ - 1) / pool_;
  filtered_ = (inputs - kFilter) / kStride + 1;
  Rng second(seed, "init/f2", 0);
  draw(second, kFilter, kFilter + 1, theta2_);
  draw(second, filtered_, hidden_ * (filtered_ + 1), theta2_);
  draw(second, hidden_, hidden_ + 1, theta2_);
}

Released::Pass1 Released::forward1(const Numbers& x) const {
  Pass1 pass;
  pass.hidden = layer(theta1_, 0, x, hidden_);
  const Numbers last = part(theta1_, hidden_ * (dimension_ + 1), hidden_);
  for (std::size_t j = 0; j < hidden_; ++j)
    pass.signal.push_back(pass.hidden[j] > 0.0 ? last[j] : 0.0 * last[j]);
  pass.value = dot(last, pass.hidden) + theta1_.back();
  return pass;
}

Numbers Released::gradient1(const Numbers& x) const {
  const Pass1 pass = forward1(x);
  Numbers gradient;
  for (const double signal : pass.signal) {
    for (const double entry : x) gradient.push_back(signal * entry);
  }
  gradient.insert(gradient.end(), pass.signal.begin(), pass.signal.end());
  gradient.insert(gradient.end(), pass.hidden.begin(), pass.hidden.end());
  gradient.push_back(1.0);
  return gradient;
}

Numbers Released::pooled(const Numbers& gradient) const {
  Numbers means;
  for (std::size_t from = 0; from < gradient.size(); from += pool_) {
    double sum = 0.0;
    for (std::size_t i = from; i < from + pool_ && i < gradient.size(); ++i) sum += gradient[i];
    means.push_back(sum / static_cast<double>(pool_));
  }
  return means;
}

Released::Pass2 Released::forward2(const Numbers& phi) const {
  Pass2 pass;
  const Numbers filter = part(theta2_, 0, kFilter);
  for (std::size_t i = 0; i < filtered_; ++i)
    pass.filtered.push_back(theta2_[kFilter] + dot(filter, part(phi, kStride * i, kFilter)));
  pass.hidden = layer(theta2_, kFilter + 1, pass.filtered, hidden_);
  const Numbers last = part(theta2_, theta2_.size() - hidden_ - 1, hidden_);
  pass.value = dot(last, pass.hidden) + theta2_.back();
  return pass;
}

Numbers Released::gradient2(const Numbers& phi) const {
  const Pass2 pass = forward2(phi);
  const std::size_t last = theta2_.size() - hidden_ - 1;
  Numbers signal;
  for (std::size_t j = 0; j < hidden_; ++j)
    signal.push_back(pass.hidden[j] > 0.0 ? theta2_[last + j] : 0.0 * theta2_[last + j]);
  Numbers gradient(theta2_.size(), 0.0);
  for (std::size_t i = 0; i < filtered_; ++i) {
    Numbers column;
    for (std::size_t j = 0; j < hidden_; ++j)
      column.push_back(theta2_[kFilter + 1 + j * filtered_ + i]);
    const double of_filtered = dot(column, signal);
    for (std::size_t k = 0; k < kFilter; ++k) gradient[k] += of_filtered * phi[kStride * i + k];
    gradient[kFilter] += of_filtered;
    for (std::size_t j = 0; j < hidden_; ++j)
      gradient[kFilter + 1 + j * filtered_ + i] = signal[j] * pass.filtered[i];
  }
  for (std::size_t j = 0; j < hidden_; ++j) {
    gradient[last - hidden_ + j] = signal[j];
    gradient[last + j] = pass.hidden[j];
  }
  gradient.back() = 1.0;
  return gradient;
}

Released::Scores Released::scores(std::uint64_t t, const std::vector<Numbers>& contexts) {
  Scores all;
  arms_.clear();
  Numbers sums;
  for (const Numbers& x : contexts) {
    const double f1 = forward1(x).value;
    all.phi.push_back(pooled(gradient1(x)));
    const double f2 = forward2(all.phi.back()).value;
    const double weight = t <= 1001 ? 0.1 : 0.01;
    arms_.push_back({x, f1});
    all.exploitation.push_back(f1);
    all.exploration.push_back(weight * (f2 - 1.0));
    sums.push_back(all.exploitation.back() + all.exploration.back());
  }
  all.arm = first_largest(sums);
  return all;
}

double Released::learn(std::uint64_t t, std::size_t arm, double reward) {
  const double label = (reward - arms_[arm].target) + 1.0;
  rewards_.push_back({arms_[arm].x, reward});
  labels_.push_back({pooled(gradient1(arms_[arm].x)), label});
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (t <= 1000 && reward == 0.0 && i != arm)
      labels_.push_back({pooled(gradient1(arms_[i].x)), 1.2});
  }
  if ((t - 1) % (t <= 1000 ? 10 : 100) == 0) retrain(t);
  return label;
}

// `step(sample)` makes a step and returns f before it.
template <typename Step>
void Released::train(std::vector<Sample>& samples, std::uint64_t index, double loss,
                     const Step& step) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < samples.size(); ++i) places.push_back(i);
  Rng rng(seed_, "training", index);
  for (std::size_t i = places.size() - 1; i > 0; --i)
    std::swap(places[i], places[rng.below(i + 1)]);
  double squares = 0.0;
  for (std::uint64_t made = 0; made < steps_;) {
    const Sample& next = samples[places[made % places.size()]];
    const double error = step(next) - next.target;
    squares += error * error;
    if (++made % places.size() != 0) continue;
    if (squares / static_cast<double>(places.size()) <= loss) return;
    squares = 0.0;
  }
}

void Released::retrain(std::uint64_t t) {
  train(rewards_, 2 * t, 0.001, [this](const Sample& sample) {
    const double value = forward1(sample.x).value;
    const Numbers gradient = gradient1(sample.x);
    const double c = eta1_ * (2.0 * (value - sample.target));
    for (std::size_t i = 0; i < theta1_.size(); ++i) theta1_[i] -= c * gradient[i];
    return value;
  });
  Numbers mean(theta2_.size(), 0.0);
  Numbers square(theta2_.size(), 0.0);
  double power1 = 1.0;
  double power2 = 1.0;
  train(labels_, 2 * t + 1, 0.002, [&](const Sample& sample) {
    const double value = forward2(sample.x).value;
    const Numbers gradient = gradient2(sample.x);
    power1 *= 0.9;
    power2 *= 0.999;
    const double rate = eta2_ / (1.0 - power1);
    for (std::size_t i = 0; i < theta2_.size(); ++i) {
      const double g = 2.0 * (value - sample.target) * gradient[i] + decay_ * theta2_[i];
      mean[i] = 0.9 * mean[i] + (1.0 - 0.9) * g;
      square[i] = 0.999 * square[i] + (1.0 - 0.999) * (g * g);
      theta2_[i] -= rate * (mean[i] / (std::sqrt(square[i]) / std::sqrt(1.0 - power2) + 1e-8));
    }
    return value;
  });
}

}  // namespace eenet::verify::plain
