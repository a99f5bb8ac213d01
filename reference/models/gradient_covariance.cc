#include "reference/models/gradient_covariance.h"

#include "reference/cholesky.h"
#include "reference/require.h"

namespace eenet {

namespace {

class DiagonalCovariance final : public GradientCovariance {
 public:
  DiagonalCovariance(Eigen::Index parameters, double lambda)
      : diagonal_(Eigen::VectorXd::Constant(parameters, lambda)) {}

  void weigh(const std::vector<SparseGradient>& gradients, Eigen::VectorXd& squares) override {
    squares.resize(static_cast<Eigen::Index>(gradients.size()));
    for (std::size_t arm = 0; arm < gradients.size(); ++arm) {
      const SparseGradient& gradient = gradients[arm];
      double sum = 0.0;
      for (std::size_t i = 0; i < gradient.places.size(); ++i) {
        const double entry = gradient.values[i];
        sum += entry * entry / diagonal_[gradient.places[i]];
      }
      squares[static_cast<Eigen::Index>(arm)] = sum;
    }
  }

  void add(const SparseGradient& gradient) override {
    for (std::size_t i = 0; i < gradient.places.size(); ++i) {
      const double entry = gradient.values[i];
      diagonal_[gradient.places[i]] += entry * entry;
    }
  }

 private:
  Eigen::VectorXd diagonal_;
};

class FullCovariance final : public GradientCovariance {
 public:
  FullCovariance(Eigen::Index parameters, double lambda) : factor_(parameters, lambda) {}

  // |L^-1 g|^2.
  void weigh(const std::vector<SparseGradient>& gradients, Eigen::VectorXd& squares) override {
    const auto arms = static_cast<Eigen::Index>(gradients.size());
    solved_.setZero(factor_.size(), arms);
    for (Eigen::Index arm = 0; arm < arms; ++arm) {
      const SparseGradient& gradient = gradients[static_cast<std::size_t>(arm)];
      for (std::size_t i = 0; i < gradient.places.size(); ++i)
        solved_(gradient.places[i], arm) = gradient.values[i];
    }
    factor_.substitute(solved_);
    squares.resize(arms);
    for (Eigen::Index arm = 0; arm < arms; ++arm)
      squares[arm] = dot(solved_.col(arm), solved_.col(arm));
  }

  void add(const SparseGradient& gradient) override {
    row_.setZero(factor_.size());
    for (std::size_t i = 0; i < gradient.places.size(); ++i)
      row_[gradient.places[i]] = gradient.values[i];
    factor_.add_square(row_);
  }

 private:
  CholeskyFactor factor_;
  Eigen::MatrixXd solved_;
  Eigen::VectorXd row_;
};

void append(Eigen::Index place, double entry, SparseGradient& gradient) {
  if (entry == 0.0) return;
  gradient.places.push_back(place);
  gradient.values.push_back(entry);
}

}  // namespace

void collect_gradient(const ForwardPass& pass, const BackwardPass& back, SparseGradient& gradient) {
  gradient.places.clear();
  gradient.values.clear();
  Eigen::Index begin = 0;
  for (std::size_t l = 0; l < back.signals.size(); ++l) {
    const Eigen::VectorXd& input = pass.outputs[l];
    for (const double signal : back.signals[l]) {
      if (signal != 0.0) {
        for (Eigen::Index k = 0; k < input.size(); ++k)
          append(begin + k, signal * input[k], gradient);
      }
      begin += input.size();
    }
  }
  const Eigen::VectorXd& last = pass.outputs.back();
  for (Eigen::Index k = 0; k < last.size(); ++k) append(begin + k, last[k], gradient);
}

std::unique_ptr<GradientCovariance> diagonal_covariance(Eigen::Index parameters, double lambda) {
  return std::make_unique<DiagonalCovariance>(parameters, lambda);
}

std::unique_ptr<GradientCovariance> full_covariance(Eigen::Index parameters, double lambda) {
  EENET_REQUIRE(parameters <= kMostParametersOfFullCovariance, "covariance=full: the network has ",
                parameters, " parameters, expected at most ", kMostParametersOfFullCovariance,
                ", or covariance=diagonal");
  return std::make_unique<FullCovariance>(parameters, lambda);
}

}  // namespace eenet
