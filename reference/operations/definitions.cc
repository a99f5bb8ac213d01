#include "reference/operations/definitions.h"

#include <array>
#include <cmath>

#include "reference/floating_point.h"

namespace eenet::definition {

namespace {

// Eight lanes: ((0+4)+(2+6)) + ((1+5)+(3+7)).
double sum_of(const std::array<double, 8>& lane) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

std::size_t lane_of(Eigen::Index i) {
  return static_cast<std::size_t>(i % 8);
}

}  // namespace

double dot(const ConstVector& a, const ConstVector& b) {
  std::array<double, 8> lane{};
  for (Eigen::Index i = 0; i < a.size(); ++i) lane[lane_of(i)] += a[i] * b[i];
  return sum_of(lane);
}

double squared_distance(const ConstVector& a, const ConstVector& b) {
  std::array<double, 8> lane{};
  for (Eigen::Index i = 0; i < a.size(); ++i) lane[lane_of(i)] += (a[i] - b[i]) * (a[i] - b[i]);
  return sum_of(lane);
}

void add_scaled(double scale, const ConstVector& x, Eigen::Ref<Eigen::VectorXd> y) {
  for (Eigen::Index i = 0; i < x.size(); ++i) y[i] += scale * x[i];
}

void rotate(double c, double s, Eigen::Ref<Eigen::VectorXd> a, Eigen::Ref<Eigen::VectorXd> b) {
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double before = a[i];
    a[i] = c * before + s * b[i];
    b[i] = c * b[i] - s * before;
  }
}

void adam_step(const AdamStep& step, double scale, AdamTensor& tensor) {
  for (Eigen::Index i = 0; i < tensor.value.size(); ++i) {
    double& value = tensor.value.data()[i];
    double& mean = tensor.mean.data()[i];
    double& square = tensor.square.data()[i];
    const double g = scale * tensor.gradient.data()[i] + step.decay * value;
    mean = step.beta1 * mean + (1.0 - step.beta1) * g;
    square = step.beta2 * square + (1.0 - step.beta2) * (g * g);
    value -= step.rate * (mean / (std::sqrt(square) / step.root + step.epsilon));
  }
}

void normalise(Eigen::Ref<Eigen::VectorXd> v) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    const double size = v[i] < 0.0 ? -v[i] : v[i];
    if (largest == largest && !(size <= largest)) largest = size;  // a NaN stays
  }
  if (largest == 0.0) {
    v[0] = 1.0;
    return;
  }
  if (largest - largest == 0.0) {
    const int exponent = binary_exponent(largest);
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = scale_by_power_of_two(v[i], -exponent);
  }
  const double norm = std::sqrt(definition::dot(v, v));
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] /= norm;
}

bool all_finite(const ConstVector& v) {
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    if (!(v[i] - v[i] == 0.0)) return false;
  }
  return true;
}

void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z) {
  z.setZero(w.rows());
  for (Eigen::Index j = 0; j < w.rows(); ++j) {
    for (Eigen::Index k = 0; k < w.cols(); ++k) {
      if (x[k] != 0.0) z[j] += x[k] * w(j, k);
    }
  }
}

void multiply_transposed(const Eigen::MatrixXd& w, const Eigen::VectorXd& v, Eigen::VectorXd& z) {
  z.resize(w.cols());
  for (Eigen::Index k = 0; k < w.cols(); ++k) z[k] = definition::dot(w.col(k), v);
}

void subtract_outer_product(double scale, const Eigen::VectorXd& u, const Eigen::VectorXd& x,
                            Eigen::MatrixXd& w) {
  for (Eigen::Index j = 0; j < w.rows(); ++j) {
    for (Eigen::Index k = 0; k < w.cols(); ++k) {
      if (x[k] != 0.0) w(j, k) -= scale * (u[j] * x[k]);
    }
  }
}

void add_signed_outer_product(const std::uint32_t* draws, const Eigen::VectorXd& u,
                              const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> phi) {
  for (Eigen::Index j = 0; j < u.size(); ++j) {
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      const std::uint32_t w = draws[j * x.size() + k];
      if (u[j] == 0.0 || x[k] == 0.0) continue;
      if (w % 2 == 1) {
        phi[w / 2] += u[j] * x[k];
      } else {
        phi[w / 2] -= u[j] * x[k];
      }
    }
  }
}

void write_rows(const Eigen::MatrixXd& w, double* places) {
  for (Eigen::Index row = 0; row < w.rows(); ++row) {
    for (Eigen::Index column = 0; column < w.cols(); ++column) *places++ = w(row, column);
  }
}

}  // namespace eenet::definition
