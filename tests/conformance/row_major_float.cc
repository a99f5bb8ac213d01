// Somebody else's network, as unlike ours as possible: float, one array per layer in row-major
// order, batch-free loops, the gradient by walking back over stored pre-activations, its own
// update; and a bandit of two of them. The conformance suite judges it. With EENET_EXAMPLE_FAULT it
// forgets one derivative of relu, the signs of a projection, and to take f1 from the label.
#include <cmath>

#include "verify/conformance.h"

namespace {

struct RowMajorFloat {
  static constexpr const char* kName = "row-major-float";
  using Scalar = float;

  struct Layer {
    std::size_t rows;
    std::size_t columns;
    std::vector<float> weights;
    std::vector<float> input;
    std::vector<float> sums;
  };

  static std::vector<Layer> forward(const eenet::verify::Point& point, float& value) {
    std::vector<Layer> layers;
    std::vector<float> signal(point.x.begin(), point.x.end());
    auto next = point.theta.begin();
    for (std::size_t l = 1; l <= point.shape.depth; ++l) {
      Layer layer{point.shape.rows(l), point.shape.columns(l), {}, signal, {}};
      layer.weights.assign(next, next + static_cast<std::ptrdiff_t>(layer.rows * layer.columns));
      next += static_cast<std::ptrdiff_t>(layer.rows * layer.columns);
      signal.clear();
      for (std::size_t row = 0; row < layer.rows; ++row) {
        float sum = 0.0F;
        for (std::size_t k = layer.columns; k-- > 0;) {  // backwards, to be different
          sum += layer.weights[row * layer.columns + k] * layer.input[k];
        }
        layer.sums.push_back(sum);
        signal.push_back(sum > 0.0F ? sum : 0.0F);
      }
      layers.push_back(std::move(layer));
    }
    value = layers.back().sums[0];
    return layers;
  }

  static double value(const eenet::verify::Point& point) {
    float value = 0.0F;
    forward(point, value);
    return static_cast<double>(value);
  }

  static std::vector<float> backward(const std::vector<Layer>& layers) {
    std::vector<std::vector<float>> parts(layers.size());
    std::vector<float> delta = {1.0F};
    for (std::size_t l = layers.size(); l-- > 0;) {
      const Layer& layer = layers[l];
      for (std::size_t row = 0; row < layer.rows; ++row) {
        for (const float input : layer.input) parts[l].push_back(delta[row] * input);
      }
      if (l == 0) break;
      std::vector<float> below(layer.columns, 0.0F);
      for (std::size_t k = 0; k < layer.columns; ++k) {
#ifdef EENET_EXAMPLE_FAULT
        const bool active = l == 1 || layers[l - 1].sums[k] > 0.0F;
#else
        const bool active = layers[l - 1].sums[k] > 0.0F;
#endif
        if (!active) continue;
        for (std::size_t row = 0; row < layer.rows; ++row) {
          below[k] += layer.weights[row * layer.columns + k] * delta[row];
        }
      }
      delta = below;
    }
    std::vector<float> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  static std::vector<double> gradient(const eenet::verify::Point& point) {
    float value = 0.0F;
    const std::vector<float> all = backward(forward(point, value));
    return {all.begin(), all.end()};
  }

  static std::vector<double> step(const eenet::verify::Point& point, double target, double eta) {
    float value = 0.0F;
    const std::vector<float> slope = backward(forward(point, value));
    const float rate = static_cast<float>(eta) * (value - static_cast<float>(target));
    std::vector<double> after;
    for (std::size_t i = 0; i < slope.size(); ++i) {
      after.push_back(static_cast<double>(static_cast<float>(point.theta[i]) - rate * slope[i]));
    }
    return after;
  }

  static std::vector<double> features(const eenet::verify::oracle::FeatureMap& how,
                                      const std::vector<double>& gradient) {
    std::vector<float> phi(gradient.begin(), gradient.end());
    if (how.kind == "projection") {
      phi.assign(how.k, 0.0F);
      for (std::size_t i = 0; i < gradient.size(); ++i) {
#ifdef EENET_EXAMPLE_FAULT
        phi[how.rows[i]] += static_cast<float>(gradient[i]);
#else
        phi[how.rows[i]] += static_cast<float>(how.signs[i] * gradient[i]);
#endif
      }
    }
    float largest = 0.0F;
    for (const float entry : phi) largest = std::max(largest, std::abs(entry));
    if (largest == 0.0F) {
      phi[0] = 1.0F;
    } else {
      float square = 0.0F;
      for (float& entry : phi) {
        entry /= largest;
        square += entry * entry;
      }
      for (float& entry : phi) entry /= std::sqrt(square);
    }
    return {phi.begin(), phi.end()};
  }

  class Bandit : public eenet::verify::oracle::Bandit {
   public:
    explicit Bandit(const eenet::verify::oracle::BanditStart& start) : state_(start) {}

    eenet::verify::oracle::Choice choose(const std::vector<std::vector<double>>& arms) override {
      seen_ = {};
      arms_ = arms;
      float best = 0.0F;
      for (std::size_t i = 0; i < arms.size(); ++i) {
        const eenet::verify::Point point = {state_.shape1, state_.theta1, arms[i]};
        seen_.f1.push_back(value(point));
        seen_.phi.push_back(features(state_.features, gradient(point)));
        seen_.f2.push_back(value({state_.shape2, state_.theta2, seen_.phi[i]}));
        const float score = static_cast<float>(seen_.f1[i]) + static_cast<float>(seen_.f2[i]);
        if (i == 0 || score > best) {
          best = score;
          seen_.arm = i;
        }
      }
      return seen_;
    }

    eenet::verify::oracle::Learned learn(std::size_t play, double reward) override {
#ifdef EENET_EXAMPLE_FAULT
      const float label = static_cast<float>(reward);
#else
      const float label = static_cast<float>(reward) - static_cast<float>(seen_.f1[play]);
#endif
      state_.theta1 = step({state_.shape1, state_.theta1, arms_[play]}, reward, state_.eta1);
      state_.theta2 = step({state_.shape2, state_.theta2, seen_.phi[play]},
                           static_cast<double>(label), state_.eta2);
      return {static_cast<double>(label), state_.theta1, state_.theta2};
    }

    void set(const std::vector<double>& theta1, const std::vector<double>& theta2) override {
      state_.theta1 = theta1;
      state_.theta2 = theta2;
    }

   private:
    eenet::verify::oracle::BanditStart state_;
    std::vector<std::vector<double>> arms_;
    eenet::verify::oracle::Choice seen_;
  };
};

}  // namespace

namespace eenet::verify {
INSTANTIATE_TYPED_TEST_SUITE_P(Example, NetworkConformance, RowMajorFloat);
}  // namespace eenet::verify
