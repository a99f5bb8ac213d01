#include "reference/models/released_networks.h"

#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"

namespace eenet {

namespace {

// Row by row, from a layer with so many inputs.
void draw_uniform(Rng& rng, Eigen::Index inputs, Eigen::Ref<Eigen::MatrixXd> weights) {
  const double root = std::sqrt(static_cast<double>(inputs));
  for (Eigen::Index row = 0; row < weights.rows(); ++row) {
    for (Eigen::Index column = 0; column < weights.cols(); ++column)
      weights(row, column) = (2.0 * rng.uniform() - 1.0) / root;
  }
}

// Between a vector and matrices row by row: `next` is where the next entry stands.
void read_rows(const Eigen::VectorXd& from, Eigen::Index& next, Eigen::Ref<Eigen::MatrixXd> to) {
  for (Eigen::Index row = 0; row < to.rows(); ++row) {
    for (Eigen::Index column = 0; column < to.cols(); ++column) to(row, column) = from[next++];
  }
}

void append_rows(const Eigen::Ref<const Eigen::MatrixXd>& from, Eigen::Index& next,
                 Eigen::VectorXd& to) {
  for (Eigen::Index row = 0; row < from.rows(); ++row) {
    for (Eigen::Index column = 0; column < from.cols(); ++column) to[next++] = from(row, column);
  }
}

// hidden = relu(hidden + bias).
void activate(const Eigen::Ref<const Eigen::VectorXd>& bias, Eigen::VectorXd& hidden) {
  for (Eigen::Index j = 0; j < hidden.size(); ++j) hidden[j] = relu(hidden[j] + bias[j]);
}

// Adds entries one after the other and gives a mean for every block of them.
class PooledMeans {
 public:
  PooledMeans(Eigen::Index block, Eigen::VectorXd& means) : block_(block), means_(means) {}

  void add(double entry) {
    sum_ += entry;
    if (++filled_ == block_) close();
  }
  void close() {
    if (filled_ == 0) return;
    means_[next_++] = sum_ / static_cast<double>(block_);
    sum_ = 0.0;
    filled_ = 0;
  }

 private:
  Eigen::Index block_;
  Eigen::VectorXd& means_;
  Eigen::Index next_ = 0;
  Eigen::Index filled_ = 0;
  double sum_ = 0.0;
};

}  // namespace

// ---- f1 -----------------------------------------------------------------------------------------

ReleasedExploitation::ReleasedExploitation(Eigen::Index dim, Eigen::Index hidden)
    : w1_(Eigen::MatrixXd::Zero(hidden, dim)),
      b1_(Eigen::VectorXd::Zero(hidden)),
      w2_(Eigen::VectorXd::Zero(hidden)) {}

void ReleasedExploitation::initialise(Rng& rng) {
  draw_uniform(rng, w1_.cols(), w1_);
  draw_uniform(rng, w1_.cols(), b1_);
  draw_uniform(rng, w1_.rows(), w2_);
  Eigen::MatrixXd last(1, 1);
  draw_uniform(rng, w1_.rows(), last);
  b2_ = last(0, 0);
}

void ReleasedExploitation::differentiate(Pass& pass) const {
  EENET_REQUIRE(pass.input.size() == w1_.cols(), "ReleasedExploitation: context has ",
                pass.input.size(), " entries, network expects ", w1_.cols());
  multiply(w1_, pass.input, pass.hidden);
  activate(b1_, pass.hidden);
  pass.value = dot(w2_, pass.hidden) + b2_;
  pass.signal.resize(w2_.size());
  for (Eigen::Index j = 0; j < w2_.size(); ++j)
    pass.signal[j] = relu_derivative(pass.hidden[j]) * w2_[j];
}

Eigen::Index ReleasedExploitation::parameter_count() const {
  return w1_.size() + b1_.size() + w2_.size() + 1;
}

void ReleasedExploitation::pool_gradient(const Pass& pass, Eigen::Index pool,
                                         Eigen::VectorXd& means) {
  const Eigen::Index entries = pass.hidden.size() * (pass.input.size() + 2) + 1;
  means.resize((entries + pool - 1) / pool);
  PooledMeans blocks(pool, means);
  for (const double signal : pass.signal) {
    for (const double x : pass.input) blocks.add(signal * x);
  }
  for (const double signal : pass.signal) blocks.add(signal);
  for (const double output : pass.hidden) blocks.add(output);
  blocks.add(1.0);
  blocks.close();
}

void ReleasedExploitation::step(const Pass& pass, double target, double eta) {
  const double c = eta * (2.0 * (pass.value - target));
  subtract_outer_product(c, pass.signal, pass.input, w1_);
  add_scaled(-c, pass.signal, b1_);
  add_scaled(-c, pass.hidden, w2_);
  b2_ -= c;
}

Eigen::VectorXd ReleasedExploitation::parameters() const {
  Eigen::VectorXd theta(parameter_count());
  Eigen::Index next = 0;
  append_rows(w1_, next, theta);
  append_rows(b1_, next, theta);
  append_rows(w2_, next, theta);
  theta[next] = b2_;
  return theta;
}

void ReleasedExploitation::set_parameters(const Eigen::VectorXd& theta) {
  EENET_REQUIRE(theta.size() == parameter_count(), "initial parameters: theta1 has ", theta.size(),
                " entries, expected ", parameter_count());
  Eigen::Index next = 0;
  read_rows(theta, next, w1_);
  read_rows(theta, next, b1_);
  read_rows(theta, next, w2_);
  b2_ = theta[next];
}

// ---- f2 -----------------------------------------------------------------------------------------

ReleasedExploration::ReleasedExploration(Eigen::Index inputs, Eigen::Index hidden) {
  EENET_REQUIRE(inputs >= kKernel, "eenet-released: the pooled gradient has ", inputs,
                " entries, expected at least the ", kKernel,
                " of the convolution: a smaller pool or more hidden units");
  const Eigen::Index filtered = (inputs - kKernel) / kStride + 1;
  const auto shape = [this](Name name, Eigen::Index rows, Eigen::Index columns) {
    AdamTensor& tensor = at(name);
    for (Eigen::MatrixXd* part : {&tensor.value, &tensor.gradient, &tensor.mean, &tensor.square})
      part->setZero(rows, columns);
  };
  shape(kFilter, kKernel, 1);
  shape(kFilterBias, 1, 1);
  shape(kHidden, hidden, filtered);
  shape(kHiddenBias, hidden, 1);
  shape(kLast, hidden, 1);
  shape(kLastBias, 1, 1);
  filtered_.resize(filtered);
}

void ReleasedExploration::initialise(Rng& rng) {
  const Eigen::Index hidden = at(kHidden).value.rows();
  draw_uniform(rng, kKernel, at(kFilter).value);
  draw_uniform(rng, kKernel, at(kFilterBias).value);
  draw_uniform(rng, filtered_.size(), at(kHidden).value);
  draw_uniform(rng, filtered_.size(), at(kHiddenBias).value);
  draw_uniform(rng, hidden, at(kLast).value);
  draw_uniform(rng, hidden, at(kLastBias).value);
}

double ReleasedExploration::operator()(const Eigen::VectorXd& phi) {
  const auto filter = at(kFilter).value.col(0);
  for (Eigen::Index i = 0; i < filtered_.size(); ++i)
    filtered_[i] = at(kFilterBias).value(0, 0) + dot(filter, phi.segment(kStride * i, kKernel));
  multiply(at(kHidden).value, filtered_, hidden_);
  activate(at(kHiddenBias).value.col(0), hidden_);
  return dot(at(kLast).value.col(0), hidden_) + at(kLastBias).value(0, 0);
}

void ReleasedExploration::restart(double eta, double decay) {
  eta_ = eta;
  decay_ = decay;
  power1_ = 1.0;
  power2_ = 1.0;
  for (AdamTensor& tensor : tensors_) {
    tensor.mean.setZero();
    tensor.square.setZero();
  }
}

double ReleasedExploration::step(const Eigen::VectorXd& phi, double target) {
  const double value = (*this)(phi);
  signal_.resize(hidden_.size());
  for (Eigen::Index j = 0; j < hidden_.size(); ++j)
    signal_[j] = relu_derivative(hidden_[j]) * at(kLast).value(j, 0);
  multiply_transposed(at(kHidden).value, signal_, filtered_signal_);

  // The gradient of f2, backwards through the layers.
  at(kLastBias).gradient(0, 0) = 1.0;
  at(kLast).gradient.col(0) = hidden_;
  at(kHiddenBias).gradient.col(0) = signal_;
  at(kHidden).gradient.setZero();
  subtract_outer_product(-1.0, signal_, filtered_, at(kHidden).gradient);
  at(kFilter).gradient.setZero();
  double of_bias = 0.0;
  for (Eigen::Index i = 0; i < filtered_.size(); ++i) {
    add_scaled(filtered_signal_[i], phi.segment(kStride * i, kKernel), at(kFilter).gradient.col(0));
    of_bias += filtered_signal_[i];
  }
  at(kFilterBias).gradient(0, 0) = of_bias;

  AdamStep adam;
  power1_ *= adam.beta1;
  power2_ *= adam.beta2;
  adam.rate = eta_ / (1.0 - power1_);
  adam.root = std::sqrt(1.0 - power2_);
  adam.decay = decay_;
  const double slope = 2.0 * (value - target);
  for (AdamTensor& tensor : tensors_) adam_step(adam, slope, tensor);
  return value;
}

Eigen::Index ReleasedExploration::parameter_count() const {
  Eigen::Index count = 0;
  for (const AdamTensor& tensor : tensors_) count += tensor.value.size();
  return count;
}

Eigen::VectorXd ReleasedExploration::parameters() const {
  Eigen::VectorXd theta(parameter_count());
  Eigen::Index next = 0;
  for (const AdamTensor& tensor : tensors_) append_rows(tensor.value, next, theta);
  return theta;
}

void ReleasedExploration::set_parameters(const Eigen::VectorXd& theta) {
  EENET_REQUIRE(theta.size() == parameter_count(), "initial parameters: theta2 has ", theta.size(),
                " entries, expected ", parameter_count());
  Eigen::Index next = 0;
  for (AdamTensor& tensor : tensors_) read_rows(theta, next, tensor.value);
}

}  // namespace eenet
